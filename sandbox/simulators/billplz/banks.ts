/** Billplz's names of the personal banks by their codes (Payment Gateway Abbreviations): the simulator's own copy. */
export const billplzBanks = {
  ABMB0212: 'allianceonline',
  ABB0233: 'affinOnline',
  AMBB0209: 'AmOnline',
  AGRO01: 'AGRONet',
  BCBB0235: 'CIMB Clicks',
  BIMB0340: 'Bank Islam Internet Banking',
  BKRM0602: 'i-Rakyat',
  BMMB0341: 'i-Muamalat',
  BOCM01: 'Bank of China',
  BSN0601: 'myBSN',
  CIT0219: 'Citibank Online',
  HLB0224: 'HLB Connect',
  HSBC0223: 'HSBC Online Banking',
  KFH0346: 'KFH Online',
  MB2U0227: 'Maybank2u',
  MBB0228: 'Maybank2E',
  OCBC0229: 'OCBC Online Banking',
  PBB0233: 'PBe',
  RHB0218: 'RHB Now',
  SCB0216: 'SC Online Banking',
  UOB0226: 'UOB Internet Banking',
} as const;
export type BillplzBank = keyof typeof billplzBanks;

export function isBillplzBank(code: string): code is BillplzBank {
  return Object.hasOwn(billplzBanks, code);
}
