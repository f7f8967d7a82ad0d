import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import { outcomeTable, resultOrigins, type Outcome, type ResultOrigin } from '@/lib/domain/payment/outcomes';
import { helpPath } from '@/lib/routes';
import { sen } from '@/lib/domain/money';
import type { PaymentResult } from '@/lib/domain/payment/payment';
import en from '@/messages/en.json';
import { PaymentNotFound } from './payment-not-found';
import { ResultScreen } from './result-screen';
import { ResultUnknown } from './result-unknown';

// jsdom has no navigation timing.
Object.assign(performance, { getEntriesByType: () => [] });

afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
  window.sessionStorage.clear();
});

const refid = 'abcdefghijklmnopqrstuvwxyz';
const result: PaymentResult = {
  outcome: 'successful',
  refid,
  paymentId: 'zyxwvutsrqponmlkjihgfedcba',
  partnerKey: 'EBILL',
  orderNumber: null,
  serverTime: '2026-11-21T12:00:00Z',
  productName: 'Satellite TV bill',
  ...{ paidTo: null, lines: [], charges: [] },
  accountNumber: '1234567801',
  amount: sen(13878),
  method: 'fpx',
  card: null,
  bankName: 'Maybank2U',
  bankReference: '2611211949370001',
  transactionId: 't4k2m7q9x3c5v8b2n6h4',
  startedAt: '2026-11-21T11:48:00Z',
  confirmedAt: null,
  instalmentMonths: null,
  isAutoDebit: false,
  isForApprover: false,
  canTryAgain: true,
  canContinue: false,
  approvalDeadline: null,
  approvalSentTo: null,
  reminderDaysBefore: null,
  receiptSentTo: null,
  receiptCompany: null,
  receiptToken: null,
  receiptShareToken: null,
  serviceResumesBy: null,
  isContactErased: false,
  posting: null,
  accounts: [],
  unappliedPayments: [],
  refunds: [],
  reasonCode: null,
  returnToMerchant: null,
  responseCode: null,
  promotion: null,
  autoDebitOffer: null,
};

function show(changes: Partial<PaymentResult>, partnerName?: string, origin?: ResultOrigin, biller?: string) {
  return render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="Asia/Kuala_Lumpur">
      <ResultScreen
        result={{ ...result, ...changes }}
        route="/bankResultFPX"
        siteUrl="https://ebill.example"
        partnerName={partnerName}
        origin={origin}
        biller={biller}
      />
    </NextIntlClientProvider>,
  );
}

describe('the order of a partner', () => {
  const order = {
    ...{ partnerKey: 'DEMO-SHOP', productName: 'Decoder and 1 more item', accountNumber: null, paidTo: 'Demo Shop' },
    lines: [
      { name: 'Decoder', amount: sen(10_000) },
      { name: 'Remote control', amount: sen(2_900) },
    ],
    charges: [{ name: 'Delivery', amount: sen(978) }],
  };
  const listItems = () =>
    screen
      .getAllByTestId(/^result-items?-/)
      .map((amount) => [amount.previousElementSibling?.textContent, amount.textContent]);

  test('names whom it pays, and its items and charges with their sum', () => {
    show(order);
    expect(screen.getByTestId('paid-to').textContent).toBe('Demo Shop');
    expect(listItems()).toEqual([
      ['Decoder', 'RM100.00'],
      ['Remote control', 'RM29.00'],
      ['Delivery', 'RM9.78'],
      ['Total', 'RM138.78'],
    ]);
  });

  test('names the partner to an approver as the bank does', () => {
    show({ ...order, outcome: 'pending-approval', approvalDeadline: '2026-11-26T12:00:00Z' });
    expect(screen.getByTestId('paid-to').textContent).toBe('Demo Shop (shown at the bank as ebill)');
  });

  test('tells an approver who is paid a bill, too', () => {
    show({ outcome: 'pending-approval', approvalDeadline: '2026-11-26T12:00:00Z' });
    expect(screen.getByTestId('paid-to').textContent).toBe('ebill');
  });

  test('names the biller of a bill', () => {
    show({}, undefined, undefined, 'Example TV Sdn. Bhd.');
    expect(screen.getByTestId('paid-to').textContent).toBe('Example TV Sdn. Bhd.');
  });

  test('does not repeat its one item, and a bill has neither', () => {
    show({ ...order, lines: order.lines.slice(0, 1), charges: [] });
    expect(screen.queryByText('Items')).toBeNull();
    show({});
    expect(screen.getAllByTestId('paid-to')).toHaveLength(1);
  });
});

/**
 * What the specification (section 4, Payment outcomes; section 8) says of each outcome of a payment that nobody
 * has tried to make, or that is still in progress: its words, and whether the payer may try again, waits, gets a receipt and can go home.
 */
const screens: readonly (readonly [
  outcome: Outcome,
  title: string,
  text: string,
  offers: { readonly tryAgain?: true; readonly updates?: true; readonly receipt?: true; readonly home?: true },
])[] = [
  [
    'successful',
    'Payment Successful',
    'Thank you. We have received your payment of RM138.78.',
    { receipt: true, home: true },
  ],
  [
    'failed',
    'Payment unsuccessful',
    'We are unable to process your payment. Kindly try again or use a different payment method.',
    { tryAgain: true, home: true },
  ],
  [
    'pending',
    'Payment in progress',
    'This payment has not been confirmed yet. That usually takes a few minutes.',
    { updates: true },
  ],
  [
    'pending-approval',
    'Waiting for approval',
    'It must be completed within five days, or it is cancelled automatically.',
    { updates: true },
  ],
  [
    'expired',
    'Payment expired',
    'We are unable to process your payment. Kindly try again or use a different payment method.',
    { home: true },
  ],
  ['cancelled', 'Payment cancelled.', 'We have not received any money for it.', { tryAgain: true, home: true }],
  [
    'session-expired',
    'Session expired',
    'This payment is no longer valid. Please proceed to the product page',
    { home: true },
  ],
  [
    'processed',
    'Already being processed',
    'A payment for this bill is already being processed.',
    { updates: true, home: true },
  ],
  ['blacklisted', 'Payment not possible', 'This account cannot be paid online at the moment.', { home: true }],
  ['review', 'We are checking your payment', 'We received your money but could not apply it', {}],
  [
    'error',
    'Something went wrong',
    'It looks like you may have encountered a technical issue. Please try to make your payment again in a little while.',
    { home: true },
  ],
];

test.each(screens)('%s is titled "%s" and offers only what that outcome allows', (outcome, title, text, offers) => {
  show({
    outcome,
    method: offers.updates === true ? 'fpx' : null,
    canTryAgain: outcome !== 'session-expired',
  });
  const status = screen.getByTestId('payment-status');
  expect(status.dataset['status']).toBe(outcome);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
  expect(status.textContent).toContain(text);
  expect({
    tryAgain: screen.queryByTestId('try-again') !== null,
    updates: screen.queryByText('This page updates by itself. You can also come back later.') !== null,
    receipt: screen.queryByRole('button', { name: 'Save or print receipt' }) !== null,
    home: screen.queryByRole('link', { name: 'Go to quick pay home' }) !== null,
  }).toEqual({ tryAgain: false, updates: false, receipt: false, home: false, ...offers });
});

