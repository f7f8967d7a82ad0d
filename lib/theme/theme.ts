import { defaultAccentColour } from '@/lib/domain/accent-colour';
import { deriveAccent } from './accent';
import { hexColour, parseColour, type HexColour } from './colour';

/** The theme of one partner's pages. */
export interface Theme {
  readonly colour: HexColour;
  /** A path on this site or an https URL; null for the bundled logo. */
  readonly logoUrl: string | null;
}

/** The theme of quick pay and of partners without one. Specification, sections 1 and 9. */
export const defaultTheme: Theme = { colour: hexColour(defaultAccentColour), logoUrl: null };

/** A logo is on this site (`/…`) or an https URL; protocol-relative and other URLs are rejected. */
function isLogoUrl(text: string): boolean {
  return /^\/(?![/\\])[\w./-]+$/.test(text) || (URL.canParse(text) && new URL(text).protocol === 'https:');
}

/** Parses a theme as the backend sends it (`ThemeColor`, `LogoURL`); missing or invalid values fall back to the default. */
export function readTheme(sent: { readonly colour: string | null; readonly logoUrl: string | null }): Theme {
  return {
    colour: (sent.colour === null ? null : parseColour(sent.colour)) ?? defaultTheme.colour,
    logoUrl: sent.logoUrl !== null && isLogoUrl(sent.logoUrl) ? sent.logoUrl : defaultTheme.logoUrl,
  };
}

/** Returns the colour of a partner's text and buttons on light backgrounds: it keeps 7:1 with each of them, as a button with its white text. */
export function readAccentInk(colour: string): HexColour {
  return deriveAccent(readTheme({ colour, logoUrl: null }).colour).light.ink;
}

/**
 * Writes the style rules that override the default accent colour: the text of the page's only `<style>` with a nonce. Null for the default
 * colour, which is in app/globals.css.
 */
export function writeThemeRules(theme: Theme): string | null {
  if (theme.colour === defaultTheme.colour) return null;
  const { light, dark, shared } = writeAccentVariables(theme.colour);
  return `:root{${shared};${light}}@media (prefers-color-scheme:dark){:root{${dark}}}`;
}

/** Writes the CSS variables of an accent colour: those for both themes, for the light and for the dark one. */
export function writeAccentVariables(colour: HexColour): Record<'shared' | 'light' | 'dark', string> {
  const accent = deriveAccent(colour);
  return {
    shared: `--accent:${accent.fill};--on-accent:${accent.onFill};--accent-pressed:${accent.fillPressed}`,
    light: `--accent-ink:${accent.light.ink};--accent-soft:${accent.light.soft}`,
    dark: `--accent-ink:${accent.dark.ink};--accent-soft:${accent.dark.soft}`,
  };
}
