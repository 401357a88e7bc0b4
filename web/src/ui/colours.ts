import { HOVER_STEP, SEEN_CONTRAST, TEXT_CONTRAST } from "../facts/colours";

/** The colours that a page makes from the one that a customer chose. */
export interface Brand {
  brand: string;
  onBrand: string;
  hover: string;
}

type Colour = [red: number, green: number, blue: number];

const BLACK: Colour = [0, 0, 0];
const WHITE: Colour = [255, 255, 255];

/** `#abc` and `#aabbcc`, as the server takes them. */
export function isColour(text: string): boolean {
  return /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(text);
}

/** The long spelling, which the browser's own colour field needs. */
export function longColour(text: string): string {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text);
  return (
    short
      ? `#${short
          .slice(1)
          .map((digit) => digit.repeat(2))
          .join("")}`
      : text
  ).toLowerCase();
}

/**
 * What the Portal's page does with a colour, as the server calculates it: text on it is white if that is readable, else
 * black. One of them always is.
 */
export function brandOf(text: string): Brand | undefined {
  if (!isColour(text)) return undefined;
  const brand = parse(longColour(text));
  const letters = contrast(WHITE, brand) >= TEXT_CONTRAST ? WHITE : BLACK;
  return { brand: written(brand), onBrand: written(letters), hover: written(hovered(brand, letters)) };
}

/** Away from the letters, so that they are read even better; from the very end of the scale the other way. */
function hovered(colour: Colour, letters: Colour): Colour {
  const ends = letters === WHITE ? [BLACK, WHITE] : [WHITE, BLACK];
  for (const end of ends) {
    for (let hundredths = HOVER_STEP; hundredths <= 100; hundredths += 1) {
      const moved = towards(colour, end, hundredths);
      if (contrast(moved, colour) >= SEEN_CONTRAST) return moved;
    }
  }
  return colour;
}

function towards(colour: Colour, end: Colour, hundredths: number): Colour {
  const mixed = (index: 0 | 1 | 2) => Math.floor((colour[index] * (100 - hundredths) + end[index] * hundredths) / 100);
  return [mixed(0), mixed(1), mixed(2)];
}

function parse(text: string): Colour {
  return [1, 3, 5].map((start) => Number.parseInt(text.slice(start, start + 2), 16)) as Colour;
}

function written(colour: Colour): string {
  return `#${colour.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** The contrast of WCAG 2. */
function contrast(one: Colour, other: Colour): number {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

function luminance([red, green, blue]: Colour): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(part: number): number {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
