import 'server-only';
import { defaultTheme, readTheme, type Theme } from '@/lib/theme/theme';
import type { CustomerService } from '@/lib/domain/customer-service';
import { quickPayPartnerKey } from '@/lib/domain/quick-pay-partner';
import { loadCommonConfig } from '../backend/common-config';
import { loadTheme, type PartnerTheme } from '../backend/theme';
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

interface LayoutAddress {
  readonly path: string;
  /** With its `?`, or empty. */
  readonly search: string;
  /** Of a receipt's page: the key of the partner that has issued it. */
  readonly receiptPartner: string | null;
}

async function loadPartner({ path, search, receiptPartner }: LayoutAddress): Promise<PartnerTheme | null> {
  if (receiptPartner === null) return loadVisitTheme(path, new URLSearchParams(search));
  const theme = await loadTheme({ partnerKey: receiptPartner });
  return theme.ok ? theme.value : null;
}

/** Loads the layout data of a page: the theme of the partner of its payment or receipt, else the default. */
export async function loadLayoutData(address: LayoutAddress): Promise<LayoutData> {
  const [config, partner] = await Promise.all([loadCommonConfig(), loadPartner(address)]);
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
