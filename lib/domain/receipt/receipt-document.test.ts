import { createTranslator } from 'use-intl/core';
import en from '@/messages/en.json';
import { paymentMethods, type PaymentMethod } from '../methods/payment-methods';
import { sen } from '../money';
import { noCustomerService, type CustomerService } from '../customer-service';
import type { Receipt, ReceiptSeller } from './receipt';
import { listTermLines, splitAddresses, writeReceiptDocument, type ReceiptRow } from './receipt-document';
import { testReceipt } from './receipt.fixture';

const translate = createTranslator<Record<string, unknown>>({ locale: 'en', messages: en });

function write(changes: Partial<Receipt> = {}, customerService: CustomerService = noCustomerService) {
  return writeReceiptDocument(
    { ...testReceipt, ...changes },
    'en',
    (key, values) => translate(key as never, values as never),
    customerService,
  );
}

const listRows = (rows: readonly ReceiptRow[]) =>
  rows.map(
    (row) =>
      `${listTermLines(row).join(', ')}: ${row.value}${row.detail ? ` (${row.detail.term}: ${row.detail.value})` : ''}`,
  );
const accepted = { status: 'accepted', receiptNumber: 'R-4711', usualMinutes: 5 } as const;

test('names the issuer, the amount and one reference, with one time in Malaysia; other references are details', () => {
  const { issuer, amount, rows, details } = write();
  expect(issuer).toEqual({
    role: null,
    name: 'Example TV Sdn. Bhd.',
    isLogo: false,
    lines: ['Registration no. 202601000001 (1234567-A)', '1 Jalan Contoh, 50000 Kuala Lumpur'],
  });
  expect(amount).toEqual({ term: 'Amount', value: 'RM138.78' });
  expect(listRows(rows)).toEqual([
    'Payment ID: zyxwvutsrqponmlkjihgfedcba',
    'Payment date and time: 22 Nov 2026, 12:49 am',
    'Payment for: Satellite TV bill',
    'Account number: 1234567801',
    'Account name: A*** B*** I***',
    'Payment method: Online banking (FPX)',
    'Bank or provider: Maybank2U',
  ]);
  expect(listRows(details.rows)).toEqual([
    'Bank ref no.: 2611211949370001',
    'Transaction ID: t4k2m7q9x3c5v8b2n6h4',
    'Transaction date and time: 21 Nov 2026, 7:48 pm',
    'Auto debit: No',
  ]);
});

test('has the time of the transaction only where it is not that of the payment', () => {
  const { details } = write({ startedAt: '2026-11-21T16:49:05Z', confirmedAt: '2026-11-21T16:49:40Z' });
  expect(details.rows.map(({ name }) => name)).not.toContain('started-at');
});

test('says which of the two times of a company’s payment is that of its approval', () => {
  const { rows, details } = write({ method: 'fpxCorporate' });
  expect(listRows(rows)).toContain('Payment date and time (approved): 22 Nov 2026, 12:49 am');
  expect(listRows(details.rows)).toContain('Transaction date and time (payment started): 21 Nov 2026, 7:48 pm');
  const atOnce = { startedAt: '2026-11-21T16:49:05Z', confirmedAt: '2026-11-21T16:49:40Z' };
  expect(listRows(write({ method: 'fpxCorporate', ...atOnce }).rows)).toContain(
    'Payment date and time: 22 Nov 2026, 12:49 am',
  );
});

test('has the biller’s receipt number in front, and our payment ID in the details, once the payment is posted', () => {
  const { rows, details, status } = write({ posting: accepted });
  expect(listRows(rows)[0]).toBe('Receipt number: R-4711');
  expect(listRows(rows).join()).not.toContain('Payment ID');
  expect(listRows(details.rows)[0]).toBe('Payment ID: zyxwvutsrqponmlkjihgfedcba');
  // In the form in which the receipt has it above: in full, or masked by configuration.
  expect(status.sentences).toContain('Credited to account 1234567801.');
  const masked = write({ posting: accepted, accountNumber: '••••••7801' });
  expect(masked.status.sentences).toContain('Credited to account ••••••7801.');
});

test('each page names the receipt and has a number, which its layout fills in', () => {
  expect(write().pageFooter).toEqual({
    reference: 'Official receipt · Payment ID zyxwvutsrqponmlkjihgfedcba',
    page: 'Page {page} of {pages}',
  });
});

test('names the card and the company', () => {
  const { rows } = write({ card: { brand: 'visa', lastFour: '4242' }, companyName: 'Kedai Ah Meng Sdn. Bhd.' });
  expect(listRows(rows)).toEqual(
    expect.arrayContaining(['Card: Visa ending in 4242', 'Company (as given by the payer): Kedai Ah Meng Sdn. Bhd.']),
  );
});

