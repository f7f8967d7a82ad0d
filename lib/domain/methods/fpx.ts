import { sen } from '../money';
import { leastPayment, type MethodDescriptor } from './method-descriptor';

/** Online banking from a personal account (FPX, B2C). PayNet's limits: RM1 to RM30,000. */
export const fpx = {
  id: 'fpx',
  kind: 'redirect',
  category: 'fpx',
  resultRoute: '/bankResultFPX',
  limits: { minimum: leastPayment, maximum: sen(3_000_000) },
  fields: ['fpxBankID'],
  selection: { field: 'fpxBankID', listOptions: ({ personalBanks }) => personalBanks },
  card: null,
  autoDebit: false,
  instalments: false,
} as const satisfies MethodDescriptor;