test.each([
  ['a bill', true, { paidTo: null }],
  ['an order of the site itself', true, { paidTo: 'ebill' }],
  ['a partner’s order', false, { paidTo: 'Pale', partnerKey: 'PALE' }],
  ['a bill to which a partner has sent the payer', true, { paidTo: null, partnerKey: 'PALE' }],
])('after %s is paid, quick pay home is offered: %s', (_name, isOffered, changes) => {
  show({ outcome: 'successful', ...changes });
  expect(screen.queryByRole('link', { name: en.layout.goHome }) !== null).toBe(isOffered);
});

/** Shows a result with the auto-debit offer. */
function showOffer(isAutoDebitRequested: boolean) {
  return render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="Asia/Kuala_Lumpur">
      <ResultScreen
        result={{ ...result, receiptToken: 'token' }}
        route="/bankResultFPX"
        siteUrl="https://ebill.example"
        offer={<p>Set up auto debit</p>}
        isAutoDebitRequested={isAutoDebitRequested}
      />
    </NextIntlClientProvider>,
  );
}

test('auto debit that was asked for with the payment is the next step: nothing says that there is no more to do', () => {
  const { container, unmount } = showOffer(true);
  expect(
    screen.getByText('Set up auto debit').compareDocumentPosition(screen.getByTestId('official-receipt')) & 4,
  ).toBe(4);
  expect(container.textContent).not.toContain('nothing more to do');
  unmount();
  expect(showOffer(false).container.textContent).toContain('There is nothing more to do.');
});

test('auto debit that was asked for is to be confirmed, in the details too', () => {
  const { unmount } = showOffer(true);
  expect(screen.getByText(en.result.autoDebitRequested)).not.toBeNull();
  unmount();
  showOffer(false);
  expect(screen.queryByText(en.result.autoDebitRequested)).toBeNull();
});

test.each(['successful', 'failed', 'pending', 'expired', 'cancelled'] as const)(
  'the details of a payment that is %s say what it is for, and not that that is paid',
  (outcome) => {
    const { container } = show({ outcome });
    expect(container.textContent).toContain('Payment forSatellite TV bill');
    expect(container.textContent).not.toContain('Paid for');
  },
);

test('the receipt can be opened and shared before the details, and before anything else is offered', () => {
  showOffer(false);
  const inOrder = [
    screen.getByTestId('payment-status'),
    screen.getByTestId('official-receipt'),
    screen.getByTestId('share-receipt'),
    screen.getByText(en.result.detailsTitle),
    screen.getByText('Set up auto debit'),
    screen.getByRole('link', { name: en.layout.goHome }),
  ];
  expect(inOrder.toSorted((one, other) => (one.compareDocumentPosition(other) & 4 ? -1 : 1))).toEqual(inOrder);
});

test.each(['expired', 'error'] as const)('after %s with an attempt, the payer is not asked to pay again', (outcome) => {
  const { container } = show({ outcome, method: 'fpx' });
  expect(container.textContent).not.toMatch(/try again|try to make your payment|different payment method/i);
  expect(container.textContent).toContain('please do not pay again');
});

test('session-expired for an order without an attempt links to the payment page and not to the partner', () => {
  show({
    outcome: 'session-expired',
    method: null,
    returnToMerchant: { url: 'https://shop.example/done', fields: {} },
  });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(en.result.notTried.title);
  expect(screen.getByTestId('try-again').getAttribute('href')).toBe(`/epayment/entry?refid=${refid}`);
  expect(screen.queryByTestId('hand-over')).toBeNull();
});

test.each([
  ['failed', 'fpx'],
  ['expired', null],
  ['cancelled', null],
] as const)('shows the amount that %s, by %s, has left unpaid', (outcome, method) => {
  show({ outcome, method });
  expect(screen.getByTestId('amount-paid').textContent).toBe('RM138.78');
});

test('shows no amount where nothing would have charged it', () => {
  show({ outcome: 'blacklisted', method: null });
  expect(screen.queryByTestId('amount-paid')).toBeNull();
});

test('says once that a payment is cancelled', () => {
  show({ outcome: 'cancelled' });
  expect(screen.getByTestId('payment-status').textContent?.match(/Payment cancelled/g)).toHaveLength(1);
});

test('has status and amount in the banner and one reference in view; the others, and the status again, are under References', () => {
  show({});
  expect(screen.getByTestId('payment-status').contains(screen.getByTestId('amount-paid'))).toBe(true);
  const details = screen.getByText('References').closest('details');
  expect(details?.open).toBe(false);
  const statuses = screen.getAllByText('Payment Successful');
  expect(statuses.map((status) => details?.contains(status))).toEqual([false, true]);
  expect(details?.contains(screen.getByTestId('payment-id'))).toBe(false);
  for (const reference of ['2611211949370001', 't4k2m7q9x3c5v8b2n6h4']) {
    expect(details?.contains(screen.getByText(reference))).toBe(true);
  }
});

test('links the official receipt for the visit that has paid, out of a frame, and not at a kiosk', () => {
  const receiptToken = 'v1.a-b_c';
  const { unmount } = show({ receiptToken });
  const link = screen.getByTestId('official-receipt');
  expect(link.getAttribute('href')).toBe(`/receipt?token=v1.a-b_c&result=%2FbankResultFPX&refid=${refid}`);
  expect(link.getAttribute('target')).toBe('_top');
  unmount();
  const { unmount: leave } = show({ receiptToken: null });
  expect(screen.queryByTestId('official-receipt')).toBeNull();
  leave();
  show({ receiptToken, refid: `KWEB${refid.slice(4)}` });
  expect(screen.queryByTestId('official-receipt')).toBeNull();
});

test('shares the link to the official receipt, for the visit that has paid', () => {
  const { unmount } = show({
    receiptToken: 'v1.own',
    receiptShareToken: 'v1.a-b_c',
    confirmedAt: '2026-11-21T12:00:00Z',
  });
  const share = screen.getByTestId('share-receipt');
  const link = within(share).getByRole('link', { name: 'Send by WhatsApp (opens in a new tab)' });
  const { origin, pathname, searchParams } = new URL(link.getAttribute('href') ?? '');
  expect([origin, pathname]).toEqual(['https://wa.me', '/']);
  expect(searchParams.get('text')).toBe(
    'Receipt: Satellite TV bill, RM138.78, paid on 21 Nov 2026\nhttps://ebill.example/receipt?token=v1.a-b_c',
  );
  expect(share.innerHTML).not.toContain('v1.own');
  expect(link.getAttribute('rel')).toBe('noopener noreferrer');
  expect(link.getAttribute('referrerpolicy')).toBe('no-referrer');
  for (const secret of ['1234567801', refid, result.paymentId]) expect(share.innerHTML).not.toContain(secret);
  unmount();
  const { unmount: leave } = show({ receiptToken: null });
  expect(screen.queryByTestId('share-receipt')).toBeNull();
  leave();
  show({ receiptToken: 'v1.a-b_c', refid: `KWEB${refid.slice(4)}` });
  expect(screen.queryByTestId('share-receipt')).toBeNull();
});

test('says until when the service of a suspended account returns', () => {
  const { unmount } = show({ serviceResumesBy: '2026-11-21T15:30:00Z' });
  expect(screen.getByTestId('service-resumes').textContent).toBe('Service returns by 11:30 pm.');
  unmount();
  show({});
  expect(screen.queryByTestId('service-resumes')).toBeNull();
});

