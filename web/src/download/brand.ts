/** The colours of a sender's brand, such that what is written on them can be read whatever colour was chosen. */
export interface BrandColours {
  brand: string;
  onBrand: string;
  brandHover: string;
}

type Channels = [number, number, number];
const READABLE = 4.5;

function channelsOf(hex: string): Channels | undefined {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(hex);
  const long = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex);
  const parts = short ? short.slice(1).map((each) => each + each) : long?.slice(1);
  return parts?.map((each) => Number.parseInt(each, 16)) as Channels | undefined;
}

function luminance(channels: Channels): number {
  const [red, green, blue] = channels.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Channels;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours by the formula of WCAG. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(channelsOf(one) ?? [0, 0, 0]), luminance(channelsOf(other) ?? [0, 0, 0])];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const darker = (channels: Channels, share: number): Channels =>
  channels.map((value) => Math.round(value * (1 - share))) as Channels;

const hexOf = (channels: Channels): string =>
  `#${channels.map((value) => value.toString(16).padStart(2, "0")).join("")}`;

/** Nothing for what is no colour: the page then keeps its own. */
export function brandColours(hex: string): BrandColours | undefined {
  let channels = channelsOf(hex.trim());
  if (!channels) return undefined;
  const onBrand = contrast(hexOf(channels), "#171a21") >= READABLE ? "#171a21" : "#ffffff";
  const writesDark = onBrand !== "#ffffff";
  while (!writesDark && contrast(hexOf(channels), onBrand) < READABLE) channels = darker(channels, 0.05);
  const lighter = channels.map((value) => Math.round(value + (255 - value) * 0.2)) as Channels;
  return { brand: hexOf(channels), onBrand, brandHover: hexOf(writesDark ? lighter : darker(channels, 0.2)) };
}
