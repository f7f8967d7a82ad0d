import { noCustomerService, type CustomerService } from '../customer-service';
import { formatDay, formatMoment } from '../format-time';
import type { Locale } from '../locales';
import { formatRinggit, type Sen } from '../money';
import type { CardBrand } from '../card/card-brands';
import { isCardMethod } from '../methods/method-table';
import type { PaymentMethod } from '../methods/payment-methods';
import type { PostingStatus } from '../payment/posting-states';
import { isRefundedInFull, type RefundStatus } from '../payment/refund-states';
import { toUsualDuration, type UsualDuration } from '../payment/usual-duration';
import { receiptNumberOf, type Receipt, type ReceiptIssuer } from './receipt';

/** The messages of a receipt, which uses the terms of the result screen: keys of `messages/`. */
export type ReceiptMessage =
  | `receipt.${'title' | 'registrationNumber' | 'receiptNumber' | 'card' | 'cardEnding' | 'companyName'}`
  | `receipt.${'accounts' | 'productOfAccounts' | 'accountStatus' | 'items' | 'total' | 'continued' | 'details' | 'page'}`
  | `receipt.${'transactionDateTime' | 'startedAt' | 'approvedAt' | 'times' | 'noSignature'}`
  | `receipt.${'soldBy' | 'paidThrough' | 'paidThroughWithStatement' | 'orderQuestions' | 'paymentQuestions'}`
  | `result.${'amount' | 'product' | 'orderNumber' | 'accountNumber' | 'paymentMethod' | 'bank' | 'paymentDateTime' | 'paymentId'}`
  | `result.${'bankReference' | 'transactionId' | 'instalments' | 'autoDebit' | 'autoDebitOn' | 'autoDebitOff'}`
  | `result.${'successful' | 'refunded'}.${'title' | 'text'}`
  | `result.posting.${PostingStatus | UsualDuration['unit']}`
  | `result.${'postings' | 'accountPosting'}.${PostingStatus}`
  | 'result.postings.acceptedRest'
  | 'result.accountPosting.refunded'
  | `result.refund.${RefundStatus}`
  | 'result.refundOf'
  | `result.contactErased`
  | `methods.${PaymentMethod}`
  | `cardBrands.${CardBrand}`
  | `order.${'billProduct' | 'productAndMore'}`
  | 'bill.accountName'
  | `layout.${'siteName' | 'customerService' | 'whatsApp'}`;

/** Translates a message into the language of the receipt. */
export type TranslateReceipt = (key: ReceiptMessage, values?: Readonly<Record<string, string | number>>) => string;

/** A fact of the payment. `name` is the same in every language. */
export interface ReceiptFact {
  readonly name: string;
  readonly term: string;
  readonly value: string;
}

/** What belongs to a row, below it. */
export interface ReceiptDetail extends ReceiptFact {
  /** It is a status, which stands out from the references of other rows. */
  readonly isStatus?: boolean;
}

/** A row of a receipt, between two lines. */
export interface ReceiptRow extends ReceiptFact {
  /** Of an account, which is the term: the masked name of its holder. */
  readonly accountName?: string | null;
  /** What belongs to it: of an account, its receipt number or status. */
  readonly detail?: ReceiptDetail | null;
  /** It is the sum of the rows above it. */
  readonly isTotal?: boolean;
}

/** Returns the lines of a row's term: of an account its number and the name of its holder. */
export function listTermLines({ term, accountName }: ReceiptRow): readonly string[] {
  return accountName ? [term, accountName] : [term];
}

/** Writes what belongs to a row as one text. */
export function writeDetail({ term, value }: ReceiptDetail): string {
  return `${term}: ${value}`;
}

/** Splits a note at its e-mail addresses, which stay whole on a line: every second part is one. */
export function splitAddresses(note: string): readonly string[] {
  return note.split(/(?<![\w.+-])([\w.+-]+@[\w.-]+)(?<!\.)/);
}