test('shows the end of the account number, and has screen readers read it without its bullets', () => {
  show({});
  const account = screen.getByText(en.result.accountNumber).nextElementSibling;
  expect(account?.textContent).toBe('••••••7801ending in 7801');
  expect(account?.querySelector('[aria-hidden="true"]')?.textContent).toBe('••••••7801');
  expect(account?.querySelector('.sr-only')?.textContent).toBe('ending in 7801');
});

test('shows the auto-debit row only for an order with an account', () => {
  const { unmount } = show({});
  expect(screen.getByText(en.result.autoDebit).nextElementSibling?.textContent).toBe(en.result.autoDebitOff);
  unmount();
  show({ accountNumber: null });
  expect(screen.queryByText(en.result.autoDebit)).toBeNull();
});

test.each([en.result.transactionId, en.result.bankReference, en.result.transactionDate, en.result.transactionTime])(
  '%s is in view while an approver has to find the payment by it, else among the references',
  (term) => {
    const isInView = () => screen.getByText(term).closest('details') === null;
    const { unmount } = show({ outcome: 'pending-approval', approvalDeadline: '2026-11-26T11:49:00Z' });
    expect(isInView()).toBe(true);
    unmount();
    show({});
    expect(isInView()).toBe(false);
  },
);

test('pending-approval says its deadline once; not approved in time shows that it was cancelled', () => {
  const { unmount } = show({ outcome: 'pending-approval', approvalDeadline: '2026-11-26T11:49:00Z' });
  expect(screen.getByText(/26 Nov 2026, 7:49 pm/).textContent).toBe('To be approved by 26 Nov 2026, 7:49 pm.');
  unmount();
  show({ outcome: 'cancelled', reasonCode: 'not-approved' });
  expect(screen.getByText(en.result.cancelled.notApproved)).toBeTruthy();
  expect(screen.queryByText(/To be approved by/)).toBeNull();
});

test('an approver is told where to approve and where the receipt goes, without the payer’s address', () => {
  show({ isForApprover: true, outcome: 'pending-approval', approvalSentTo: 'p***@example.com' }, undefined, 'email');
  expect(screen.getByText(en.result.approver.next)).toBeTruthy();
  expect(screen.getByText(en.result.approver.receiptFollows)).toBeTruthy();
  expect(screen.queryByText(/p\*\*\*@example\.com/)).toBeNull();
});

test('an approver can print the page of the paid payment, which is no receipt', () => {
  show({ isForApprover: true, receiptSentTo: 'p***@example.com' }, undefined, 'email');
  expect(screen.getByRole('button', { name: 'Print this page' })).toBeTruthy();
  expect(screen.getByText(en.result.approver.receiptSent)).toBeTruthy();
  expect(screen.queryByText(/p\*\*\*@example\.com/)).toBeNull();
  expect(screen.queryByRole('link', { name: /home/i })).toBeNull();
});

test.each(['failed', 'cancelled', 'expired'] as const)(
  'of a payment that has ended (%s) an approver is not asked to pay',
  (outcome) => {
    show({ isForApprover: true, outcome, canTryAgain: false }, undefined, 'email');
    expect(screen.getByText(en.result.approver.ended)).toBeTruthy();
    expect(screen.queryByTestId('try-again')).toBeNull();
    expect(screen.queryByTestId('pay-bill-again')).toBeNull();
    expect(screen.queryByRole('link', { name: /home/i })).toBeNull();
    expect(screen.queryByText(/try again/)).toBeNull();
  },
);

test('asks for the name of the company before its receipt is sent, and shows the one that was given', () => {
  const { unmount } = show({ outcome: 'pending-approval', receiptCompany: { companyName: null } });
  const link = screen.getByTestId('name-company');
  expect([link.textContent, link.getAttribute('href')]).toEqual([
    en.receipt.companyAddBefore,
    `/pay/company?refid=${refid}`,
  ]);
  expect(screen.queryByTestId('company-name')).toBeNull();
  unmount();
  show({ outcome: 'pending-approval', receiptCompany: { companyName: 'Kedai Ah Meng Sdn. Bhd.' } });
  expect(screen.getByTestId('name-company').textContent).toBe(en.receipt.companyChange);
  expect(screen.getByTestId('company-name').textContent).toBe('Kedai Ah Meng Sdn. Bhd.');
});

test('says that the name of the company was saved or taken off', () => {
  const waiting = { outcome: 'pending-approval', receiptCompany: { companyName: 'Kedai Ah Meng Sdn. Bhd.' } } as const;
  const { unmount } = show(waiting, undefined, 'company-saved');
  expect(screen.getByTestId('company-saved').textContent).toBe(
    'Saved. Company on the receipt: Kedai Ah Meng Sdn. Bhd.',
  );
  unmount();
  const removed = show({ ...waiting, receiptCompany: { companyName: null } }, undefined, 'company-saved');
  expect(screen.getByTestId('company-saved').textContent).toBe(en.receipt.companyRemoved);
  removed.unmount();
  const opened = show(waiting, undefined, 'company');
  expect(screen.queryByTestId('company-saved')).toBeNull();
  opened.unmount();
  // Approved meanwhile: what was saved is not news any more.
  show({ ...waiting, outcome: 'successful' }, undefined, 'company-saved');
  expect(screen.queryByTestId('company-saved')).toBeNull();
  expect(screen.getByTestId('company-name').textContent).toBe('Kedai Ah Meng Sdn. Bhd.');
  expect(screen.queryByTestId('name-company')).toBeNull();
});

test('pending-approval says where the email for the approver has gone, if one was sent', () => {
  const { unmount } = show({ outcome: 'pending-approval', approvalSentTo: 'p***@example.com' });
  const sent =
    'What the approver needs to know was emailed to p***@example.com. That email can be forwarded to the approver.';
  expect(screen.getByText(sent)).toBeTruthy();
  unmount();
  show({ outcome: 'pending-approval' });
  expect(screen.queryByText(/can be forwarded/)).toBeNull();
});

test('pending says where the receipt will go, if e-mail is sent', () => {
  const text = 'Once it is confirmed, we send the official receipt to p***@example.com.';
  const { unmount } = show({ outcome: 'pending', receiptSentTo: 'p***@example.com' });
  expect(screen.queryByText(text)).not.toBeNull();
  unmount();
  show({ outcome: 'pending' });
  expect(screen.queryByText(/official receipt/)).toBeNull();
});

test('pending links to the payment page only while the payment can be continued', () => {
  const { unmount } = show({ outcome: 'pending', canContinue: true });
  const way = screen.getByRole('link', { name: en.result.continuePayment });
  expect(way.getAttribute('href')).toBe(`/epayment/entry?refid=${refid}`);
  unmount();
  show({ outcome: 'pending' });
  expect(screen.queryByRole('link', { name: en.result.continuePayment })).toBeNull();
});

test('the copy button copies the payment ID', async () => {
  const user = userEvent.setup();
  show({});
  expect(screen.getByTestId('payment-id').textContent).toBe(result.paymentId);
  await user.click(screen.getByRole('button', { name: 'Copy Payment ID' }));
  expect(await navigator.clipboard.readText()).toBe(result.paymentId);
  expect(screen.getByRole('button', { name: en.result.copied })).toBeTruthy();
  expect(screen.getByText(en.result.copied, { selector: '[role=status]' })).toBeTruthy();
});

