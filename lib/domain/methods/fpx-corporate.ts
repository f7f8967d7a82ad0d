import { sen } from '../money';
import type { MethodDescriptor } from './method-descriptor';

/** Online banking from a company's account (FPX, B2B1). PayNet's limits: RM2 to RM1,000,000. Specification, section 9. */
export const fpxCorporate = {
  id: 'fpxCorporate',
  kind: 'redirect',
  category: 'fpx',
  resultRoute: '/bankResultFPX',
  limits: { minimum: sen(200), maximum: sen(100_000_000) },
  fields: ['fpxBankCorporateID'],
  selection: { field: 'fpxBankCorporateID', listOptions: ({ corporateBanks }) => corporateBanks },
  card: null,
  autoDebit: false,
  instalments: false,
} as const satisfies MethodDescriptor;
