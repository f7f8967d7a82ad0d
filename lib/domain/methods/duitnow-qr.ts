import { leastPayment, type MethodDescriptor } from './method-descriptor';

/** A DuitNow QR code for any bank's or wallet's app. It counts as a wallet: the specification has no category for it. */
export const duitnowQr = {
  id: 'duitnowQr',
  kind: 'presentment',
  category: 'wallet',
  resultRoute: '/ewallet/view/bankResult',
  limits: { minimum: leastPayment, maximum: null },
  fields: [],
  selection: null,
  card: null,
  autoDebit: false,
  instalments: false,
} as const satisfies MethodDescriptor;
