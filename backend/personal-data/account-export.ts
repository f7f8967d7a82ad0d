import { maskEmail, maskPhone } from '@/lib/domain/payment/customer-masking';
import { exportReminders } from '../bill-reminders/personal-data';
import { inTransaction, type Db } from '../db/database';
import type { PartnerCustomer } from '../db/tables';
import { recordAction } from '../operators/actions';
import type { Operator } from '../operators/model';
import { findOrder, listAttempts, type Attempt, type Order } from '../payments/model';
import { listCharges } from '../auto-debit/charges/list';
import { mandatesQuery } from '../mandates/model';
import { hasSeveralAccounts, listOrderAccounts } from '../payments/order-accounts';
import { storedProductNameOf } from '../payments/product-name';
import { listPostingsOfOrder } from '../postings/model';
import type { Services } from '../services';
import { digestAccount, listPaymentsOfAccount } from './erasure';

/** The meaning of each part of an export, for its reader. */
const meaning = {
  bill: 'The latest bill of the account, as the biller gave it to us in a file. The biller can correct it. Amounts are sen, everywhere.',
  payments:
    'Payments that were begun for the account, paid or not. Each attempt is one try to pay. Of a payment of several accounts (`accounts`) items, total, posting and the amounts of the attempts are this account’s part. `contact` is what its payer typed, and the address of the payer’s computer or phone; it is masked where the payer has not been shown to be the person who asks.',
  customer: 'What a partner has told us of its customer, who is named by this account number.',
  messages: 'E-mails and text messages about these payments that are still stored.',
  links: 'Links to the bill of this account that a partner has made.',
  savedCards:
    'Cards that were saved for this account. Their numbers are encrypted, or with the gateway, and are no part of this file.',
  autoDebit: 'The registration of the account for auto debit, if there is one.',
  mandates: 'Registrations for auto debit and their cancellations, as the biller was told.',
  charges: 'Bills of this account that were, or will be, charged by auto debit.',
  reminders: 'E-mails before bills of this account are due, as their readers have asked for them.',
  erasures: 'When data of this account were erased, because somebody asked for it.',
} as const;

/** Whether an e-mail address is one of those that the person who asks has been shown to have. */
type IsOwn = (email: string | null | undefined) => boolean;

/** Contact data belong to whoever gave them: others see that there are some. */
function describeContact(
  isOwn: IsOwn,
  contact: { readonly email: string | null; readonly [other: string]: string | null },
) {
  const { email } = contact;
  if (email === null || email === '') return null;
  return isOwn(email) ? contact : { email: maskEmail(email), isMasked: true };
}

function describeCustomer(isOwn: IsOwn, customer: PartnerCustomer | null) {
  if (customer === null) return null;
  const { email } = customer;
  if (isOwn(email)) return customer;
  return { email: email === undefined ? null : maskEmail(email), isMasked: true };
}

/** `amount`: sen of the attempt's money that are the account's. */
function describeAttempt(isOwn: IsOwn, attempt: Attempt, amount: number) {
  return {
    number: attempt.number,
    method: attempt.method,
    bank: attempt.bank_name,
    amount,
    state: attempt.state,
    startedAt: attempt.created_at.toISOString(),
    confirmedAt: attempt.confirmed_at?.toISOString() ?? null,
    bankReference: attempt.gateway_reference,
    instalmentMonths: attempt.instalment_months,
    language: attempt.payer_language,
    contact: describeContact(isOwn, {
      email: attempt.payer_email,
      phoneNumber: attempt.payer_phone,
      clientAddress: attempt.payer_address,
      visit: attempt.visit_id,
    }),
  };
}

/**
 * What a payment of several accounts says of one of them: its part, and its posting. The others are accounts of somebody else, as far as is known.
 * Items are named after their accounts.
 */
async function describePart(db: Db, order: Order, account: string) {
  const postings = await listPostingsOfOrder(db, order.refid);
  const { items, charges, total } = order;
  if (!hasSeveralAccounts(order)) return { items, charges, total, posting: postings[0] ?? null };
  const accounts = await listOrderAccounts(db, order);
  const own = accounts.find(({ accountNumber }) => accountNumber === account);
  return {
    items: items.filter(({ name }) => name.includes(account)),
    charges: [],
    total: own?.amount ?? 0,
    posting: postings.find(({ accountNumber }) => accountNumber === account) ?? null,
  };
}