/** Rows with a title, and the title that they have where they continue on another page. */
export interface ReceiptSection {
  readonly title: string;
  readonly continued: string;
  readonly rows: readonly ReceiptRow[];
}

/** A receipt in words, in the order in which it is read: the page, the e-mail and the PDF differ in their layout only. */
export interface ReceiptDocument {
  readonly language: Locale;
  readonly title: string;
  /** What was paid for, and for how many accounts where they are several. */
  readonly product: string;
  readonly issuer: {
    /** What a partner is to the payer, above its name; null for the biller. */
    readonly role: string | null;
    readonly name: string;
    /** The name is the word of the site's logo, which need not be repeated below it. */
    readonly isLogo: boolean;
    readonly lines: readonly string[];
    /** Of a partner, whose name is in place of the site's logo: its accent colour, unchecked. */
    readonly themeColour?: string | undefined;
  };
  /** What became of the money: one title and its sentences. */
  readonly status: { readonly title: string; readonly sentences: readonly string[] };
  readonly amount: { readonly term: string; readonly value: string };
  /** What a reader looks for, with one reference. */
  readonly rows: readonly ReceiptRow[];
  /** Items and charges with their sum, of an order that has several; else null. */
  readonly items: ReceiptSection | null;
  /** Further references and facts. */
  readonly details: ReceiptSection;
  readonly notes: readonly string[];
  /** What is at the end of each page where there are several: which receipt it is, and its number, with `{page}` and `{pages}` to fill in. */
  readonly pageFooter: { readonly reference: string; readonly page: string };
}

/** The state of the posting, as on the result screen; of several accounts that of all; null for a payment that pays no bill. */
function describePosting({ accountNumber, accounts, posting }: Receipt, t: TranslateReceipt): string | null {
  if (posting === null) return null;
  const { unit, count } = toUsualDuration(posting.usualMinutes);
  const duration = t(`result.posting.${unit}`, { [unit]: count });
  if (accounts.length > 0) {
    const isRest = posting.status === 'accepted' && accounts.some(({ isRefunded }) => isRefunded);
    return t(`result.postings.${isRest ? 'acceptedRest' : posting.status}`, { duration });
  }
  if (accountNumber === null) return null;
  return t(`result.posting.${posting.status}`, { account: accountNumber, duration });
}

/** Returns what became of one account's money: the biller's receipt number, or the state of its posting, or that it is refunded. */
function describeAccount(
  { posting, isRefunded }: Receipt['accounts'][number],
  name: string,
  t: TranslateReceipt,
): ReceiptDetail | null {
  const status = (value: string): ReceiptDetail => ({
    ...{ name: `${name}-status`, term: t('receipt.accountStatus') },
    ...{ value, isStatus: true },
  });
  if (isRefunded) return status(t('result.accountPosting.refunded'));
  if (posting === null) return null;
  if (posting.receiptNumber === null) return status(t(`result.accountPosting.${posting.status}`));
  return { name: `${name}-receipt-number`, term: t('receipt.receiptNumber'), value: posting.receiptNumber };
}

function writeSection(title: string, rows: readonly ReceiptRow[], t: TranslateReceipt): ReceiptSection {
  return { title, continued: t('receipt.continued', { title }), rows };
}

function writeTotal(amount: Sen, t: TranslateReceipt): ReceiptRow {
  return { name: 'total', term: t('receipt.total'), value: formatRinggit(amount), isTotal: true };
}

/** Of a payment of several accounts: each with its amount and what became of that. */
function listAccounts(
  { accounts, amount }: Receipt,
  isRefunded: boolean,
  t: TranslateReceipt,
): ReceiptDocument['items'] {
  if (accounts.length === 0) return null;
  const rows = accounts.map((account, index) => {
    const name = `account-${index + 1}`;
    const detail = describeAccount({ ...account, isRefunded: isRefunded || account.isRefunded }, name, t);
    const { accountNumber: term, accountName, amount: part } = account;
    return { name, term, accountName, value: formatRinggit(part), detail };
  });
  return writeSection(t('receipt.accounts', { count: accounts.length }), [...rows, writeTotal(amount, t)], t);
}

