import { defaultTheme, readTheme, usesPartnerTheme } from '@/lib/theme/theme';
import type { LayoutData, VisitAddress } from '@/lib/theme/site-look';
import { loadCommonConfig } from '@/lib/server/backend/common-config';
import { loadVisitTheme } from '@/lib/server/visit/visit-policy';

/** Gives the look of the page at an address: a partner's on the paths that take one, the default anywhere else. */
export async function loadLayoutData({ path, search }: VisitAddress): Promise<LayoutData> {
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
