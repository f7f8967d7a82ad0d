import 'server-only';
import { defaultTheme, readTheme, usesPartnerTheme, type Theme } from '@/lib/theme/theme';
import { loadCommonConfig } from '../backend/common-config';
import { loadVisitTheme } from './visit-policy';

/** The data of the root layout, without texts. */
export interface LayoutData {
  readonly theme: Theme;
  /** Shown when the partner's logo does not load; null on pages without a partner. */
  readonly partnerName: string | null;
  /** The backend simulates banks and carriers: pages show a banner. */
  readonly isSandbox: boolean;
  /** False when the operator has turned Malay off. */
  readonly canChooseLanguage: boolean;
}

/**
 * Loads the layout data of the page at a URL (`search` with its `?` or empty): a partner's theme on the paths that have one, else the
 * default.
 */
export async function loadLayoutData({
  path,
  search,
}: {
  readonly path: string;
  readonly search: string;
}): Promise<LayoutData> {
  const [config, partner] = await Promise.all([
    loadCommonConfig(),
    usesPartnerTheme(path) ? loadVisitTheme(path, new URLSearchParams(search)) : null,
  ]);
  const theme = partner === null ? defaultTheme : readTheme({ colour: partner.colour, logoUrl: partner.logoUrl });
  return {
    theme,
    partnerName: partner?.partnerName ?? null,
    isSandbox: config.ok && config.value.isSandbox,
    canChooseLanguage: !config.ok || config.value.localisationEnabled,
  };
}