test.each(['failed', 'cancelled'] as const)(
  '%s invites to pay this order again only while that is possible',
  (outcome) => {
    const invitation = /kindly try again|different payment method|you can try again/i;
    const { container, unmount } = show({ outcome });
    expect(container.textContent).toMatch(invitation);
    unmount();
    const closed = show({ outcome, canTryAgain: false, accountNumber: null }).container;
    expect(screen.queryByTestId('try-again')).toBeNull();
    expect(closed.textContent).not.toMatch(invitation);
    expect(closed.textContent).toContain('start again from quick pay home or from where you ordered');
  },
);

test.each([
  ['failed', {}],
  ['cancelled', {}],
  ['expired', { method: null }],
] as const)('%s says what the button does that pays its bill again', (outcome, facts) => {
  const paidAgain = show({ outcome, canTryAgain: false, ...facts });
  expect(paidAgain.container.textContent).toMatch(/you can pay again\./i);
  expect(paidAgain.container.textContent).not.toContain('quick pay home or');
  paidAgain.unmount();
  // A kiosk has no such button.
  const { container } = show({ outcome, canTryAgain: false, ...facts, refid: `KWEB${refid.slice(4)}` });
  expect(screen.queryByTestId('pay-bill-again')).toBeNull();
  expect(container.textContent).not.toMatch(/you can pay again\./i);
});

test('cancelled speaks of the bill, or of the bills of several accounts', () => {
  const cancelled = { outcome: 'cancelled', canTryAgain: false } as const;
  const { container, unmount } = show(cancelled);
  expect(container.textContent).toContain('If you have not paid this bill in another way');
  unmount();
  const account = { accountNumber: '1234567801', accountName: null, amount: sen(100), posting: null };
  const accounts = [account, account].map((one) => ({ ...one, isRefunded: false, serviceResumesBy: null }));
  const several = show({ ...cancelled, accountNumber: null, accounts }).container;
  expect(several.textContent).toContain('If you have not paid these bills in another way');
});

test.each([
  ['cancelled', {}, true],
  ['failed', {}, true],
  ['expired', { method: null }, true],
  ['session-expired', { method: null }, true],
  // Its money may still arrive.
  ['expired', {}, false],
  ['cancelled', { canTryAgain: true }, false],
  ['cancelled', { accountNumber: null }, false],
  ['cancelled', { returnToMerchant: { url: 'https://shop.example/done', fields: {} } }, false],
  ['successful', {}, false],
  ['review', {}, false],
] as const)('%s with %j offers its bill again: %s', (outcome, facts, expected) => {
  show({ outcome, canTryAgain: false, ...facts });
  expect(screen.queryByTestId('pay-bill-again') !== null).toBe(expected);
});

test('says which card was declined', () => {
  const card = { brand: 'visa', lastFour: '1111' } as const;
  const { unmount } = show({ outcome: 'failed', method: 'newCard', bankName: null, card });
  expect(screen.getByTestId('payment-card').textContent).toBe('Visa ending in 1111');
  unmount();
  show({ outcome: 'failed', method: 'newCard', bankName: null });
  expect(screen.queryByTestId('payment-card')).toBeNull();
});

test.each([
  ['newCard', 'declined', true],
  // A bank account's money may be on its way back.
  ['fpx', '51', false],
  ['newCard', 'unheard-of', false],
] as const)('a payment by %s that failed with %s says that no card was charged: %s', (method, reasonCode, isSaid) => {
  const returnToMerchant = { url: 'https://shop.example/done', fields: {} };
  for (const end of [
    { canTryAgain: true },
    // The time has run out: the bill can be paid again, or the order begins again at the partner, or neither.
    { canTryAgain: false },
    { canTryAgain: false, accountNumber: null, returnToMerchant },
    { canTryAgain: false, accountNumber: null },
  ]) {
    const { container, unmount } = show({ outcome: 'failed', method, reasonCode, ...end });
    expect(container.textContent?.includes('Your card was not charged.')).toBe(isSaid);
    expect(container.textContent?.includes('If money has left your account')).toBe(!isSaid);
    unmount();
  }
});

test.each([
  ['failed', {}],
  ['cancelled', {}],
  ['expired', { method: null }],
] as const)('%s sends the payer of a partner’s order back to the partner, not to our home page', (outcome, facts) => {
  const returnToMerchant = { url: 'https://shop.example/done', fields: {} };
  const { container } = show({ outcome, canTryAgain: false, returnToMerchant, ...facts });
  expect(container.textContent).toContain('start again from where you ordered');
  expect(container.textContent).not.toContain('quick pay home');
});

test('masks the account number and shows times with their zone', () => {
  const { container } = show({ confirmedAt: '2026-11-21T11:49:00Z' });
  expect(container.textContent).not.toContain('1234567801');
  expect(container.textContent).toContain('7801');
  expect(container.textContent).toContain('21 Nov 2026, 7:49 pm');
});

test('response fields are posted to the partner by a form with a countdown that can be paused', () => {
  const { container } = show({ returnToMerchant: { url: 'https://shop.example/done', fields: { status: '00' } } });
  const form = container.querySelector('form');
  expect(form?.method).toBe('post');
  expect(form?.target).toBe('_top');
  expect(new FormData(form ?? undefined).get('status')).toBe('00');
  expect(screen.getByTestId('redirect-countdown').textContent).toContain('10 seconds');
  expect(screen.getByRole('button', { name: en.result.pauseRedirect })).toBeTruthy();
  expect(screen.queryByText(en.layout.goHome)).toBeNull();
});

test('the way back names the partner, where its name is known', () => {
  const returnToMerchant = { url: 'https://shop.example/done', fields: {} };
  const { unmount } = show({ returnToMerchant });
  expect(screen.getByTestId('hand-over').textContent).toBe(en.result.returnToMerchant);
  unmount();
  show({ returnToMerchant }, 'Demo Shop');
  expect(screen.getByTestId('hand-over').textContent).toBe('Back to Demo Shop');
  const countdown = 'You will be taken back to Demo Shop in 10 seconds.';
  expect(screen.getByTestId('redirect-countdown').textContent).toBe(countdown);
});

test('names a partner’s order by its number, in view', () => {
  const { unmount } = show({ orderNumber: 'A-1001' });
  const number = screen.getByTestId('order-number');
  expect(number.textContent).toBe('A-1001');
  expect(number.closest('details')).toBeNull();
  unmount();
  show({});
  expect(screen.queryByTestId('order-number')).toBeNull();
});

test.each<Pick<NonNullable<PaymentResult['returnToMerchant']>, 'fields'>>([
  { fields: {} },
  { fields: { status: '00' } },
])('one primary button: the way back with %j is beside ‘Try again’ a secondary one', ({ fields }) => {
  const returnToMerchant = { url: 'https://shop.example/done', fields };
  const { unmount } = show({ outcome: 'failed', canTryAgain: true, returnToMerchant });
  const lookOf = (name: string) => screen.getByTestId(name).className;
  const [primary, secondary] = [lookOf('try-again'), lookOf('hand-over')];
  expect(secondary).not.toBe(primary);
  // Specification, section 4: after a result the page counts down.
  expect(screen.getByTestId('redirect-countdown').textContent).toContain('10 seconds');
  unmount();
  show({ outcome: 'failed', canTryAgain: false, returnToMerchant });
  expect(screen.queryByTestId('try-again')).toBeNull();
  expect(lookOf('hand-over')).toBe(primary);
});

