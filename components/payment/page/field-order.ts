import { methodTable } from '@/lib/domain/methods/method-table';
import { paymentMethods } from '@/lib/domain/methods/payment-methods';

/** Names of the fields of the methods, in the order of the page. */
export const methodFields: readonly string[] = [
  'selectedPaymentMethod',
  ...paymentMethods.flatMap((method): readonly string[] => methodTable[method].fields),
];

/** Names of the payment form's fields in the order of the page, which is the order in which problems are listed. */
export const paymentFieldOrder: readonly string[] = ['userEmailAddress', ...methodFields, 'phoneNumber', 'payAgain'];