test('has the number of a partner’s order in front, and below its product where there is a receipt number', () => {
  const order = { productName: 'Decoder', orderNumber: 'A-1001' };
  const { details, rows } = write(order);
  expect(listRows(rows)[0]).toBe('Order number: A-1001');
  expect(listRows(details.rows)[0]).toBe('Payment ID: zyxwvutsrqponmlkjihgfedcba');
  const posted = listRows(write({ ...order, posting: accepted }).rows);
  expect(posted[0]).toMatch(/^Receipt number: /);
  expect(posted.join()).toContain('Payment for: Decoder,Order number: A-1001');
});

describe('of a partner’s order', () => {
  const seller = { email: 'hello@shop.example', phone: '+60312345678', statementText: 'EBILL*SHOP' };
  const issuer = { name: 'My Shop', registrationNumber: '202601000001', address: '1 Jalan Contoh', seller };
  const service: CustomerService = { ...noCustomerService, email: 'help@ebill.example' };
  const sold = (changes: Partial<ReceiptSeller>, customerService = service, method: PaymentMethod = 'newCard') =>
    write({ method, issuer: { ...issuer, seller: { ...seller, ...changes } } }, customerService);
  const general = ['Times are in Malaysia time.', 'This receipt was made by computer and needs no signature.'];

  test('names its seller with registration number and address', () => {
    expect(sold({}).issuer).toMatchObject({
      ...{ role: 'Sold by', name: 'My Shop' },
      lines: ['Registration no. 202601000001', '1 Jalan Contoh'],
    });
    expect(write().issuer.role).toBeNull();
  });

  test('says first what the statement of a card shows, and whom to ask about what', () => {
    expect(sold({}).notes).toEqual([
      'Paid through ebill; your bank statement shows EBILL*SHOP.',
      'Questions about your order: My Shop, +60312345678 · hello@shop.example',
      'Questions about the payment: ebill, help@ebill.example',
      ...general,
    ]);
  });

  test.each(paymentMethods)('paid by %s: says through whom, and what the statement shows only for a card', (method) => {
    const [paidThrough] = sold({}, service, method).notes;
    const isByCard = ['savedCard', 'newCard', 'epp'].includes(method);
    expect(paidThrough).toBe(
      isByCard ? 'Paid through ebill; your bank statement shows EBILL*SHOP.' : 'Paid through ebill.',
    );
  });

  test('does not guess what is not known', () => {
    expect(sold({ statementText: null, phone: null, email: null }).notes).toEqual([
      'Paid through ebill.',
      'Customer service: help@ebill.example',
      ...general,
    ]);
    expect(sold({ statementText: null, phone: null }, noCustomerService).notes).toEqual([
      'Paid through ebill.',
      'Questions about your order: My Shop, hello@shop.example',
      ...general,
    ]);
  });
});

test('names the first of several items that have no name of their own together, and how many more there are', () => {
  expect(write({ productName: 'Decoder', furtherItems: 2 }).product).toBe('Decoder and 2 more items');
  expect(write({ productName: 'Decoder', furtherItems: 1 }).product).toBe('Decoder and 1 more item');
});

test.each([
  [
    'Questions: My Shop, +60312345678 · hello@my-shop.example',
    ['Questions: My Shop, +60312345678 · ', 'hello@my-shop.example', ''],
  ],
  ['对付款有疑问：ebill，a.b+c@ebill.example。', ['对付款有疑问：ebill，', 'a.b+c@ebill.example', '。']],
  ['Times are in Malaysia time.', ['Times are in Malaysia time.']],
])('an address in %s is a part of its own', (note, parts) => {
  expect(splitAddresses(note)).toEqual(parts);
});

test('lists items and charges with their sum, and not the one item of a bill', () => {
  expect(write().items).toBeNull();
  const { items } = write({
    lines: [{ name: 'Decoder', amount: sen(12_900) }],
    charges: [{ name: 'Delivery', amount: sen(978) }],
  });
  expect(listRows(items?.rows ?? [])).toEqual(['Decoder: RM129.00', 'Delivery: RM9.78', 'Total: RM138.78']);
});

test('tells of a refund in full, and no longer what was credited', () => {
  const all = {
    status: 'succeeded',
    accountNumber: null,
    amount: sen(13_878),
    at: '2026-11-30T02:00:00Z',
    destination: 'account',
  } as const;
  const { status, rows } = write({ posting: accepted, refunds: [all] });
  expect(status.title).toBe('Payment refunded');
  expect(status.sentences.join(' ')).toContain('RM138.78 was refunded to your bank account on 30 Nov 2026.');
  expect(status.sentences.join(' ')).not.toContain('Credited');
  expect(listRows(rows).join()).not.toContain('R-4711');
});