function listItems({ lines, charges, amount }: Receipt, t: TranslateReceipt): ReceiptDocument['items'] {
  const priced = [...lines, ...charges];
  if (priced.length < 2) return null;
  const rows = priced.map((line, index) => ({
    name: `item-${index + 1}`,
    term: line.name,
    value: formatRinggit(line.amount),
  }));
  return writeSection(t('receipt.items'), [...rows, writeTotal(amount, t)], t);
}

function describeProduct(receipt: Receipt, t: TranslateReceipt): string {
  const { productName, furtherItems, accounts } = receipt;
  const { length: count } = accounts;
  if (productName !== null && furtherItems > 0) {
    return t('order.productAndMore', { product: productName, count: furtherItems });
  }
  const product = productName ?? t('order.billProduct');
  return count === 0 ? product : t('receipt.productOfAccounts', { product, count });
}

/** Returns the ways to reach somebody; null if there are none. */
function joinContacts(contacts: readonly (string | null)[]): string | null {
  return contacts.filter((contact) => contact !== null).join(' · ') || null;
}

/**
 * Returns the lines that say how to reach customer service: of a partner that has its own the partner's for what was ordered, and the site's for the
 * payment; none if nothing is configured.
 */
function describeContacts(
  { name, seller }: ReceiptIssuer,
  { phone, whatsApp, email }: CustomerService,
  t: TranslateReceipt,
): readonly string[] {
  const site = joinContacts([phone, whatsApp && t('layout.whatsApp', { number: whatsApp }), email]);
  const own = seller ? joinContacts([seller.phone, seller.email]) : null;
  if (own === null) return site === null ? [] : [`${t('layout.customerService')} ${site}`];
  const order = t('receipt.orderQuestions', { seller: name ?? '', contacts: own });
  return site === null
    ? [order]
    : [order, t('receipt.paymentQuestions', { site: t('layout.siteName'), contacts: site })];
}

/**
 * Returns the line that says through whom a partner's order was paid, with the name on the statement of a card where that is known. For other
 * methods the bank shows the site's name.
 */
function describeProcessor({ issuer: { seller }, method }: Receipt, t: TranslateReceipt): readonly string[] {
  if (!seller) return [];
  const site = t('layout.siteName');
  return seller.statementText && isCardMethod(method)
    ? [t('receipt.paidThroughWithStatement', { site, statement: seller.statementText })]
    : [t('receipt.paidThrough', { site })];
}

/**
 * Writes a receipt in a language: `t` translates into it. Every time is Malaysian. The biller's receipt number is the reference of a posted
 * payment, else the partner's order number, else our payment ID; all others are details.
 */
