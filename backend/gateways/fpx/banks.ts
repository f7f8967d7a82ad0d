/** Personal is retail banking (B2C), corporate is company banking (B2B1), where a second person may have to approve. */
export type FpxKind = 'personal' | 'corporate';

/** FPX, `fpx_msgToken`. */
export const messageTokens = { personal: '01', corporate: '02' } as const satisfies Record<FpxKind, string>;

/** The names of the banks, by FPX's ids. */
export const fpxBankNames = {
  personal: {
    ABB0233: 'Affin Bank',
    ABMB0212: 'Alliance Bank',
    AGRO01: 'Agrobank',
    AMBB0209: 'AmBank',
    BIMB0340: 'Bank Islam',
    BMMB0341: 'Bank Muamalat',
    BKRM0602: 'Bank Rakyat',
    BOCM01: 'Bank of China',
    BSN0601: 'BSN',
    BCBB0235: 'CIMB Clicks',
    HLB0224: 'Hong Leong Bank',
    HSBC0223: 'HSBC',
    KFH0346: 'KFH',
    MB2U0227: 'Maybank2U',
    MBB0228: 'Maybank2E',
    MBSB001: 'MBSB Bank',
    OCBC0229: 'OCBC',
    PBB0233: 'Public Bank',
    RHB0218: 'RHB',
    SCB0216: 'Standard Chartered',
    UOB0226: 'UOB',
  },
  corporate: {
    ABB0235: 'AFFINMAX',
    ABMB0213: 'Alliance',
    AGRO02: 'AGRONetBIZ',
    AMBB0208: 'AmBank',
    BIMB0340: 'Bank Islam',
    BKRM0602: 'Bank Rakyat',
    BMMB0342: 'Muamalat',
    BNP003: 'BNP Paribas',
    BCBB0235: 'CIMB',
    CIT0218: 'Citibank',
    DBB0199: 'Deutsche Bank',
    HLB0224: 'Hong Leong',
    HSBC0223: 'HSBC',
    KFH0346: 'KFH',
    MBB0228: 'Maybank2E',
    OCBC0229: 'OCBC',
    PBB0233: 'Public Bank',
    PBB0234: 'PB Enterprise',
    RHB0218: 'RHB',
    SCB0215: 'Standard Chartered',
    UOB0228: 'UOB',
  },
} as const satisfies Record<FpxKind, Readonly<Record<string, string>>>;

/** Names of banks by their ids, of both kinds: configured ones replace those of the table. */
export type BankNames = ReadonlyMap<string, string>;

/** Whether a text has the form of FPX's bank ids. */
export function isBankId(text: string): boolean {
  return /^[A-Z0-9]{1,20}$/.test(text);
}

/** Returns the name of a bank of the table; null for any other. */
export function findBankName(kind: FpxKind, bankId: string): string | null {
  const names: Readonly<Record<string, string>> = fpxBankNames[kind];
  return Object.hasOwn(names, bankId) ? (names[bankId] ?? null) : null;
}

/** Returns a bank's name: the configured one, else that of its kind's table, else its id; null for what is not an id. */
export function nameOfBank(kind: FpxKind, bankId: string, configured: BankNames): string | null {
  if (!isBankId(bankId)) return null;
  return configured.get(bankId) ?? findBankName(kind, bankId) ?? bankId;
}
