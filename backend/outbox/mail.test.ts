import { calls } from '@/lib/contract/calls';
import type { Locale } from '@/lib/domain/locales';
import {
  sandboxControl,
  createPayment,
  fpxRequest,
  startTestBackend,
  statusOf,
  succeed,
  type TestBackend,
} from '../test-backend.fixture';
import { createMailDelivery } from './mail';
import { startMailServer, type MailServer } from './mail-server.fixture';
import type { Message } from './model';

let server: MailServer;

beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.received.length = 0;
  server.refusals.clear();
});

const at = new Date('2026-11-21T11:49:00Z');
const message: Message = {
  kind: 'receipt',
  recipient: 'payer@example.com',
  text: 'Paid',
  code: null,
  mail: { subject: 'Receipt', html: '<p>Paid</p>' },
};
const deliver = (changes: Partial<Message> = {}) =>
  createMailDelivery({
    url: server.url,
    from: 'no-reply@pay.example.com',
    senderName: 'ebill',
    requiresTls: false,
  }).deliver(7, { ...message, ...changes }, at);

/** The header lines of a message, each in one line. */
function headersOf(source: string): readonly string[] {
  return (source.split('\n\n')[0] ?? '').replace(/\n[ \t]+/g, ' ').split('\n');
}

function decodeQuotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

test('row 51: to a server without STARTTLS nothing is sent, unless its address says so', async () => {
  const sender = { from: 'no-reply@pay.example.com', senderName: 'ebill', requiresTls: true };
  await expect(createMailDelivery({ ...sender, url: server.url }).deliver(7, message, at)).rejects.toThrow('STARTTLS');
  expect(server.received).toEqual([]);
  const url = `${server.url}?requireTLS=false`;
  expect(await createMailDelivery({ ...sender, url }).deliver(7, message, at)).toBe('delivered');
});

test('an e-mail has text and HTML, its sender, and the same Message-ID when it is sent again', async () => {
  expect(await deliver()).toBe('delivered');
  expect(await deliver()).toBe('delivered');
  const [first, again] = server.received;
  expect(first).toMatchObject({ from: 'no-reply@pay.example.com', to: ['payer@example.com'] });
  const headers = headersOf(first?.source ?? '');
  expect(headers).toContain('From: ebill <no-reply@pay.example.com>');
  expect(headers).toContain('To: payer@example.com');
  expect(headers).toContain('Auto-Submitted: auto-generated');
  const idOf = (source = '') => headersOf(source).find((line) => line.startsWith('Message-ID:'));
  expect(idOf(first?.source)).toBe(`Message-ID: <message-7-${at.getTime()}@pay.example.com>`);
  expect(idOf(again?.source)).toBe(idOf(first?.source));
  expect(first?.source).toContain('Content-Type: text/plain');
  expect(first?.source).toContain('Content-Type: text/html');
});

test('an e-mail that its reader can unsubscribe from has the headers for it (RFC 8058), and no other one does', async () => {
  const unsubscribeUrl = 'https://pay.example.com/api/reminder/unsubscribe?token=a.b';
  await deliver({ mail: { unsubscribeUrl } });
  await deliver();
  const [first, second] = server.received.map(({ source }) => headersOf(source));
  expect(first).toContain(`List-Unsubscribe: <${unsubscribeUrl}>`);
  expect(first).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  // Text only, with its first line as the subject.
  expect(first).toContain('Subject: Paid');
  expect(server.received[0]?.source).not.toContain('text/html');
  expect(second?.filter((line) => line.startsWith('List-'))).toEqual([]);
});

test.each([
  'Receipt\r\nBcc: everybody@evil.example',
  'Receipt\nBcc: everybody@evil.example',
  'Receipt\u2028Bcc: everybody@evil.example',
  `Receipt ${'x'.repeat(5_000)}`,
])('row 21: a product’s name adds no header: %j', async (subject) => {
  await deliver({ mail: { subject, html: '' } });
  const [mail] = server.received;
  expect(mail?.to).toEqual(['payer@example.com']);
  const names = headersOf(mail?.source ?? '').map((line) => line.split(':')[0]?.toLowerCase());
  expect(names).not.toContain('bcc');
  expect(new Set(names).size).toBe(names.length);
});

test('row 55: a product’s name is no encoded word, which mail clients show as what it encodes (RFC 2047)', async () => {
  // U+202E, which row 55 removes from the names of an order.
  await deliver({ mail: { subject: 'Receipt RM1.00: =?utf-8?B?4oCu?=', html: '' } });
  const [subject = ''] = headersOf(server.received[0]?.source ?? '').filter((line) => line.startsWith('Subject:'));
  expect(subject).toContain('Receipt RM1.00: ');
  expect(subject).not.toMatch(/=\?[^?\s]+\?[bq]\?[^?\s]*\?=/i);
});

test('a message without HTML is sent as plain text with its first line as subject', async () => {
  await deliver({ mail: null, text: 'Remember\nyour offer' });
  expect(headersOf(server.received[0]?.source ?? '')).toContain('Subject: Remember');
  expect(server.received[0]?.source).not.toContain('text/html');
});

test('a permanently rejected recipient is refused, and a temporary error is retried', async () => {
  server.refusals.set(message.recipient, '550 no such user');
  expect(await deliver()).toBe('refused');
  server.refusals.set(message.recipient, '451 later');
  await expect(deliver()).rejects.toThrow();
});

describe('a payment', () => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startTestBackend({ mail: { url: server.url, from: 'no-reply@pay.example.com' } });
  });
  afterAll(() => backend.close());

  async function pay(language: Locale) {
    const refid = await createPayment(backend);
    await succeed(backend, calls['payment.init'], { ...fpxRequest(refid), language });
    backend.fpx.setStatus(backend.fpx.begun.at(-1)?.order.number ?? '', 'successful');
    expect(await statusOf(backend, refid)).toBe('successful');
    await backend.jobs.runDue();
    return refid;
  }

  test.each([
    ['en', 'Payment Successful', 'Bank ref no.', 'Malaysia time'],
    ['ms', 'Pembayaran Berjaya', 'No. rujukan bank', 'waktu Malaysia'],
    ['ta', 'கட்டணம் வெற்றி', 'வங்கிக் குறிப்பு எண்', 'மலேசிய நேரம்'],
  ] as const)(
    'in %s: the receipt is sent by e-mail and is in the sandbox’s message list',
    async (language, title, term, timeZoneNote) => {
      const refid = await pay(language);
      expect(server.received).toHaveLength(1);
      const body = decodeQuotedPrintable(server.received[0]?.source ?? '');
      expect(body).toContain(`<html lang="${language}">`);
      for (const words of [title, term, 'RM138.78', '/receipt?token=v1.', timeZoneNote]) expect(body).toContain(words);
      const [listed] = await sandboxControl(backend, 'messages?to=payer@example.com');
      expect(listed).toMatchObject({ kind: 'receipt', to: 'payer@example.com', code: null });
      expect(listed.text).toContain(title);
      expect((await succeed(backend, calls['payment.result'], { refid })).receiptSentTo).toBe('p***@example.com');
    },
  );

  test('an unavailable mail server does not affect the payment, and gets the receipt later', async () => {
    server.refusals.set('payer@example.com', '451 later');
    await pay('en');
    expect(server.received).toHaveLength(0);
    server.refusals.clear();
    await sandboxControl(backend, 'clock', { advance: 'PT2H' });
    expect(server.received).toHaveLength(1);
  });
});
