/** Drawn by us on a field of 24 by 24, in the colour of the text around. They repeat words and are never read out. */
const PATHS = {
  add: "M12 5v14M5 12h14",
  undo: "M8 5 4 9l4 4M4 9h10a5 5 0 0 1 0 10h-4",
  archive: "M4 4h16v4H4zM5 8v12h14V8M10 12h4",
  back: "M15 5l-7 7 7 7",
  bell: "M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4",
  box: "M12 3l8 4v10l-8 4-8-4V7zM4 7l8 4 8-4M12 11v10",
  card: "M3 6h18v12H3zM3 10h18M7 15h3",
  chart: "M4 20V4M4 20h16M8 16v-5M12 16V8M16 16v-3",
  check: "M5 12l5 5 9-10",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7v5l3 2",
  close: "M6 6l12 12M18 6L6 18",
  cloud: "M7 18a4 4 0 0 1 0-8 5 5 0 0 1 9.6-1.3A4.5 4.5 0 0 1 17 18z",
  columns: "M4 5h16v14H4zM10 5v14M15 5v14",
  copy: "M9 9h11v11H9zM15 9V4H4v11h5",
  door: "M5 21V3h14v18M3 21h18M14 12h1",
  down: "M6 9l6 6 6-6",
  download: "M12 4v11M7 11l5 5 5-5M4 20h16",
  edit: "M4 20h4L19 9l-4-4L4 16zM13 7l4 4",
  eye: "M2 12c3-5 6-7 10-7s7 2 10 7c-3 5-6 7-10 7s-7-2-10-7M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6",
  eyeOff: "M2 12c3-5 6-7 10-7s7 2 10 7c-3 5-6 7-10 7s-7-2-10-7M4 20L20 4",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
  filter: "M4 5h16l-6 8v6l-4-2v-4z",
  folder: "M3 6h6l2 2h10v11H3z",
  form: "M5 3h14v18H5zM8 8h8M8 12h8M8 16h5",
  gear: "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2",
  help: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M12 17v.5",
  home: "M4 11l8-7 8 7v9h-5v-6H9v6H4z",
  hook: "M8 15a4 4 0 1 0 4 4h6M14 8a3 3 0 1 0-5 2l-3 6M12 7l4 6a3 3 0 1 1-1 5",
  inbox: "M4 13l3-9h10l3 9v7H4zM4 13h5l1 3h4l1-3h5",
  info: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 11v6M12 7v.5",
  key: "M8 11a4 4 0 1 0 0 8 4 4 0 0 0 0-8M11 12l8-8M16 7l3 3",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  list: "M8 6h12M8 12h12M8 18h12M4 6h.5M4 12h.5M4 18h.5",
  mail: "M3 6h18v12H3zM3 7l9 6 9-6",
  menu: "M4 6h16M4 12h16M4 18h16",
  more: "M5 12h.5M12 12h.5M19 12h.5",
  next: "M9 5l7 7-7 7",
  pause: "M8 5v14M16 5v14",
  people: "M9 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6M3 20c0-4 2.5-6 6-6s6 2 6 6M16 6a3 3 0 0 1 0 5M17 14c2.5.5 4 2.5 4 6",
  person: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M4 21c0-4 3-7 8-7s8 3 8 7",
  play: "M7 4l12 8-12 8z",
  retry: "M20 12a8 8 0 1 1-3-6l3 3M20 4v5h-5",
  search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14M16 16l5 5",
  send: "M4 12L20 4l-5 16-4-7zM11 13l9-9",
  shield: "M12 3l8 3v6c0 5-3 8-8 9-5-1-8-4-8-9V6z",
  space: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
  tag: "M4 4h8l8 8-8 8-8-8zM8 8h.5",
  trash: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v6M14 11v6",
  up: "M6 15l6-6 6 6",
  warn: "M12 3l10 18H2zM12 10v5M12 18v.5",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      className="icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
