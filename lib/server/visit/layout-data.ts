import { defaultTheme, readTheme, takesPartnerTheme } from '@/lib/theme/theme';
import type { SiteLook, VisitAddress } from '@/lib/theme/site-look';
import { loadCommonConfig } from '@/lib/server/backend/common-config';
import { loadVisitedTheme } from '@/lib/server/visit/visit-policy';

/** Gives the look of the page at an address: a partner's on the paths that take one, the default anywhere else. */
export async function loadSiteLook({ path, search }: VisitAddress): Promise<SiteLook> {
  const [config, partner] = await Promise.all([
    loadCommonConfig(),
    takesPartnerTheme(path) ? loadVisitedTheme(path, new URLSearchParams(search)) : null,
  ]);
  const theme = partner === null ? defaultTheme : readTheme({ colour: partner.colour, logoUrl: partner.logoUrl });
  return {
    theme,
    partnerName: partner?.partnerName ?? null,
    isSandbox: config.ok && config.value.isSandbox,
    canChooseLanguage: !config.ok || config.value.localisationEnabled,
  };
}
