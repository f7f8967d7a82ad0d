/*
 * The banks as FPX lists them: the simulator's own copy of the published list, sharing no code with the gateway.
 */

const bankNames = {
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
};

/** The simulated banks of FPX's test environment, as its sellers name them. */
const testBankNames = { TEST0021: 'SBI Bank A', TEST0022: 'SBI Bank B', TEST0023: 'SBI Bank C' };

/** Returns the names of the banks by their ids: personal (B2C) or corporate (B2B1), and those of the test environment if asked for. */
export function listFpxBanks(isCorporate: boolean, hasTestBanks: boolean): Readonly<Record<string, string>> {
  const names = isCorporate ? bankNames.corporate : bankNames.personal;
  return hasTestBanks ? { ...names, ...testBankNames } : names;
}