export function writeReceiptDocument(
  receipt: Receipt,
  language: Locale,
  t: TranslateReceipt,
  customerService: CustomerService = noCustomerService,
): ReceiptDocument {
  const { amount, card, instalmentMonths: months, isAutoDebit, issuer, refunds } = receipt;
  const row = (name: string, term: ReceiptMessage, value: string | null): ReceiptRow[] =>
    value === null ? [] : [{ name, term: t(term), value }];
  // Its posting is taken back, as the result screen has it.
  const isRefunded = isRefundedInFull(amount, refunds);
  const status = isRefunded ? 'refunded' : 'successful';
  const receiptNumber = receiptNumberOf(receipt);
  const product = describeProduct(receipt, t);
  const paymentId = row('payment-id', 'result.paymentId', receipt.paymentId);
  const orderNumber = row('order-number', 'result.orderNumber', receipt.orderNumber);
  const isKnownByOrder = receiptNumber === null && receipt.orderNumber !== null;
  const isKnownByPayment = receiptNumber === null && receipt.orderNumber === null;
  const title = t('receipt.title');
  const siteName = t('layout.siteName');
  const issuerName = issuer.name ?? siteName;
  const paidAt = formatMoment(receipt.confirmedAt, language);
  const startedAt = formatMoment(receipt.startedAt, language);
  // A company's payment waits for its approver in between: its times say what was done then.
  const describeTime = (term: ReceiptMessage, what: 'receipt.startedAt' | 'receipt.approvedAt') =>
    receipt.method === 'fpxCorporate' && startedAt !== paidAt ? t(what, { term: t(term) }) : t(term);
  return {
    language,
    title,
    product,
    issuer: {
      role: issuer.seller === undefined ? null : t('receipt.soldBy'),
      name: issuerName,
      isLogo: issuerName === siteName,
      lines: [
        issuer.registrationNumber === null
          ? null
          : t('receipt.registrationNumber', { number: issuer.registrationNumber }),
        issuer.address,
      ].filter((line) => line !== null),
      themeColour: issuer.themeColour,
    },
    status: {
      title: t(`result.${status}.title`),
      sentences: [
        t(`result.${status}.text`, { amount: formatRinggit(amount) }),
        isRefunded ? null : describePosting(receipt, t),
        ...refunds.map(({ accountNumber, amount: refunded, at, destination, status: state }) => {
          const date = formatDay(at, language);
          const refund = t(`result.refund.${state}`, { amount: formatRinggit(refunded), date, destination });
          return accountNumber === null ? refund : t('result.refundOf', { account: accountNumber, refund });
        }),
        receipt.isContactErased ? t('result.contactErased') : null,
      ].filter((sentence) => sentence !== null),
    },
    amount: { term: t('result.amount'), value: formatRinggit(amount) },
    rows: [
      ...row('receipt-number', 'receipt.receiptNumber', receiptNumber),
      ...(isKnownByOrder ? orderNumber : []),
      ...(isKnownByPayment ? paymentId : []),
      { name: 'paid-at', term: describeTime('result.paymentDateTime', 'receipt.approvedAt'), value: paidAt },
      ...row('product', 'result.product', product),
      ...(isKnownByOrder ? [] : orderNumber),
      ...row('account-number', 'result.accountNumber', receipt.accountNumber),
      ...row('account-name', 'bill.accountName', receipt.accountName),
      ...row('company-name', 'receipt.companyName', receipt.companyName),
      ...row('method', 'result.paymentMethod', t(`methods.${receipt.method}`)),
      ...row(
        'card',
        'receipt.card',
        card && t('receipt.cardEnding', { brand: t(`cardBrands.${card.brand}`), lastFour: card.lastFour }),
      ),
      ...row('bank', 'result.bank', receipt.bankName),
    ],
    items: listAccounts(receipt, isRefunded, t) ?? listItems(receipt, t),
    details: writeSection(
      t('receipt.details'),
      [
        ...(isKnownByPayment ? [] : paymentId),
        ...row('bank-reference', 'result.bankReference', receipt.bankReference),
        ...row('transaction-id', 'result.transactionId', receipt.transactionId),
        ...(startedAt === paidAt
          ? []
          : [
              {
                name: 'started-at',
                term: describeTime('receipt.transactionDateTime', 'receipt.startedAt'),
                value: startedAt,
              },
            ]),
        ...row('instalments', 'result.instalments', months === null ? null : String(months)),
        ...row(
          'auto-debit',
          'result.autoDebit',
          isAutoDebit === null ? null : t(isAutoDebit ? 'result.autoDebitOn' : 'result.autoDebitOff'),
        ),
      ],
      t,
    ),
    notes: [
      ...describeProcessor(receipt, t),
      ...(issuer.seller === undefined ? [] : describeContacts(issuer, customerService, t)),
      t('receipt.times'),
      t('receipt.noSignature'),
      ...(issuer.seller === undefined ? describeContacts(issuer, customerService, t) : []),
    ],
    pageFooter: {
      reference: `${title} · ${t('result.paymentId')} ${receipt.paymentId}`,
      page: t('receipt.page', { page: '{page}', pages: '{pages}' }),
    },
  };
}