async function describePayment(db: Db, isOwn: IsOwn, order: Order, account: string) {
  const attempts = await listAttempts(db, order.refid);
  const { items, charges, total, posting } = await describePart(db, order, account);
  const history = await db
    .selectFrom('payment_history')
    .select(['state', 'moved_by as by', 'at'])
    .where('order_refid', '=', order.refid)
    .orderBy('id')
    .execute();
  return {
    refid: order.refid,
    paymentId: order.payment_id,
    partner: order.partner_key,
    partnerOrderNumber: order.partner_order_number,
    product: storedProductNameOf(order),
    ...{ items, charges, total },
    accounts: order.account_count,
    state: order.state,
    createdAt: order.created_at.toISOString(),
    contactErasedAt: order.contact_erased_at?.toISOString() ?? null,
    contact: describeContact(isOwn, { email: order.email, phoneNumber: order.phone_number }),
    customer: describeCustomer(isOwn, order.customer),
    attempts: attempts.map((attempt) =>
      describeAttempt(isOwn, attempt, hasSeveralAccounts(order) ? total : attempt.amount),
    ),
    posting: posting && { state: posting.state, receiptNumber: posting.receiptNumber },
    history: history.map(({ at, ...entry }) => ({ at: at.toISOString(), ...entry })),
  };
}

async function listMessages(db: Db, isOwn: IsOwn, refid: string) {
  const rows = await db
    .selectFrom('outbox')
    .select(['kind', 'recipient', 'created_at', 'delivered_at'])
    .where('order_refid', '=', refid)
    .execute();
  return rows.map(({ kind, recipient, created_at, delivered_at }) => ({
    refid,
    kind,
    recipient: isOwn(recipient) ? recipient : maskRecipient(recipient),
    writtenAt: created_at.toISOString(),
    deliveredAt: delivered_at?.toISOString() ?? null,
  }));
}

function maskRecipient(recipient: string): string {
  return recipient.includes('@') ? maskEmail(recipient) : maskPhone(recipient);
}

/** What is stored of an account, apart from its payments. No card data but what its owner is shown of a saved card. */
async function describeAccount(services: Services, account: string, isOwn: IsOwn) {
  const { db, savedCards } = services;
  const bill = await db.selectFrom('bills').selectAll().where('account_number', '=', account).executeTakeFirst();
  const links = await db
    .selectFrom('bill_links')
    .select(['amount', 'created_at as createdAt'])
    .where('account_number', '=', account)
    .execute();
  const registration = await db
    .selectFrom('auto_debits')
    .select(['registered_at as registeredAt', 'card_brand as cardBrand', 'card_last_four as cardLastFour', 'mandate'])
    .where('account_number', '=', account)
    .executeTakeFirst();
  const mandates = await mandatesQuery(db).where('mandates.account_number', '=', account).execute();
  const charges = await listCharges(db, { account });
  const erasures = await db
    .selectFrom('erasures')
    .select(['at', 'reason', 'erased'])
    .where('subject', '=', digestAccount(services, account))
    .execute();
  const cards = await savedCards.listOfAccount(db, account);
  return {
    bill: bill ?? null,
    links,
    savedCards: cards.map(({ brand, lastFour }) => ({ brand, lastFour })),
    autoDebit: registration ?? null,
    mandates: mandates.map(({ reference, action, createdAt, state, cardBrand, cardLastFour }) => ({
      ...{ reference, action, createdAt, state, cardBrand, cardLastFour },
    })),
    charges: charges.map(({ accountNumber: _account, ...charge }) => charge),
    reminders: await exportReminders(db, account, isOwn),
    erasures,
  };
}

/**
 * Exports what is stored about an account (PDPA, section 30), for the account's holder. Payers of the account may be other persons, whose
 * contact data are theirs: `emails` are the addresses that the person who asks has been shown to have, and contact data of others are masked.
 */
export async function exportAccount(
  services: Services,
  { account, emails, by }: { readonly account: string; readonly emails: readonly string[]; readonly by: Operator },
) {
  const { db, clock } = services;
  const action = { operator: by, action: 'payer-exported', subject: digestAccount(services, account) } as const;
  await inTransaction(db, (trx) => recordAction(trx, { ...action, reason: null, at: clock.now() }));
  const own = new Set(emails.map((email) => email.toLowerCase()));
  const isOwn: IsOwn = (email) => typeof email === 'string' && own.has(email.toLowerCase());
  const refids = await listPaymentsOfAccount(db, account);
  const payments: Awaited<ReturnType<typeof describePayment>>[] = [];
  const messages: Awaited<ReturnType<typeof listMessages>>[number][] = [];
  for (const refid of refids) {
    const order = await findOrder(db, refid);
    if (order === null) continue;
    payments.push(await describePayment(db, isOwn, order, account));
    messages.push(...(await listMessages(db, isOwn, refid)));
  }
  return {
    account,
    exportedAt: clock.now().toISOString(),
    meaning,
    ...(await describeAccount(services, account, isOwn)),
    payments: payments.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt)),
    messages,
  };
}
