import { paymentMethods, type PaymentMethod } from '@/lib/domain/methods/payment-methods';

/** Where the outcome of a payment is chosen: the buttons of a bank's page, the network's page for a code, or a TAC. */
export type MethodEnding = 'bank-buttons' | 'counter' | 'duitnow' | 'tac';

export interface MethodScenario {
  readonly method: PaymentMethod;
  readonly label: string;
  /** The field of the method's selection, and its values; null if it has none or the lists are elsewhere. */
  readonly choice: { readonly field: string; readonly values: readonly string[] } | null;
  readonly ending: MethodEnding;
  readonly meaning: string;
}

const rows = {
  savedCard: {
    label: 'Saved card',
    choice: null,
    ending: 'bank-buttons',
    meaning:
      'accounts ending 09 and 10, for a customer whom a partner vouches for; Visa ending in 1111 leads to its issuer',
  },
  newCard: { label: 'Card', choice: null, ending: 'bank-buttons', meaning: 'see the cards' },
  epp: {
    label: 'Instalments',
    choice: { field: 'eppBank', values: ['MBB', 'CIMB', 'PBB'] },
    ending: 'bank-buttons',
    meaning: '6, 12 or 24 months (monthTerm), from RM100; Amex is refused',
  },
  fpx: { label: 'FPX', choice: null, ending: 'bank-buttons', meaning: 'RM1 to RM30,000' },
  fpxCorporate: {
    label: 'FPX corporate',
    choice: null,
    ending: 'bank-buttons',
    meaning: 'RM2 to RM1,000,000; has the button for corporate approval',
  },
  m2u: { label: 'Maybank2u', choice: null, ending: 'bank-buttons', meaning: 'its own page' },
  wallet: {
    label: 'E-wallet',
    choice: { field: 'selectedWallet', values: ['boost', 'shopeepay', 'setel', 'grabpay', 'touchngo'] },
    ending: 'bank-buttons',
    meaning: 'Setel and GrabPay come back by GET, the others by POST',
  },
  dcb: {
    label: 'Pay by mobile',
    choice: { field: 'selectedDCB', values: ['carrier-a', 'carrier-b', 'carrier-c'] },
    ending: 'tac',
    meaning: '60120000001, 60130000001, 60180000001; a number ending 99 is refused, one ending 98 stays pending',
  },
  counter: {
    label: 'Counter barcode',
    choice: null,
    ending: 'counter',
    meaning: 'RM1 to RM2,499.99, good for 18 h 30 min; Settle at /counter',
  },
  duitnowQr: {
    label: 'DuitNow QR',
    choice: null,
    ending: 'duitnow',
    meaning: 'good until the page expires; Approve or Decline at /duitnow',
  },
} as const satisfies Record<PaymentMethod, Omit<MethodScenario, 'method'>>;

/** How each method is paid in the sandbox, in the order in which methods are offered. */
export const methodScenarios: readonly MethodScenario[] = paymentMethods.map((method) => ({ method, ...rows[method] }));

export const sandboxWallets = rows.wallet.choice.values;

/** Returns the label of a method, with its name in the contract. */
export function describeMethod(name: string): string {
  const scenario = methodScenarios.find(({ method }) => method === name);
  return scenario === undefined ? name : `${scenario.label} (${name})`;
}
