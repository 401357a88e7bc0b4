import { loader } from "../texts/load";

/** The controls' own words stand in the console's frame. */
export const loadTexts = loader(
  import.meta.glob<string>("../../../crates/texts/locales/*/{common,console-frame,agent}.ftl", {
    query: "?raw",
    import: "default",
  }),
);
