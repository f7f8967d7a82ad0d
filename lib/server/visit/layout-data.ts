import 'server-only';
import { defaultTheme, readTheme, type Theme } from '@/lib/theme/theme';
import type { CustomerService } from '@/lib/domain/customer-service';
import { quickPayPartnerKey } from '@/lib/domain/quick-pay-partner';
import { loadCommonConfig } from '../backend/common-config';
import { readEnvironment } from '../environment';
import { loadVisitTheme } from './visit-policy';

/** The data of the root layout, without texts. */
export interface LayoutData {
  readonly theme: Theme;
  /** Shown when the partner's logo does not load; null on pages without a partner. */
  readonly partnerName: string | null;
  /** The page is of a partner's payment, not of quick pay's. */
  readonly isPartnerVisit: boolean;
  /** The backend simulates banks and carriers: pages show a banner. */
  readonly isSandbox: boolean;
  /** False when the operator has turned every language but English off. */
  readonly canChooseLanguage: boolean;
  readonly customerService: CustomerService;
  /** The operator states that it complies with PCI DSS. */
  readonly isPciDssCompliant: boolean;
}

/** Loads the layout data of the page at a URL (`search` with its `?` or empty): the theme of its payment's partner, else the default. */
export async function loadLayoutData({
  path,
  search,
}: {
  readonly path: string;
  readonly search: string;
}): Promise<LayoutData> {
  const [config, partner] = await Promise.all([loadCommonConfig(), loadVisitTheme(path, new URLSearchParams(search))]);
  const { customerService, isPciDssCompliant } = readEnvironment();
  const theme = partner === null ? defaultTheme : readTheme({ colour: partner.colour, logoUrl: partner.logoUrl });
  return {
    theme,
    partnerName: partner?.partnerName ?? null,
    isPartnerVisit: partner !== null && partner.partnerKey !== quickPayPartnerKey,
    isSandbox: config.ok && config.value.isSandbox,
    canChooseLanguage: !config.ok || config.value.localisationEnabled,
    customerService,
    isPciDssCompliant,
  };
}
