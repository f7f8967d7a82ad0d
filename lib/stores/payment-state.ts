import type { CommonConfig } from '@/lib/domain/common-config';
import type { Onward, PaymentPage, PaymentResult, PaymentStart } from '@/lib/domain/payment';
import type { PaymentMethod } from '@/lib/domain/payment-methods';
import { idleFlow, type ErrorDetail, type Flow } from './flow';
import { nobody, type RememberedUser } from './persisted-user';

/**
 * The payer's choices, in the specification's names (section 3). `cardDetails` and `cardDetailsEPP` hold encrypted card data alone
 * (a compact JWE): a typed card never enters a store.
 */
export interface PaymentRequest {
  readonly cardDetails: {
    readonly jwe: string | null;
    readonly uniqueCardId: string | null;
    readonly saveCard: boolean;
  };
  readonly cardDetailsEPP: {
    readonly jwe: string | null;
    readonly bank: string | null;
    readonly months: number | null;
  };
  readonly isFavCardOption: boolean;
  readonly selectedPaymentMethod: PaymentMethod | null;
  readonly fpxBankID: string | null;
  readonly fpxBankCorporateID: string | null;
  readonly selectedWallet: string | null;
  readonly selectedDCB: string | null;
  readonly isAutoDebitOption: boolean;
  readonly userEmailAddress: string | null;
}

/** The "UES" details: what is known of the customer. */
export interface CustomerDetails {
  readonly email: string | null;
  readonly phoneNumber: string | null;
}

export interface PartnerKeyList {
  readonly autoDebitPopupTitle: string;
  readonly autoDebitPopupMessage: string;
  readonly autoDebitThankYouMessage: string;
  readonly providerKeys: readonly string[];
}

export interface AutoDebitInfo {
  readonly state: 'offered' | 'registered' | 'not-offered';
  readonly autoDebitType: string;
  readonly maskedMobileNumber: string | null;
}

export interface AutoDebitRegistration {
  readonly state: 'registered';
}

export interface CommonTheme {
  readonly colour: string;
  readonly logoUrl: string | null;
}

/** The calls that have nothing but a way: each is started, then completed or has an error. */
export interface PaymentFlows {
  readonly deletingCard: Flow<{ readonly uniqueCardId: string }>;
  readonly common: Flow<unknown>;
  readonly result: Flow<PaymentResult>;
  readonly cancel: Flow<PaymentResult>;
  readonly processed: Flow<PaymentResult>;
  readonly blacklisted: Flow<PaymentResult>;
  readonly autoDebitInfo: Flow<AutoDebitInfo>;
  readonly partnerKeyList: Flow<PartnerKeyList>;
  readonly autoDebitLink: Flow<AutoDebitRegistration>;
  readonly autoDebitOtp: Flow<AutoDebitRegistration>;
  readonly uesDetails: Flow<CustomerDetails>;
  readonly config: Flow<CommonConfig>;
}

/** The payment state. Specification, sections 3 and 4. */
export interface PaymentState extends PaymentFlows {
  readonly isFetching: boolean;
  readonly page: PaymentPage | null;
  readonly paymentAttempt: boolean;
  readonly isPaymentProcessing: boolean;
  readonly error: ErrorDetail | null;
  readonly paymentRequest: PaymentRequest;
  readonly paymentStart: PaymentStart | null;
  readonly paymentRedirect: Onward | null;
  readonly theme: CommonTheme | null;
  /** The only part that outlives the page. */
  readonly user: RememberedUser;
}

export const initialPaymentRequest: PaymentRequest = {
  cardDetails: { jwe: null, uniqueCardId: null, saveCard: false },
  cardDetailsEPP: { jwe: null, bank: null, months: null },
  isFavCardOption: false,
  selectedPaymentMethod: null,
  fpxBankID: null,
  fpxBankCorporateID: null,
  selectedWallet: null,
  selectedDCB: null,
  isAutoDebitOption: false,
  userEmailAddress: null,
};

export const initialPaymentState: PaymentState = {
  isFetching: false,
  page: null,
  paymentAttempt: false,
  isPaymentProcessing: false,
  error: null,
  paymentRequest: initialPaymentRequest,
  paymentStart: null,
  paymentRedirect: null,
  theme: null,
  user: nobody,
  deletingCard: idleFlow,
  common: idleFlow,
  result: idleFlow,
  cancel: idleFlow,
  processed: idleFlow,
  blacklisted: idleFlow,
  autoDebitInfo: idleFlow,
  partnerKeyList: idleFlow,
  autoDebitLink: idleFlow,
  autoDebitOtp: idleFlow,
  uesDetails: idleFlow,
  config: idleFlow,
};