test('the receipt is the main action, unless auto debit or the way back to a partner is next', () => {
  const lookOf = (name: string) => screen.getByTestId(name).className;
  const { unmount: unmountOffer } = showOffer(false);
  const primary = lookOf('official-receipt');
  unmountOffer();
  const { unmount: unmountRequest } = showOffer(true);
  expect(lookOf('official-receipt')).not.toBe(primary);
  unmountRequest();
  show({ receiptToken: 'token', returnToMerchant: { url: 'https://shop.example/done', fields: {} } });
  expect(lookOf('hand-over')).toBe(primary);
  expect(lookOf('official-receipt')).not.toBe(primary);
});

test('the countdown submits the form at its end and stops while it is paused', () => {
  jest.useFakeTimers({ doNotFake: ['performance'] });
  const submit = jest.spyOn(HTMLFormElement.prototype, 'submit').mockReturnValue(undefined);
  show({ returnToMerchant: { url: 'https://shop.example/done', fields: { status: '00' } } });
  const pass = (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) act(() => void jest.advanceTimersByTime(1_000));
  };
  pass(3);
  expect(screen.getByTestId('redirect-countdown').textContent).toContain('7 seconds');
  fireEvent.click(screen.getByRole('button', { name: en.result.pauseRedirect }));
  pass(60);
  // What is no longer so is not said.
  expect(screen.getByTestId('redirect-countdown').textContent).toBe(en.result.redirectPaused);
  expect(screen.queryByText(en.result.doNotRefresh)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: en.result.resumeRedirect }));
  expect(screen.getByTestId('redirect-countdown').textContent).toContain('7 seconds');
  expect(screen.getByText(en.result.doNotRefresh)).toBeTruthy();
  pass(7);
  expect(submit).not.toHaveBeenCalled();
  pass(1);
  expect(submit).toHaveBeenCalledTimes(1);
});

test.each([
  ['scrolls with the wheel', 'wheel'],
  ['scrolls by touch', 'touchMove'],
  ['presses a key', 'keyDown'],
] as const)('the countdown pauses once its payer %s elsewhere on the page', (_, scroll) => {
  show({ outcome: 'failed', returnToMerchant: { url: 'https://shop.example/done', fields: {} } });
  fireEvent[scroll](document.body);
  expect(screen.getByTestId('redirect-countdown').textContent).toBe(en.result.redirectPaused);
});

test('a countdown that is paused stays so when the page reloads', () => {
  const returnToMerchant = { url: 'https://shop.example/done', fields: {} };
  window.history.replaceState({ next: 'kept' }, '');
  const { unmount } = show({ outcome: 'pending-approval', returnToMerchant });
  fireEvent.click(screen.getByRole('button', { name: en.result.pauseRedirect }));
  expect(window.history.state).toMatchObject({ next: 'kept' });
  unmount();
  const reloaded = show({ returnToMerchant });
  fireEvent.click(screen.getByRole('button', { name: en.result.resumeRedirect }));
  reloaded.unmount();
  show({ returnToMerchant });
  expect(screen.getByRole('button', { name: en.result.pauseRedirect })).toBeTruthy();
});

test.each(resultOrigins)('opened from %s nothing counts down', (origin) => {
  show({ returnToMerchant: { url: 'https://shop.example/done', fields: {} } }, 'Demo Shop', origin);
  expect(screen.queryByTestId('redirect-countdown')).toBeNull();
  expect(screen.getByTestId('hand-over').textContent).toBe('Back to Demo Shop');
});

test('says that a press of Pay for what was paid already charged nothing', () => {
  const { unmount } = show({}, undefined, 'paid-already');
  expect(screen.getByTestId('paid-already').textContent).toBe(en.result.paidAlready);
  unmount();
  show({ outcome: 'failed' }, undefined, 'paid-already');
  expect(screen.queryByTestId('paid-already')).toBeNull();
});

test('offline the countdown waits', () => {
  jest.useFakeTimers({ doNotFake: ['performance'] });
  const submit = jest.spyOn(HTMLFormElement.prototype, 'submit').mockReturnValue(undefined);
  const isOnline = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  show({ returnToMerchant: { url: 'https://shop.example/done', fields: { status: '00' } } });
  const pass = (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) act(() => void jest.advanceTimersByTime(1_000));
  };
  pass(60);
  expect(screen.getByTestId('redirect-countdown').textContent).toContain('10 seconds');
  expect(submit).not.toHaveBeenCalled();
  isOnline.mockReturnValue(true);
  pass(11);
  expect(submit).toHaveBeenCalledTimes(1);
});

test('the countdown waits while it is not in the window', () => {
  jest.useFakeTimers({ doNotFake: ['performance'] });
  show({ returnToMerchant: { url: 'https://shop.example/done', fields: {} } });
  const box = jest.spyOn(screen.getByTestId('redirect-countdown'), 'getBoundingClientRect');
  const pass = (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) act(() => void jest.advanceTimersByTime(1_000));
  };
  box.mockReturnValue(new DOMRect(0, window.innerHeight + 1, 100, 20));
  pass(30);
  expect(screen.getByTestId('redirect-countdown').textContent).toContain('10 seconds');
  box.mockReturnValue(new DOMRect(0, 300, 100, 20));
  pass(2);
  expect(screen.getByTestId('redirect-countdown').textContent).toContain('8 seconds');
});

test('the countdown follows the link when there are no response fields', () => {
  jest.useFakeTimers({ doNotFake: ['performance'] });
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined);
  show({ returnToMerchant: { url: 'https://shop.example/done', fields: {} } });
  for (let second = 0; second < 11; second += 1) act(() => void jest.advanceTimersByTime(1_000));
  expect(click).toHaveBeenCalledTimes(1);
  expect(click.mock.contexts).toEqual([screen.getByTestId('hand-over')]);
});

test.each([
  ['printing', () => new Event('beforeprint')],
  ['the back button', () => Object.assign(new Event('pageshow'), { persisted: true })],
])('%s pauses the countdown', (_name, makeEvent) => {
  show({ returnToMerchant: { url: 'https://shop.example/done', fields: {} } });
  act(() => void window.dispatchEvent(makeEvent()));
  expect(screen.getByRole('button', { name: en.result.resumeRedirect })).toBeTruthy();
});

test('a press elsewhere on the page pauses the countdown', async () => {
  show({ returnToMerchant: { url: 'https://shop.example/done', fields: {} } });
  await userEvent.click(screen.getByTestId('redirect-countdown'));
  expect(screen.getByRole('button', { name: en.result.pauseRedirect })).toBeTruthy();
  await userEvent.click(screen.getByTestId('payment-status'));
  expect(screen.getByRole('button', { name: en.result.resumeRedirect })).toBeTruthy();
});

test('the countdown starts paused when the back button loads the page again', () => {
  jest.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type: 'back_forward' } as never]);
  show({ returnToMerchant: { url: 'https://shop.example/done', fields: {} } });
  expect(screen.getByRole('button', { name: en.result.resumeRedirect })).toBeTruthy();
});

test.each([
  ['successful', null],
  ['failed', null],
  ['cancelled', null],
  ['processed', null],
  ['session-expired', null],
  ['pending', 'choices'],
  ['pending-approval', 'choices'],
  ['error', 'choices'],
] as const)('after %s the stored choices of the payment are %j', (outcome, kept) => {
  window.sessionStorage.setItem(`ebill.payment.${refid}`, 'choices');
  show({ outcome });
  expect(window.sessionStorage.getItem(`ebill.payment.${refid}`)).toBe(kept);
});

