import { sen } from '../money';
import { leastPayment, type MethodDescriptor } from './method-descriptor';

/** Cash at a shop's counter, by a barcode. The limits are one public chain's: RM1 to RM2,499.99. It counts as a wallet: the specification has no category for it. */
export const counter = {
  id: 'counter',
  kind: 'presentment',
  category: 'wallet',
  resultRoute: '/ewallet/view/bankResult',
  limits: { minimum: leastPayment, maximum: sen(249_999) },
  fields: [],
  selection: null,
  card: null,
  autoDebit: false,
  instalments: false,
} as const satisfies MethodDescriptor;
