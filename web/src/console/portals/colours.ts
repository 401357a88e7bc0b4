/** The colours that a page makes from the one that a customer chose. */
export interface Brand {
  brand: string;
  onBrand: string;
  hover: string;
}

type Colour = [red: number, green: number, blue: number];

const READABLE = 4.5;

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
 * What the Portal's page does with a colour: letters on it are white or black, whichever can be read better, and a
 * colour on which neither can is darkened until white can.
 */
export function brandOf(text: string): Brand | undefined {
  if (!isColour(text)) return undefined;
  let colour = parse(longColour(text));
  const light = contrast(colour, [255, 255, 255]);
  const dark = contrast(colour, [0, 0, 0]);
  const onBrand = light >= READABLE || light >= dark ? "#ffffff" : "#000000";
  const letters: Colour = onBrand === "#ffffff" ? [255, 255, 255] : [0, 0, 0];
  while (contrast(colour, letters) < READABLE) colour = scaled(colour, 0.95);
  return { brand: written(colour), onBrand, hover: written(hovered(colour, letters)) };
}

/** A shade away from the letters, so that they stay readable. */
function hovered(colour: Colour, letters: Colour): Colour {
  if (letters[0] === 255) return scaled(colour, 0.8);
  return colour.map((part) => Math.round(part + (255 - part) * 0.25)) as Colour;
}

function scaled(colour: Colour, factor: number): Colour {
  return colour.map((part) => Math.floor(part * factor)) as Colour;
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

export const contrastOf = (one: string, other: string): number => contrast(parse(one), parse(other));
