import { render, screen } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import { outcomes, outcomeTable, type Outcome } from '@/lib/domain/outcomes';
import { sen } from '@/lib/domain/money';
import type { PaymentResult } from '@/lib/domain/payment';
import en from '@/messages/en.json';
import { outcomeWords } from './outcome-words';
import { ResultScreen } from './result-screen';

jest.mock('next/navigation', () => ({ useRouter: () => ({ refresh: () => undefined }) }));

const refid = 'abcdefghijklmnopqrstuvwxyz';
const result: PaymentResult = {
  outcome: 'successful',
  refid,
  paymentId: 'zyxwvutsrqponmlkjihgfedcba',
  partnerKey: 'EBILL',
  serverTime: '2026-11-21T12:00:00Z',
  productName: 'Satellite TV bill',
  accountNumber: '1234567801',
  amount: sen(13878),
  method: 'fpx',
  bankName: 'Maybank2U',
  bankReference: '2611211949370001',
  transactionId: 't4k2m7q9x3c5v8b2n6h4',
  startedAt: '2026-11-21T11:48:00Z',
  confirmedAt: null,
  instalmentMonths: null,
  isAutoDebit: false,
  canTryAgain: true,
  approvalDeadline: null,
  receiptSentTo: null,
  reasonCode: null,
  handOver: null,
  responseCode: null,
  promotion: null,
  autoDebitOffer: null,
};

function show(changes: Partial<PaymentResult>) {
  return render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="Asia/Kuala_Lumpur">
      <ResultScreen result={{ ...result, ...changes }} />
    </NextIntlClientProvider>,
  );
}

test.each(outcomes)('the outcome %s is told in its own words, with the steps of its row', (outcome: Outcome) => {
  show({ outcome });
  const status = screen.getByTestId('payment-status');
  const words = en.result[outcomeWords[outcome]];
  expect(status.dataset['status']).toBe(outcome);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(words.title);
  expect(status.textContent).toContain(words.text);
  expect(screen.queryByTestId('try-again') !== null).toBe(outcomeTable[outcome].tryAgain);
  expect(screen.queryByText(en.result.keepsUpToDate) !== null).toBe(outcomeTable[outcome].keepsItselfUpToDate);
  expect(screen.queryByText(en.result.print) !== null).toBe(outcomeTable[outcome].receipt);
});

test('nobody is asked to try again when the backend does not allow it', () => {
  show({ outcome: 'failed', canTryAgain: false });
  expect(screen.queryByTestId('try-again')).toBeNull();
});

test('the account is shown by its end alone, times with their zone', () => {
  const { container } = show({ confirmedAt: '2026-11-21T11:49:00Z' });
  expect(container.textContent).not.toContain('1234567801');
  expect(container.textContent).toContain('7801');
  expect(container.textContent).toContain('21 Nov 2026, 7:49 pm MYT');
});

test('a partner gets its fields by a post that can be stopped', () => {
  const { container } = show({ handOver: { url: 'https://shop.example/done', fields: { status: '00' } } });
  const form = container.querySelector('form');
  expect(form?.method).toBe('post');
  expect(form?.target).toBe('_top');
  expect(new FormData(form ?? undefined).get('status')).toBe('00');
  expect(screen.getByTestId('redirect-countdown').textContent).toContain('10 seconds');
  expect(screen.getByRole('button', { name: en.result.pauseRedirect })).toBeTruthy();
  expect(screen.queryByText(en.result.home)).toBeNull();
});

test('a pending payment is not taken away from its payer by itself', () => {
  show({ outcome: 'pending', handOver: { url: 'https://shop.example/done', fields: {} } });
  expect(screen.queryByTestId('redirect-countdown')).toBeNull();
  expect(screen.getByTestId('hand-over').getAttribute('href')).toBe('https://shop.example/done');
});
