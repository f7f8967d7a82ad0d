import { hexColour, measureContrast, mixColours, type HexColour } from './colour';

/** The least contrast of text. WCAG 2.2, success criterion 1.4.6 (AAA). */
export const textContrast = 7;

/** The same of large text: 18.66 px (14 pt) and bold, or 24 px (18 pt). */
export const largeTextContrast = 4.5;

const black = hexColour('#000000');
const white = hexColour('#ffffff');

/**
 * The backgrounds of accent-coloured text and lines, the one with least contrast last. They are the values of `--surface`,
 * `--page` and `--sunken` in app/globals.css; a test checks that they match.
 */
export const backgrounds = {
  light: { surface: white, page: hexColour('#f6f7f9'), sunken: hexColour('#eceef2'), end: black },
  dark: { surface: hexColour('#1c1e24'), page: hexColour('#121318'), sunken: hexColour('#272a32'), end: white },
} as const;

/** How one accent colour is used on light or on dark backgrounds. */
export interface AccentOnBackground {
  /** The accent as text or as a line: keeps 7:1 on every background and on `soft`. */
  readonly ink: HexColour;
  /** A faint tint of the accent as a background. */
  readonly soft: HexColour;
}

/** All colours derived from one accent colour. */
export interface Accent {
  readonly fill: HexColour;
  /**
   * Text on `fill` and on `fillPressed`: keeps 4.5:1 on both, so that it must be large. No text colour keeps 7:1 on every colour, the default
   * among them, and a partner's colour is not changed.
   */
  readonly onFill: HexColour;
  readonly fillPressed: HexColour;
  readonly light: AccentOnBackground;
  readonly dark: AccentOnBackground;
}

/** Chooses a readable colour for large text: white if its contrast is at least 4.5:1, else black. One of them always is. */
export function chooseTextOn(fill: HexColour): HexColour {
  return measureContrast(fill, white) >= largeTextContrast ? white : black;
}

/** Moves a colour towards black or white, in steps, until it keeps 7:1 on each background. */
export function adjustUntilReadable(colour: HexColour, on: readonly HexColour[], end: HexColour): HexColour {
  for (let step = 0; step < 50; step += 1) {
    const moved = mixColours(colour, end, step / 50);
    if (on.every((background) => measureContrast(moved, background) >= textContrast)) return moved;
  }
  return end;
}

function fitToBackground(
  accent: HexColour,
  background: (typeof backgrounds)[keyof typeof backgrounds],
): AccentOnBackground {
  const soft = mixColours(background.surface, accent, 0.08);
  return {
    soft,
    ink: adjustUntilReadable(accent, [background.surface, background.page, background.sunken, soft], background.end),
  };
}

/** Derives all uses of an accent colour, each readable for any colour. */
export function deriveAccent(fill: HexColour): Accent {
  const onFill = chooseTextOn(fill);
  return {
    fill,
    onFill,
    /** Away from the text colour, so that the pressed state keeps the contrast. */
    fillPressed: mixColours(fill, onFill === white ? black : white, 0.16),
    light: fitToBackground(fill, backgrounds.light),
    dark: fitToBackground(fill, backgrounds.dark),
  };
}
