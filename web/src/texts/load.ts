import type { LoadTexts } from "./page";

/** Loads the files of a language from what the build found, which it must be told by a literal pattern at each page. */
export function loader(files: Record<string, () => Promise<string>>): LoadTexts {
  return (language) => {
    const wanted = Object.entries(files).filter(([path]) => path.includes(`/${language}/`));
    return Promise.all(wanted.map(([, load]) => load()));
  };
}