describe('a payment in progress of an order with a responseURL', () => {
  const merchant = { url: 'https://shop.example/done', fields: {} };

  test.each(['pending', 'pending-approval', 'processed'] as const)(
    'that is %s is returned to the merchant after a countdown, and the payer is told where to look later',
    (outcome) => {
      show({ outcome, returnToMerchant: merchant });
      const told = screen.getByText(/You can also see the outcome later where you ordered/);
      const countdown = screen.getByTestId('redirect-countdown');
      expect(told.compareDocumentPosition(countdown) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
      expect(screen.getByTestId('hand-over').getAttribute('href')).toBe(merchant.url);
    },
  );

  test('that the payer can continue has a link to the merchant and no countdown', () => {
    show({ outcome: 'pending', canContinue: true, returnToMerchant: merchant });
    expect(screen.queryByTestId('redirect-countdown')).toBeNull();
    expect(screen.getByTestId('hand-over').getAttribute('href')).toBe(merchant.url);
  });
});

test('nothing counts down for an order without a responseURL', () => {
  show({ outcome: 'pending' });
  expect(screen.queryByTestId('redirect-countdown')).toBeNull();
  expect(screen.getByText('This page updates by itself. You can also come back later.')).toBeTruthy();
});

test('a declined card links to its FAQ answer, except in a kiosk visit', () => {
  const question = { name: 'Why was my card declined?' };
  const failed = { outcome: 'failed', method: 'newCard' } as const;
  const shown = show(failed);
  expect(screen.getByRole('link', question).getAttribute('href')).toBe('/apg/help?answer=declined#declined');
  shown.unmount();
  show({ ...failed, refid: `KWEB${refid}` });
  expect(screen.queryByRole('link', question)).toBeNull();
});

describe('in a kiosk visit', () => {
  const kiosk = { refid: `KWEB${refid}` };
  const listLinks = () => screen.queryAllByRole('link').map((link) => link.getAttribute('href'));
  const promotion = { imageUrl: 'https://ads.example/banner.png', linkUrl: 'https://ads.example/' };

  test.each(Object.keys(outcomeTable) as Outcome[])(
    'a result that is %s has no link but to its own payment',
    (outcome) => {
      show({ ...kiosk, outcome, promotion });
      for (const href of listLinks()) expect(href === '' || href?.includes(kiosk.refid)).toBe(true);
    },
  );

  test('the result still returns the payer to the merchant', () => {
    show({ ...kiosk, returnToMerchant: { url: 'https://kiosk.example/done', fields: {} } });
    expect(listLinks()).toEqual(['https://kiosk.example/done']);
  });

  test('an unknown payment and an unknown result have no link to home', () => {
    const retryHref = `/bankResultFPX?refid=${kiosk.refid}`;
    render(
      <NextIntlClientProvider locale="en" messages={en} timeZone="Asia/Kuala_Lumpur">
        <PaymentNotFound isKiosk />
        <ResultUnknown refid={kiosk.refid} retryHref={retryHref} isKiosk />
      </NextIntlClientProvider>,
    );
    expect(listLinks()).toEqual([retryHref]);
  });
});

test('a result that the backend cannot return has the words of the specification, and says not to pay again', () => {
  render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="Asia/Kuala_Lumpur">
      <ResultUnknown refid={refid} retryHref={`/bankResultFPX?refid=${refid}`} isKiosk={false} />
    </NextIntlClientProvider>,
  );
  const status = screen.getByTestId('payment-status');
  expect(status.dataset['status']).toBe('error');
  expect(status.textContent).toContain(
    'It looks like you may have encountered a technical issue. Please try to make your payment again in a little while.',
  );
  expect(status.textContent).toContain('If you approved a payment, please do not pay again');
});

describe('refunds', () => {
  const at = '2026-11-30T02:00:00Z';
  const amount = sen(5_000);

  test.each([
    ['requested', 'card', 'A refund of RM50.00 to your card was requested on 30 Nov 2026. We have not made it yet.'],
    ['sent', 'wallet', 'A refund of RM50.00 is on its way to your e-wallet. We are waiting for confirmation.'],
    ['manual', 'account', 'We are returning RM50.00 to your bank account by bank transfer.'],
    [
      'succeeded',
      'card',
      'RM50.00 was refunded to your card on 30 Nov 2026. Your card’s bank decides when you see it, usually within 14 days.',
    ],
    [
      'failed',
      'card',
      'A refund of RM50.00 could not be made on 30 Nov 2026. If you have not heard from us, please contact customer service.',
    ],
  ] as const)('one that is %s, to a %s, is shown and leaves the payment successful', (status, destination, text) => {
    show({ refunds: [{ status, accountNumber: null, amount, at, destination }] });
    const shown = screen.getByTestId('refund-status');
    expect([shown.dataset['status'], shown.textContent]).toEqual([status, text]);
    expect(screen.getByTestId('payment-status').dataset['status']).toBe('successful');
  });

  test('of all that was paid replace the words of a paid bill', () => {
    const posting = { status: 'accepted', receiptNumber: 'R00000001', usualMinutes: 5 } as const;
    const all = {
      status: 'succeeded',
      accountNumber: null,
      amount: result.amount,
      at,
      destination: 'account',
    } as const;
    show({ posting, receiptSentTo: 'p***@ebill.example', refunds: [all] });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Payment refunded');
    expect(screen.getByTestId('payment-status').dataset['status']).toBe('successful');
    expect(screen.queryByTestId('posting-status')).toBeNull();
    expect(screen.queryByText(/We are sending the official receipt/)).toBeNull();
  });

  test('each of several is shown', () => {
    const refund = { status: 'succeeded', accountNumber: null, amount, at, destination: 'card' } as const;
    show({ refunds: [refund, { ...refund, status: 'sent' }] });
    expect(screen.getAllByTestId('refund-status').map(({ dataset }) => dataset['status'])).toEqual([
      'succeeded',
      'sent',
    ]);
  });

  test('money that was held for review tells what became of it', () => {
    const refund = { status: 'succeeded', accountNumber: null, amount, at, destination: 'account' } as const;
    show({ outcome: 'review', refunds: [refund] });
    expect(screen.getByTestId('payment-status').dataset['status']).toBe('review');
    expect(screen.getByTestId('refund-status').textContent).toContain('RM50.00 was refunded to your bank account');
  });
});

/** What a screen reader reads when a text in an element changes: the live region around it if that is atomic, else only the text (null). */
function findAnnounced(element: Element): Element | null {
  const region = element.closest('[aria-live], [role="status"]');
  return region?.getAttribute('aria-atomic') === 'true' ? region : null;
}

