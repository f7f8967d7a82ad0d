import { parseLocale } from '@/lib/domain/locales';
import { sen } from '@/lib/domain/money';
import { hasEnded } from '@/lib/domain/payment/payment-states';
import type { Trx } from '../db/database';
import { writeApprovalEnded, writeApprovalNeeded } from '../outbox/approval-texts';
import { writeMessage } from '../outbox/model';
import { readIssuer } from '../receipts/description';
import type { Services } from '../services';
import { makeApproverLink, makeResultLink } from './approver-link';
import { billAccountOf, contactOf, paysBill, type Attempt, type Order } from './model';
import { hasSeveralAccounts, listOrderAccounts } from './order-accounts';
import { partnerProductOf } from './product-name';

/** The reason of an attempt that was not approved within its days. */
export const notApproved = 'not-approved';

/**
 * Writes the e-mails of a payment that waits for a company's approver, in the transaction that changes its attempt from `before` to `after`: one when
 * it first waits, to be forwarded to the approver, and one when it ends unpaid. A bank may say 'pending' in between: the attempt's deadline
 * says whether it has waited. The receipt tells of a payment that was approved.
 */
export async function tellOfApproval(
  services: Pick<Services, 'encryption' | 'publicOrigin' | 'receipts'>,
  trx: Trx,
  order: Order,
  { before, after, at }: { readonly before: Attempt; readonly after: Attempt; readonly at: Date },
): Promise<void> {
  const recipient = contactOf(after);
  const hasWaited = before.approval_deadline !== null;
  const approveBy = after.state === 'pending-approval' && !hasWaited ? after.approval_deadline : null;
  const isUnpaidEnd = hasWaited && after.state !== 'successful' && hasEnded(after.state);
  if (recipient === null || (approveBy === null && !isUnpaidEnd)) return;
  const language = parseLocale(after.payer_language);
  const accounts = hasSeveralAccounts(order) ? await listOrderAccounts(trx, order) : [];
  const payment = {
    amount: sen(after.amount),
    payee: await readIssuer(trx, services, order),
    isPartnerPaid: !paysBill(order),
    madeAt: after.created_at.toISOString(),
    productName: partnerProductOf(order, language),
    items: paysBill(order) ? [] : [...order.items, ...order.charges],
    orderNumber: order.partner_order_number,
    accountNumber: billAccountOf(order),
    accounts: accounts.map(({ accountNumber, amount }) => ({ accountNumber, amount: sen(amount) })),
    bankName: after.bank_name,
    paymentId: order.payment_id,
    transactionId: after.number,
    bankReference: after.gateway_reference,
  };
  const { text, mail } =
    approveBy === null
      ? writeApprovalEnded(
          { ...payment, isInTime: after.reason_code !== notApproved },
          makeResultLink(services, order, after).href,
          language,
        )
      : writeApprovalNeeded(
          { ...payment, approveBy: approveBy.toISOString() },
          makeApproverLink(services, order, after).href,
          language,
        );
  await writeMessage(trx, { kind: 'approval', recipient, text, mail, code: null, refid: order.refid }, at);
}
