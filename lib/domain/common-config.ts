import type { Rebate } from './auto-debit';
import type { Sen } from './money';

/** Configuration for all pages: switches, limits and texts that an operator sets (specification, section 3). */
export interface CommonConfig {
  readonly isUnderMaintenance: boolean;
  readonly analyticsEnabled: boolean;
  /** False: English only. */
  readonly localisationEnabled: boolean;
  /** The maximum of an advance payment above the current balance; 0 allows none. */
  readonly advanceLimit: Sen;
  readonly advanceLimitCustomerType: string;
  readonly exactBalanceCustomerType: string;
  readonly autoDebitBanner: string | null;
  /** Text shown on quick pay's first page. */
  readonly quickPayMessage: string | null;
  readonly promotion: { readonly imageUrl: string; readonly linkUrl: string } | null;
  readonly autoDebit: { readonly nonLoggedInEnabled: boolean; readonly type: string; readonly rebate: Rebate };
  readonly accountLink: {
    readonly authorizeUrl: string;
    readonly clientId: string;
    readonly redirectUri: string;
  } | null;
  readonly feedbackAccessToken: string | null;
  /** The backend simulates banks and carriers: pages show a banner. */
  readonly isSandbox: boolean;
}