describe('the posting of a paid bill', () => {
  const queued = { status: 'queued', receiptNumber: null, usualMinutes: 1440 } as const;
  const fetchMock = jest.fn();
  const respond = (body: object) => fetchMock.mockResolvedValue({ ok: true, json: async () => body });
  const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['performance'] });
    Object.assign(globalThis, { fetch: fetchMock.mockReset() });
  });
  const posting = () => screen.getByTestId('posting-status');
  /** Polls of a posting that usually takes a day. */
  const interval = 61_000;

  test('is shown until it is credited, and then with its receipt number, without a reload', async () => {
    respond({ status: 'successful', posting: { status: 'queued', receiptNumber: null } });
    show({ posting: queued });
    expect(posting().textContent).toBe(
      'We are passing this payment on to account ••••••7801ending in 7801, usually within 1 day.',
    );
    await pass(interval);
    expect(posting().dataset['status']).toBe('queued');
    respond({ status: 'successful', posting: { status: 'accepted', receiptNumber: 'R00000042' } });
    await pass(interval);
    expect(posting().dataset['status']).toBe('accepted');
    expect(posting().textContent).toBe('Credited to account ••••••7801ending in 7801. Receipt number: R00000042');
    expect(screen.getByTestId('receipt-number').textContent).toBe('R00000042');
    expect(fetchMock).toHaveBeenCalledTimes(2);
    await pass(interval);
    expect(fetchMock).toHaveBeenCalledTimes(2);
  });

  test('is announced as one sentence, without the outcome that was read before', () => {
    show({ posting: queued });
    expect(findAnnounced(posting())).toBe(posting());
    expect(screen.getByTestId('payment-status').getAttribute('aria-atomic')).toBe('false');
  });

  test.each([
    [
      'pending',
      'The biller has this payment and has not credited it to account ••••••7801ending in 7801 yet. We keep asking.',
    ],
    [
      'review',
      'This payment could not be credited to account ••••••7801ending in 7801 yet. We are looking into it, and your money is safe.',
    ],
  ] as const)('that is %s shows it', (status, text) => {
    show({ posting: { ...queued, status } });
    expect(posting().textContent).toBe(text);
    expect(screen.queryByTestId('receipt-number')).toBeNull();
    expect(screen.queryByText('There is nothing more to do.') === null).toBe(status === 'review');
  });

  test('a response that cannot be understood changes nothing', async () => {
    show({ posting: queued });
    for (const body of [{}, { posting: null }, { posting: { status: 'lost' } }, { posting: 'accepted' }]) {
      respond(body);
      await pass(interval);
      expect(posting().dataset['status']).toBe('queued');
    }
  });

  test('a payment that pays no bill has none', () => {
    show({});
    expect(screen.queryByTestId('posting-status')).toBeNull();
  });
});

test('says that the contact details are no longer stored, once they are erased', () => {
  const text = 'We no longer store the contact details that were given with this payment.';
  const { unmount } = show({ receiptSentTo: 'p***@example.com' });
  expect(screen.queryByText(text)).toBeNull();
  unmount();
  show({ isContactErased: true });
  expect(screen.queryByText(text)).not.toBeNull();
  expect(screen.queryByText(/receipt is on its way/)).toBeNull();
});

describe('money that does not pay the order', () => {
  const lines = () => screen.queryAllByTestId('unapplied-payment').map(({ textContent }) => textContent);
  const title = () => screen.getByRole('heading', { level: 1 }).textContent;
  const amount = sen(13878);
  const returnedAt = '2026-11-23T04:00:00Z';

  test.each([
    ['in-review', null, 'A second payment of RM138.78 was received. We are looking into it, and your money is safe.'],
    ['returning', null, 'A second payment of RM138.78 was received. We are returning it to you.'],
    ['returned', returnedAt, 'A second payment of RM138.78 was received. It was returned on 23 Nov 2026.'],
  ] as const)('beside a paid order, %s: the receipt is shown, and a sentence', (status, at, text) => {
    show({ unappliedPayments: [{ amount, status, returnedAt: at }] });
    expect(title()).toBe('Payment Successful');
    expect(lines()).toEqual([text]);
    expect(screen.getByRole('button', { name: 'Save or print receipt' })).toBeTruthy();
    // There is more to it, or may be.
    expect(screen.queryByText(en.result.successful.next)).toBeNull();
  });

  test('beside a paid order of a partner nothing counts down, and the help says what becomes of it', () => {
    const returnToMerchant = { url: 'https://shop.example/done', fields: {} };
    show({ returnToMerchant, unappliedPayments: [{ amount, status: 'in-review', returnedAt: null }] });
    expect(screen.queryByTestId('redirect-countdown')).toBeNull();
    expect(screen.getByText(en.result.secondPayment.next)).toBeTruthy();
    expect(screen.getByRole('link', { name: en.help.questions.twice.question }).getAttribute('href')).toBe(
      helpPath('twice'),
    );
  });

  test('of an unpaid order is being returned', () => {
    show({ outcome: 'review', unappliedPayments: [{ amount, status: 'returning', returnedAt: null }] });
    expect(title()).toBe('We are returning your money');
    expect(lines()).toEqual([]);
  });

  test('of an unpaid order was returned', () => {
    show({ outcome: 'review', unappliedPayments: [{ amount, status: 'returned', returnedAt }] });
    expect(title()).toBe('Your money was returned');
    expect(lines()).toEqual([]);
  });

  test('of an unpaid order is returned in part: what is in review is told first', () => {
    const returned = { amount, status: 'returned', returnedAt } as const;
    show({ outcome: 'review', unappliedPayments: [returned, { amount, status: 'in-review', returnedAt: null }] });
    expect(title()).toBe('We are checking your payment');
    expect(lines()).toEqual([]);
  });

  test('of an order in review is in its text', () => {
    show({ outcome: 'review', unappliedPayments: [{ amount, status: 'in-review', returnedAt: null }] });
    expect(title()).toBe('We are checking your payment');
    expect(lines()).toEqual([]);
  });
});

