import { loader } from "../texts/load";

export const loadTexts = loader(
  import.meta.glob<string>("../../../crates/texts/locales/*/{common,agent}.ftl", { query: "?raw", import: "default" }),
);
