import { defaultAccentColour } from '@/lib/domain/accent-colour';
import { deriveAccent } from './accent';
import { hexColour, parseColour, type HexColour } from './colour';

/** How the site looks to the customers of one partner. */
export interface Theme {
  readonly colour: HexColour;
  /** An address on this site or an https address; null for the bundled logo. */
  readonly logoUrl: string | null;
}

/** The look of quick pay and of partners without one. Specification, sections 1 and 9. */
export const defaultTheme: Theme = { colour: hexColour(defaultAccentColour), logoUrl: null };

/** A logo comes from this site (`/…`) or over https; protocol-relative and other addresses are rejected. */
function isLogoUrl(text: string): boolean {
  return /^\/(?![/\\])[\w./-]+$/.test(text) || (URL.canParse(text) && new URL(text).protocol === 'https:');
}

/** Reads a theme as the backend sends it (`ThemeColor`, `LogoURL`); what is missing or hostile falls back to the default. */
export function readTheme(sent: { readonly colour: string | null; readonly logoUrl: string | null }): Theme {
  return {
    colour: (sent.colour === null ? null : parseColour(sent.colour)) ?? defaultTheme.colour,
    logoUrl: sent.logoUrl !== null && isLogoUrl(sent.logoUrl) ? sent.logoUrl : defaultTheme.logoUrl,
  };
}

/**
 * Writes the style rules that put another accent colour in place of the default: the text of the page's one `<style>` with a nonce.
 * Null for the default colour, which app/globals.css holds already.
 */
export function writeThemeRules(theme: Theme): string | null {
  if (theme.colour === defaultTheme.colour) return null;
  const { light, dark, shared } = writeAccentVariables(theme.colour);
  return `:root{${shared};${light}}@media (prefers-color-scheme:dark){:root{${dark}}}`;
}

/** Writes the variables of an accent colour: those for both, those for light and those for dark backgrounds. */
export function writeAccentVariables(colour: HexColour): Record<'shared' | 'light' | 'dark', string> {
  const accent = deriveAccent(colour);
  return {
    shared: `--accent:${accent.fill};--on-accent:${accent.onFill};--accent-pressed:${accent.fillPressed}`,
    light: `--accent-ink:${accent.light.ink};--accent-soft:${accent.light.soft}`,
    dark: `--accent-ink:${accent.dark.ink};--accent-soft:${accent.dark.soft}`,
  };
}

const themedFragments = ['epayment', 'cancelPayment', 'bankResult', 'blacklisted', 'processed'] as const;

/** Returns whether a partner's theme applies on a path. Specification, section 2: 'depending on path fragments'. */
export function usesPartnerTheme(path: string): boolean {
  return themedFragments.some((fragment) => path.includes(fragment));
}
