import type { SettlementProfileInput } from './profile';

/**
 * Profiles to begin with, one for each service. No provider publishes the format of its files, and each merchant can choose columns: compare
 * them with the first file that you are sent, and give your own by `--profile FILE.json` if they differ. `examples/settlement-files` has a
 * file of each.
 */
export const settlementProfiles: Readonly<Record<string, SettlementProfileInput>> = {
  fpx: {
    gateway: { column: 'Model', values: { B2C: 'fpx', B2B1: 'fpxCorporate' } },
    separator: ',',
    reference: { column: 'FPX Transaction ID' },
    amount: { gross: 'Transaction Amount' },
    currency: 'Currency',
    footers: ['Total', 'Grand Total'],
  },
  acquirer: {
    gateway: 'acquirer',
    separator: ';',
    reference: { column: 'Transaction ID' },
    amount: { net: 'Net Amount', fee: 'Commission' },
    kind: {
      column: 'Type',
      values: {
        ...{ SALE: 'payment', REFUND: 'refund', FEE: 'fee', PAYOUT: 'ignored' },
        ...{ CHARGEBACK: 'chargeback', 'CHARGEBACK REVERSAL': 'chargeback-reversal' },
      },
    },
    currency: 'Currency',
    footers: ['Total'],
  },
  eghl: {
    gateway: { column: 'Payment Method', values: { WA: 'eghl', DD: 'm2u' } },
    separator: ',',
    reference: { column: 'Payment ID', of: 'attempt' },
    amount: { gross: 'Gross', fee: 'MDR', net: 'Net' },
    kind: { column: 'Transaction Type', values: { SALE: 'payment', REFUND: 'refund', REVERSAL: 'refund', FEE: 'fee' } },
    footers: ['Total', '<END>'],
  },
  counter: {
    gateway: 'counter',
    separator: ',',
    reference: { column: 'Reference' },
    amount: { gross: 'Amount' },
    footers: ['Total'],
  },
  duitnow: {
    gateway: 'duitnow',
    separator: '|',
    reference: { column: 'Business Message ID' },
    amount: { gross: 'Amount' },
    kind: { column: 'CR/DR', values: { CR: 'payment', DR: 'refund' } },
    currency: 'Currency',
    footers: ['TRAILER'],
  },
};
