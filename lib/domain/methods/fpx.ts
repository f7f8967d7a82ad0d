import { sen } from '../money';
import { leastPayment, type MethodDescriptor } from './method-descriptor';

/**
 * FPX's terms and conditions, to which its payers agree by paying. PayNet's sellers link this address on its production host; it has none for
 * tests. Source: the pages of sellers in public repositories, whose words are those of PayNet's sample page.
 */
export const fpxTermsUrl = 'https://www.mepsfpx.com.my/FPXMain/termsAndConditions.jsp';

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