test('of a part that was refunded says both', () => {
  const part = {
    status: 'succeeded',
    accountNumber: null,
    amount: sen(5_000),
    at: '2026-11-30T02:00:00Z',
    destination: 'card',
  } as const;
  const { status } = write({ posting: accepted, refunds: [part] });
  expect(status.title).toBe('Payment Successful');
  expect(status.sentences.join(' ')).toMatch(/Credited to account 1234567801\. RM50\.00 was refunded/);
});

test('omits what is not known', () => {
  const unknown = { accountNumber: null, bankName: null, isAutoDebit: null, posting: null } as const;
  const nobody = { name: null, registrationNumber: null, address: null };
  const { issuer, rows, details } = write({ ...unknown, issuer: nobody });
  expect(issuer).toEqual({ role: null, name: 'ebill', isLogo: true, lines: [] });
  expect(listRows([...rows, ...details.rows]).join()).not.toMatch(
    /Account number|Order number|Bank or provider|Auto debit|Card/,
  );
});

describe('of several accounts', () => {
  const several = {
    accountNumber: null,
    accounts: [
      {
        accountNumber: '1234567801',
        accountName: 'A*** B***',
        amount: sen(10_000),
        posting: { ...accepted, receiptNumber: 'R-1' },
        isRefunded: false,
      },
      {
        accountNumber: '2234567802',
        accountName: null,
        amount: sen(3_878),
        posting: { ...accepted, status: 'queued', receiptNumber: null },
        isRefunded: false,
      },
    ],
    posting: { ...accepted, status: 'queued', receiptNumber: null },
  } as const;

  test('lists each with its amount and its own receipt number or the state of its posting', () => {
    const { items, rows, status } = write(several);
    expect(items?.title).toBe('Accounts (2)');
    expect(items?.continued).toBe('Accounts (2) (continued)');
    expect(items?.rows.map(({ name }) => name)).toEqual(['account-1', 'account-2', 'total']);
    expect(items?.rows.map(({ detail }) => detail?.name)).toEqual([
      ...['account-1-receipt-number', 'account-2-status', undefined],
    ]);
    expect(items?.rows.map(({ isTotal }) => isTotal ?? false)).toEqual([false, false, true]);
    expect(listRows(items?.rows ?? [])).toEqual([
      '1234567801, A*** B***: RM100.00 (Receipt number: R-1)',
      '2234567802: RM38.78 (Status: On its way)',
      'Total: RM138.78',
    ]);
    expect(status.sentences.join(' ')).toContain('We are passing this payment on to the accounts below');
    expect(listRows(rows)).toContain('Payment for: Satellite TV bill, 2 accounts');
    expect(listRows(rows).join()).toContain('Payment ID');
    expect(listRows(rows).join()).not.toContain('Account number');
  });

  test('says nothing of postings that are taken back', () => {
    const all = {
      status: 'succeeded',
      accountNumber: null,
      amount: sen(13_878),
      at: '2026-11-30T02:00:00Z',
      destination: 'card',
    } as const;
    const { items } = write({ ...several, refunds: [all] });
    expect(listRows(items?.rows ?? [])).toEqual([
      '1234567801, A*** B***: RM100.00 (Status: Refunded)',
      '2234567802: RM38.78 (Status: Refunded)',
      'Total: RM138.78',
    ]);
  });

  test('names the one that is refunded, and does not count it as credited', () => {
    const part = {
      ...{ accountNumber: '••••••7802', amount: sen(3_878), at: '2026-11-30T02:00:00Z' },
      ...({ status: 'succeeded', destination: 'card' } as const),
    };
    const [first, second] = several.accounts;
    const accounts = [first, { ...second, posting: null, isRefunded: true }];
    const { items, rows, status } = write({
      ...{ ...several, accounts, refunds: [part] },
      posting: { ...accepted, receiptNumber: null },
    });
    expect(listRows(items?.rows ?? [])).toEqual([
      '1234567801, A*** B***: RM100.00 (Receipt number: R-1)',
      '2234567802: RM38.78 (Status: Refunded)',
      'Total: RM138.78',
    ]);
    expect(status.sentences).toContain('Credited to all accounts below that were not refunded.');
    expect(status.sentences.join(' ')).toContain('Account ••••••7802: RM38.78 was refunded to your card');
    expect(listRows(rows).join()).toContain('Payment ID');
  });
});
