import { stateAt, type BankPayment, type BankState } from '../bank/bank-payment';
import type { GatewayProtocol, ReportFields } from '../bank/gateway-protocol';
import { signAsEghl } from './hash';
import type { EghlMerchant } from './request';

const notFound = { status: '-1', message: 'Transaction not found' };

const statusOfState = {
  // The wallet decides on its page.
  open: notFound,
  approved: { status: '0', message: 'Transaction Successful' },
  declined: { status: '1', message: 'Transaction Failed' },
  cancelled: { status: '1', message: 'Buyer cancelled' },
  pending: { status: '2', message: 'Transaction Pending' },
  'pending-approval': { status: '2', message: 'Transaction Pending' },
  unknown: { status: '2', message: 'Transaction Pending' },
  voided: { status: '9', message: 'Transaction Reversed' },
  expired: { status: '1', message: 'Payment page timed out' },
  'no-payment': notFound,
} as const satisfies Record<BankState | 'expired', { readonly status: string; readonly message: string }>;

/** eGHL's response to a page that is reloaded after its payment has ended, whatever the outcome. */
const duplicate = { status: '1', message: 'Duplicate Payment ID' };

/** What a QUERY tells of a payment that was refunded in full. It does not tell of a part: that is not published. */
const refunded = { status: '10', message: 'Transaction Refunded' };

function ringgit(amount: number): string {
  return (amount / 100).toFixed(2);
}

/** Returns a signed response with a status; without a transaction id if eGHL has no transaction. */
export function buildResponse(
  request: Readonly<Record<string, string>>,
  result: { readonly status: string; readonly message: string },
  transactionId: string,
  password: string,
): Record<string, string> {
  const repeat = (name: string) => request[name] ?? '';
  return signAsEghl(
    {
      TransactionType: repeat('TransactionType'),
      PymtMethod: repeat('PymtMethod'),
      ServiceID: repeat('ServiceID'),
      PaymentID: repeat('PaymentID'),
      OrderNumber: repeat('OrderNumber'),
      Amount: repeat('Amount'),
      CurrencyCode: repeat('CurrencyCode'),
      TxnID: transactionId,
      IssuingBank: repeat('IssuingBank'),
      TxnStatus: result.status,
      AuthCode: result.status === '0' ? transactionId.slice(-6) : '',
      TxnMessage: result.message,
    },
    password,
  );
}

export interface EghlProtocol extends GatewayProtocol {
  /** The response to a QUERY of a payment that was refunded in full. */
  signRefunded(payment: BankPayment): ReportFields;
  /** The response to a reloaded page. */
  signDuplicate(payment: BankPayment): ReportFields;
}

/** Wallets that return by GET; eGHL allows either. */
const returnsByGet = new Set(['Setel', 'GrabPay']);

export function createEghlProtocol({ password }: EghlMerchant, now: () => number): EghlProtocol {
  function respond(payment: BankPayment, result: { readonly status: string; readonly message: string }) {
    const named = { PaymentID: payment.number, OrderNumber: payment.number };
    const request = { ...payment.details, ...named, Amount: ringgit(payment.amount), CurrencyCode: payment.currency };
    return buildResponse(request, result, result === notFound ? '' : payment.reference, password);
  }
  return {
    describeBank: ({ details }) => (details.PymtMethod === 'DD' ? 'Maybank2u' : `${details.IssuingBank ?? ''} wallet`),
    returnUrl: ({ details }) => details.MerchantReturnURL ?? '',
    returnMethod: ({ details }) => (returnsByGet.has(details.IssuingBank ?? '') ? 'get' : 'post'),
    callbackUrl: ({ details }) => details.MerchantCallBackURL ?? '',
    signReport: (payment) => respond(payment, statusOfState[stateAt(payment, now())]),
    signRefunded: (payment) => respond(payment, refunded),
    signDuplicate: (payment) => respond(payment, duplicate),
    tamperWithAmount: (fields, amount) => ({ ...fields, Amount: ringgit(amount) }),
    replaceNumber: (fields, number) => ({ ...fields, PaymentID: number, OrderNumber: number }),
  };
}
