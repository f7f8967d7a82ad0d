import { formatRinggit, type Sen } from '@/lib/domain/money';

/** The words of e-mails and texts. */

const malaysiaTime = new Intl.DateTimeFormat('en-MY', {
  timeZone: 'Asia/Kuala_Lumpur',
  dateStyle: 'medium',
  timeStyle: 'short',
});

export function receiptText(payment: {
  readonly productName: string;
  readonly accountNumber: string | null;
  readonly amount: Sen;
  readonly paymentId: string;
  readonly bankReference: string;
  readonly confirmedAt: string;
}): string {
  return [
    'Payment Successful',
    `${payment.productName}${payment.accountNumber === null ? '' : `, account ${payment.accountNumber}`}`,
    `Amount: ${formatRinggit(payment.amount)}`,
    `Payment ID: ${payment.paymentId}`,
    `Bank ref no.: ${payment.bankReference}`,
    `Date: ${malaysiaTime.format(new Date(payment.confirmedAt))}`,
  ].join('\n');
}

export function tacText(code: string, amount: Sen): string {
  return `ebill: ${code} is your TAC to pay ${formatRinggit(amount)}. It is good for 10 minutes. Never share it.`;
}

export function oneTimePinText(code: string): string {
  return `ebill: ${code} is your one-time PIN for auto debit. It is good for 10 minutes. Never share it.`;
}

/** `link` leads to the registration of the account that was paid for. */
export function autoDebitReminderText(
  offer: { readonly title: string; readonly message: string },
  link: string,
): string {
  return [offer.title, offer.message, `Set it up here: ${link}`].join('\n');
}
