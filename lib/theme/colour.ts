declare const hexColourBrand: unique symbol;

/** A colour as six hexadecimal digits in lower case: `#e6007d`. Nothing else is written into a style sheet. */
export type HexColour = string & { readonly [hexColourBrand]: 'hex-colour' };

function isHexColour(text: string): text is HexColour {
  return /^#[0-9a-f]{6}$/.test(text);
}

/**
 * Parses a colour of a partner's configuration: `#RRGGBB` or `#RGB`, in either case. Null for everything else, such as keywords and other
 * CSS.
 */
export function parseColour(text: string): HexColour | null {
  const lower = text.trim().toLowerCase();
  const long = /^#[0-9a-f]{3}$/.test(lower) ? lower.replace(/[0-9a-f]/g, (digit) => digit + digit) : lower;
  return isHexColour(long) ? long : null;
}

/** Converts a colour constant of our own code. Throws a RangeError for an invalid one: that is a bug. */
export function hexColour(text: string): HexColour {
  const colour = parseColour(text);
  if (colour === null) throw new RangeError(`not a colour: ${text}`);
  return colour;
}

const channels = [1, 3, 5] as const;

function readChannel(colour: HexColour, start: number): number {
  return Number.parseInt(colour.slice(start, start + 2), 16);
}

/** Returns a colour's relative luminance, 0 to 1. WCAG 2.2, definition of 'relative luminance'. */
function measureLuminance(colour: HexColour): number {
  const [red = 0, green = 0, blue = 0] = channels
    .map((start) => readChannel(colour, start) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast between two colours, 1 to 21. WCAG 2.2, definition of 'contrast ratio'. */
export function measureContrast(one: HexColour, other: HexColour): number {
  const [light, dark] = [measureLuminance(one), measureLuminance(other)].sort((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/** Mixes two colours, channel by channel; `share` is the proportion of the second, 0 to 1. */
export function mixColours(first: HexColour, second: HexColour, share: number): HexColour {
  const mixed = channels.map((start) =>
    Math.round(readChannel(first, start) * (1 - share) + readChannel(second, start) * share)
      .toString(16)
      .padStart(2, '0'),
  );
  return hexColour(`#${mixed.join('')}`);
}
