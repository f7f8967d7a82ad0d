import { stateAt, type BankPayment, type BankState } from '../bank/bank-payment';
import type { GatewayProtocol, ReportFields } from '../bank/gateway-protocol';
import { listFpxBanks } from './banks';
import { signAsFpx } from './checksum';

export interface FpxRailSettings {
  readonly siteOrigin: string;
  readonly backendUrl: string;
  readonly privateKey: string;
  readonly now: () => number;
}

const codeOfState = {
  // The bank decides on its page.
  open: '76',
  approved: '00',
  declined: '51',
  cancelled: '1C',
  pending: '09',
  'pending-approval': '99',
  unknown: '09',
  voided: '51',
  expired: '1D',
  'no-payment': '76',
} as const satisfies Record<BankState | 'expired', string>;

function ringgit(amount: number): string {
  return (amount / 100).toFixed(2);
}

function malaysiaTime(iso: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone: 'Asia/Kuala_Lumpur', hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
  }).formatToParts(new Date(iso));
  const find = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return ['year', 'month', 'day', 'hour', 'minute', 'second'].map(find).join('');
}

/** Returns a signed AC that repeats the request's fields with `code`; `transaction` is null if FPX has none. */
export function buildConfirmation(
  request: Readonly<Record<string, string>>,
  code: string,
  transaction: { readonly id: string; readonly time: string; readonly amount: string } | null,
  privateKey: string,
): Record<string, string> {
  const bankId = request.fpx_buyerBankId ?? '';
  const repeated = Object.fromEntries(
    ['msgToken', 'sellerExId', 'sellerExOrderNo', 'sellerId', 'sellerOrderNo', 'sellerTxnTime', 'txnCurrency']
      .map((name) => `fpx_${name}`)
      .map((name) => [name, request[name] ?? '']),
  );
  const isPaid = code === '00';
  const message = {
    ...repeated,
    fpx_msgType: 'AC',
    fpx_buyerBankId: bankId,
    fpx_buyerBankBranch: (listFpxBanks(request.fpx_msgToken === '02', true)[bankId] ?? '').toUpperCase(),
    fpx_buyerName: transaction ? 'SANDBOX BUYER' : '',
    fpx_buyerId: '',
    fpx_buyerIban: '',
    fpx_makerName: '',
    fpx_debitAuthCode: code,
    fpx_debitAuthNo: isPaid && transaction ? transaction.id.slice(-8) : '',
    fpx_creditAuthCode: isPaid ? '00' : '',
    fpx_creditAuthNo: isPaid && transaction ? transaction.id.slice(-8) : '',
    fpx_fpxTxnId: transaction?.id ?? '',
    fpx_fpxTxnTime: transaction?.time ?? '',
    fpx_txnAmount: transaction?.amount ?? request.fpx_txnAmount ?? '',
  };
  return signAsFpx('AC', message, privateKey);
}

/** The code for an AR whose order number FPX has seen before, whatever became of that payment. */
const duplicateOrder = '45';

export interface FpxProtocol extends GatewayProtocol {
  /** The AC in response to a repeated AR. */
  signDuplicate(payment: BankPayment): ReportFields;
}

export function createFpxProtocol(settings: FpxRailSettings): FpxProtocol {
  function requestOf({ number, details }: BankPayment): Readonly<Record<string, string>> {
    return { ...details, fpx_sellerExOrderNo: number, fpx_sellerOrderNo: number };
  }
  function signReport(payment: BankPayment): ReportFields {
    const state = stateAt(payment, settings.now());
    const code = state === 'declined' && payment.reason !== '' ? payment.reason : codeOfState[state];
    const transaction = {
      id: payment.reference,
      time: malaysiaTime(payment.decidedAt),
      amount: ringgit(payment.amount),
    };
    return buildConfirmation(
      requestOf(payment),
      code,
      state === 'no-payment' ? null : transaction,
      settings.privateKey,
    );
  }
  return {
    describeBank: (payment) =>
      listFpxBanks(payment.isCorporate, true)[payment.details.fpx_buyerBankId ?? ''] ?? 'Online banking',
    returnUrl: () => `${settings.siteOrigin}/bankResultFPX`,
    callbackUrl: () => `${settings.backendUrl}/callbacks/fpx`,
    signReport,
    signDuplicate: (payment) => buildConfirmation(requestOf(payment), duplicateOrder, null, settings.privateKey),
    tamperWithAmount: (fields, amount) => ({ ...fields, fpx_txnAmount: ringgit(amount) }),
    replaceNumber: (fields, number) => ({ ...fields, fpx_sellerExOrderNo: number, fpx_sellerOrderNo: number }),
  };
}
