import type { RequestOf, ResponseInputOf } from '@/lib/contract/call';
import type { receiptCompany, receiptGet } from '@/lib/contract/receipt';
import type { Receipt } from '@/lib/domain/receipt/receipt';
import { success, type Result } from '@/lib/domain/result';
import { readAutoDebitFlag } from '../auto-debit/offer';
import { inTransaction } from '../db/database';
import { refuse, type Refusal } from '../http/refusal';
import { loadPayment, lockPayment, paysBill, type Order, type Payment } from '../payments/model';
import { readPostings } from '../postings/status';
import { readRefundStatuses } from '../refunds/status';
import type { Services } from '../services';
import { storeCompanyName } from './company';
import { describeReceipt, isPaid, readCompanyName, readIssuer, type PaidAttempt } from './description';
import { readReceiptToken, type ReceiptLink } from './link';

type ReceiptResponse = ResponseInputOf<typeof receiptGet>;
type LinkRefusal = Refusal<'unknown-receipt' | 'receipt-link-expired'>;

/** Opens a link: what it is for, unless it is not one of ours or its time is over. */
function openLink(services: Services, token: string): Result<ReceiptLink, LinkRefusal> {
  const link = readReceiptToken(services, token);
  if (link === null) return refuse('unknown-receipt');
  return services.clock.now() < link.validUntil ? success(link) : refuse('receipt-link-expired');
}

function toResponse(receipt: Receipt, order: Order, { access, validUntil }: ReceiptLink): ReceiptResponse {
  const { card, issuer, posting } = receipt;
  return {
    issuer: {
      ...{ name: issuer.name, registrationNumber: issuer.registrationNumber, address: issuer.address },
      seller: issuer.seller === undefined ? null : { ...issuer.seller },
    },
    partnerKey: paysBill(order) ? null : order.partner_key,
    productname: receipt.productName,
    furtherItems: receipt.furtherItems,
    orderNumber: receipt.orderNumber,
    accountNumber: receipt.accountNumber,
    accountName: receipt.accountName,
    itemDescList: receipt.lines.map((line) => ({ ...line })),
    additionalChargesList: receipt.charges.map((line) => ({ ...line })),
    amount: receipt.amount,
    paymentMethod: receipt.method,
    bankName: receipt.bankName,
    card: card && { cardBrand: card.brand, lastFour: card.lastFour },
    companyName: receipt.companyName,
    paymentId: receipt.paymentId,
    bankRefNo: receipt.bankReference,
    transactionId: receipt.transactionId,
    transactionDateTime: receipt.startedAt,
    paymentDateTime: receipt.confirmedAt,
    numberOfInstalments: receipt.instalmentMonths,
    isAutoDebit: receipt.isAutoDebit,
    posting: posting && { ...posting },
    accounts: receipt.accounts.map((account) => ({ ...account })),
    refunds: receipt.refunds.map((refund) => ({ ...refund })),
    contactErased: receipt.isContactErased,
    linkValidUntil: validUntil.toISOString(),
    isPayersLink: access === 'payer',
  };
}

/** Describes the receipt of a successful attempt as it is now. */
export async function describePaid(services: Services, { order }: Payment, attempt: PaidAttempt): Promise<Receipt> {
  const { db } = services;
  const [issuer, companyName, postings, refunds, isAutoDebit] = await Promise.all([
    readIssuer(db, services, order),
    readCompanyName(db, order.refid),
    readPostings(services, order),
    readRefundStatuses(db, order),
    readAutoDebitFlag(db, order),
  ]);
  return describeReceipt(services, order, attempt, { issuer, companyName, ...postings, refunds, isAutoDebit });
}

/** Reads the receipt that a link opens, as it is now: receipt.get. Changes nothing, and asks no gateway. */
export async function readReceipt(
  services: Services,
  { token }: RequestOf<typeof receiptGet>,
): Promise<Result<ReceiptResponse, LinkRefusal>> {
  const link = openLink(services, token);
  if (!link.ok) return link;
  const payment = await loadPayment(services.db, { refid: link.value.refid });
  const paid = payment.ok ? payment.value.attempts.find(isPaid) : undefined;
  if (!payment.ok || paid === undefined) return refuse('unknown-receipt');
  return success(toResponse(await describePaid(services, payment.value, paid), payment.value.order, link.value));
}

/**
 * Stores or removes the name of the company that paid, and reads the receipt: receipt.company. Only by the payer's own link. Security, row 58.
 */
export async function nameCompany(
  services: Services,
  { token, companyName }: RequestOf<typeof receiptCompany>,
): Promise<Result<ReceiptResponse, LinkRefusal | Refusal<'view-only-link'>>> {
  const link = openLink(services, token);
  if (!link.ok) return link;
  const { access, refid } = link.value;
  if (access !== 'payer') return refuse('view-only-link');
  const at = services.clock.now();
  const named = await inTransaction(services.db, async (trx) => {
    const payment = await lockPayment(trx, refid);
    const paid = payment?.attempts.find(isPaid);
    if (paid === undefined) return refuse('unknown-receipt');
    await storeCompanyName(trx, refid, companyName, at);
    return success(null);
  });
  return named.ok ? readReceipt(services, { token }) : named;
}