describe('the accounts of a payment of several', () => {
  const queued = { status: 'queued', receiptNumber: null, usualMinutes: 5 } as const;
  const accounts = [
    { accountNumber: '1234567801', amount: sen(10_000) },
    { accountNumber: '2234567802', amount: sen(3_878) },
  ].map((account) => ({
    ...account,
    ...{ accountName: null, posting: queued, isRefunded: false, serviceResumesBy: null },
  }));
  const fetchMock = jest.fn();
  const respond = (body: object) => fetchMock.mockResolvedValue({ ok: true, json: async () => body });
  const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));
  const texts = () => screen.getAllByTestId('paid-account').map(({ textContent }) => textContent);
  const worst = () => screen.getByTestId('posting-status').dataset['status'];
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['performance'] });
    Object.assign(globalThis, { fetch: fetchMock.mockReset() });
  });

  test('are listed by their ends, with amount and state, until all are final', async () => {
    show({ accountNumber: null, posting: queued, accounts });
    expect(texts()).toEqual([
      '••••••7801Account ending in 7801RM100.00On its way',
      '••••••7802Account ending in 7802RM38.78On its way',
    ]);
    expect(worst()).toBe('queued');
    const accepted = { status: 'accepted', receiptNumber: 'R00000042' };
    respond({ status: 'successful', accounts: [accepted, { status: 'pending', receiptNumber: null }] });
    await pass(3_000);
    expect(texts()).toEqual([
      '••••••7801Account ending in 7801RM100.00CreditedReceipt number: R00000042',
      '••••••7802Account ending in 7802RM38.78With the biller, not credited yet',
    ]);
    expect(worst()).toBe('pending');
    respond({ status: 'successful', accounts: [accepted, { status: 'review', receiptNumber: null }] });
    await pass(3_000);
    expect(worst()).toBe('review');
    await pass(30_000);
    expect(fetchMock).toHaveBeenCalledTimes(2);
  });

  test('are below the receipt’s button, after the sentence about all of them', () => {
    show({ accountNumber: null, posting: queued, accounts, receiptToken: 'token' });
    const inOrder = ['official-receipt', 'posting-status', 'paid-accounts'].map((id) => screen.getByTestId(id));
    expect(inOrder.toSorted((one, other) => (one.compareDocumentPosition(other) & 4 ? -1 : 1))).toEqual(inOrder);
  });

  test('are listed with the masked names of their holders, where these may be shown', () => {
    const [own, other] = accounts;
    show({ accountNumber: null, posting: queued, accounts: [{ ...own!, accountName: 'S*** N***' }, other!] });
    expect(texts()).toEqual([
      '••••••7801Account ending in 7801S*** N***Name S N, the rest is hiddenRM100.00On its way',
      '••••••7802Account ending in 7802RM38.78On its way',
    ]);
  });

  test('are announced each by itself, with its number', () => {
    show({ accountNumber: null, posting: queued, accounts });
    for (const row of screen.getAllByTestId('paid-account')) expect(findAnnounced(row.lastElementChild!)).toBe(row);
    expect(findAnnounced(screen.getByTestId('posting-status'))).toBe(screen.getByTestId('posting-status'));
  });

  const accepted = { ...queued, status: 'accepted', receiptNumber: 'R00000042' } as const;
  const returned = {
    ...{ accountNumber: '2234567802', amount: sen(3_878), at: '2026-11-30T02:00:00Z' },
    ...({ status: 'succeeded', destination: 'card' } as const),
  };
  const summary = () => screen.getByTestId('posting-status').textContent;

  test('of which some need a review say so and of which in the banner, once, and not that there is no more to do', () => {
    const review = { ...queued, status: 'review' } as const;
    const [own, other] = accounts;
    show({
      ...{ accountNumber: null, posting: review },
      accounts: [
        { ...own!, posting: accepted },
        { ...other!, posting: review },
      ],
    });
    expect(summary()).toBe(
      'A part of this payment could not be credited to account ••••••7802ending in 7802 yet. We are looking into it, and your money is safe.',
    );
    expect(screen.getByTestId('payment-status').textContent).toContain(summary());
    expect(worst()).toBe('review');
    expect(document.body.textContent).not.toContain('nothing more to do');
  });

  test('of which some need a review while others wait name none of them in the banner', () => {
    const statuses = ['accepted', 'review', 'pending'] as const;
    show({
      ...{ accountNumber: null, posting: { ...queued, status: 'review' } },
      accounts: statuses.map((status) => ({ ...accounts[0]!, posting: { ...queued, status } })),
    });
    expect(summary()).toBe(
      'A part of this payment could not be credited yet. We are looking into it, and your money is safe.',
    );
    expect(screen.getByTestId('payment-status').textContent).toContain(summary());
  });

  test('show what became of each by an icon and a colour of its own', () => {
    const texts = [
      'On its way',
      'Credited',
      'With the biller, not credited yet',
      'Not credited yet: we are looking into it',
    ];
    show({
      ...{ accountNumber: null, posting: queued },
      accounts: (['queued', 'accepted', 'pending', 'review'] as const).map((status) => ({
        ...{ ...accounts[0]!, posting: { ...queued, status } },
      })),
    });
    const states = texts.map((text) => screen.getByText(text).parentElement!);
    expect(new Set(states.map((state) => `${state.className} ${state.querySelector('svg')!.innerHTML}`)).size).toBe(4);
  });

  test('are counted in the title of their list and in what is paid', () => {
    show({ accountNumber: null, posting: queued, accounts });
    expect(screen.getByRole('heading', { name: 'Accounts (2)' })).toBeTruthy();
    expect(screen.getByText('Satellite TV bill, 2 accounts')).toBeTruthy();
  });

  test('that all need a review are named in the banner', () => {
    const review = { ...queued, status: 'review' } as const;
    show({
      ...{ accountNumber: null, posting: review },
      accounts: accounts.map((account) => ({ ...account, posting: review })),
    });
    expect(summary()).toContain('to accounts ••••••7801ending in 7801 and ••••••7802ending in 7802 yet.');
  });

  test('say which one is refunded, and do not count it as credited', async () => {
    show({
      ...{ accountNumber: null, posting: accepted, refunds: [returned] },
      accounts: [
        { ...accounts[0]!, posting: accepted },
        { ...accounts[1]!, posting: null, isRefunded: true },
      ],
    });
    expect(texts()).toEqual([
      '••••••7801Account ending in 7801RM100.00CreditedReceipt number: R00000042',
      '••••••7802Account ending in 7802RM38.78Refunded',
    ]);
    expect(summary()).toBe('Credited to all accounts below that were not refunded.');
    expect(screen.getByTestId('refund-status').textContent).toMatch(
      /^Account ••••••7802ending in 7802: RM38\.78 was refunded/,
    );
    await pass(30_000);
    expect(fetchMock).not.toHaveBeenCalled();
  });

  test('say until when the service of which returns, unless its posting needs a review', async () => {
    const resuming = { ...accounts[1]!, serviceResumesBy: '2026-11-21T15:30:00Z' };
    show({ accountNumber: null, posting: queued, accounts: [accounts[0]!, resuming] });
    expect(texts()).toEqual([
      '••••••7801Account ending in 7801RM100.00On its way',
      '••••••7802Account ending in 7802RM38.78On its wayService returns by 11:30 pm.',
    ]);
    respond({ status: 'successful', accounts: [accepted, { status: 'review', receiptNumber: null }] });
    await pass(3_000);
    expect(texts()[1]).toBe('••••••7802Account ending in 7802RM38.78Not credited yet: we are looking into it');
  });

  test('of which one is refunded meanwhile say so', async () => {
    show({ accountNumber: null, posting: queued, accounts });
    respond({ status: 'successful', accounts: [accepted, { status: 'refunded', receiptNumber: null }] });
    await pass(3_000);
    expect(texts()).toEqual([
      '••••••7801Account ending in 7801RM100.00CreditedReceipt number: R00000042',
      '••••••7802Account ending in 7802RM38.78Refunded',
    ]);
    expect(summary()).toBe('Credited to all accounts below that were not refunded.');
    await pass(30_000);
    expect(fetchMock).toHaveBeenCalledTimes(1);
  });

  test('that are all refunded say so, each', () => {
    show({
      ...{ accountNumber: null, posting: null },
      accounts: accounts.map((account) => ({ ...account, posting: null, isRefunded: true })),
      refunds: [returned, { ...returned, accountNumber: '1234567801', amount: sen(10_000) }],
    });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Payment refunded');
    expect(texts()).toEqual([
      '••••••7801Account ending in 7801RM100.00Refunded',
      '••••••7802Account ending in 7802RM38.78Refunded',
    ]);
    expect(screen.queryByTestId('posting-status')).toBeNull();
  });

  test.each([[{}], [{ accounts: [] }], [{ accounts: [null, { status: 'lost' }] }], [{ accounts: 'accepted' }]])(
    'stay as they are after the response %j',
    async (body) => {
      show({ accountNumber: null, posting: queued, accounts });
      respond(body);
      await pass(3_000);
      expect(texts()).toEqual([
        '••••••7801Account ending in 7801RM100.00On its way',
        '••••••7802Account ending in 7802RM38.78On its way',
      ]);
    },
  );

  test('of a payment that is not credited have amounts only, and nothing is asked', async () => {
    const unpaid = accounts.map((account) => ({ ...account, posting: null }));
    show({ outcome: 'failed', accountNumber: null, accounts: unpaid });
    expect(texts()).toEqual(['••••••7801Account ending in 7801RM100.00', '••••••7802Account ending in 7802RM38.78']);
    expect(screen.queryByTestId('posting-status')).toBeNull();
    await pass(30_000);
    expect(fetchMock).not.toHaveBeenCalled();
  });
});
