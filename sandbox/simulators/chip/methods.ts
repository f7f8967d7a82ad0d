/*
 * CHIP's payment methods and the banks that it lists for FPX, from its documents (Direct Post): the simulator's own copy.
 */

export type MethodKind = 'fpx' | 'qr' | 'wallet' | 'card';

interface Method {
  readonly label: string;
  readonly kind: MethodKind;
  /** The values of `razer_bank_code` that select the wallet. */
  readonly code?: string;
}

/** By the names in `available_payment_methods`. */
export const chipMethods = {
  fpx: { label: 'FPX', kind: 'fpx' },
  fpx_b2b1: { label: 'FPX for business', kind: 'fpx' },
  duitnow_qr: { label: 'DuitNow QR', kind: 'qr' },
  visa: { label: 'Visa', kind: 'card' },
  mastercard: { label: 'Mastercard', kind: 'card' },
  american_express: { label: 'American Express', kind: 'card' },
  razer_grabpay: { label: 'GrabPay', kind: 'wallet', code: 'GrabPay' },
  razer_tng: { label: 'Touch ’n Go eWallet', kind: 'wallet', code: 'TNG-EWALLET' },
  razer_shopeepay: { label: 'ShopeePay', kind: 'wallet', code: 'ShopeePay' },
  razer_maybankqr: { label: 'Maybank QR', kind: 'wallet', code: 'MB2U_QRPay-Push' },
} as const satisfies Record<string, Method>;
export type MethodName = keyof typeof chipMethods;

/** All methods, in the order in which CHIP lists them. */
export const methodNames = Object.keys(chipMethods).filter((name) => isMethodName(name));

export function isMethodName(name: string): name is MethodName {
  return Object.hasOwn(chipMethods, name);
}

export function kindOfMethod(name: MethodName): MethodKind {
  return chipMethods[name].kind;
}

/** FPX is not offered for less, sen. */
const fpxMinimum = 100;

/** The methods for an amount in sen; `isOnline` tells whether a method is available now. */
export function listMethods(amount: number, isOnline: (name: string) => boolean): readonly MethodName[] {
  return methodNames.filter((name) => isOnline(name) && (kindOfMethod(name) !== 'fpx' || amount >= fpxMinimum));
}

const banks = {
  fpx: {
    ABB0233: 'Affin Bank',
    ABMB0212: 'Alliance Bank (Personal)',
    AGRO01: 'AGRONet',
    AMBB0209: 'AmBank',
    BIMB0340: 'Bank Islam',
    BMMB0341: 'Bank Muamalat',
    BKRM0602: 'Bank Rakyat',
    BOCM01: 'Bank Of China',
    BSN0601: 'BSN',
    BCBB0235: 'CIMB Bank',
    HLB0224: 'Hong Leong Bank',
    HSBC0223: 'HSBC Bank',
    KFH0346: 'KFH',
    MBB0228: 'Maybank2E',
    MB2U0227: 'Maybank2u',
    MBSB001: 'MBSB Bank',
    OCBC0229: 'OCBC Bank',
    PBB0233: 'Public Bank',
    RHB0218: 'RHB Bank',
    SCB0216: 'Standard Chartered',
    UOB0226: 'UOB Bank',
  },
  fpx_b2b1: {
    ABB0235: 'AFFINMAX',
    ABMB0213: 'Alliance Bank (Business)',
    AGRO02: 'AGRONetBIZ',
    AMBB0208: 'AmBank',
    BIMB0340: 'Bank Islam',
    BMMB0342: 'Bank Muamalat',
    BNP003: 'BNP Paribas',
    BCBB0235: 'CIMB Bank',
    CIT0218: 'Citibank Corporate Banking',
    DBB0199: 'Deutsche Bank',
    HLB0224: 'Hong Leong Bank',
    HSBC0223: 'HSBC Bank',
    BKRM0602: 'Bank Rakyat',
    KFH0346: 'KFH',
    MBB0228: 'Maybank2E',
    OCBC0229: 'OCBC Bank',
    PBB0233: 'Public Bank',
    PBB0234: 'Public Bank PB enterprise',
    RHB0218: 'RHB Bank',
    SCB0215: 'Standard Chartered',
    UOB0228: 'UOB Regional',
  },
} as const;

/** The banks of a method, by their codes. */
export function listBanks(method: MethodName): Readonly<Record<string, string>> {
  return method === 'fpx' || method === 'fpx_b2b1' ? banks[method] : {};
}

/**
 * The method that `?preferred=` names, with the bank's code; null if it names none. A wallet is named by itself, or by `razer` and its code:
 * CHIP's list has the one, its example the other.
 */
export function findPreferred(
  query: Readonly<Record<string, string | undefined>>,
): { readonly method: MethodName; readonly bank: string } | null {
  const { preferred = '', fpx_bank_code: bank = '', razer_bank_code: code = '' } = query;
  if (isMethodName(preferred)) return { method: preferred, bank };
  if (preferred === 'card') return { method: 'visa', bank: '' };
  const wallet = methodNames.find((name) => {
    const method: Method = chipMethods[name];
    return method.kind === 'wallet' && method.code === code;
  });
  return preferred === 'razer' && wallet !== undefined ? { method: wallet, bank: '' } : null;
}
