import { randomUUID } from 'node:crypto';
import { sharedKey } from '../operators/model';
import { sendReceipt } from '../payments/send-receipt';
import { freshAccount, payByFpx, sandboxControl, setUpTestBackend } from '../test-backend.fixture';

const backend = setUpTestBackend();

const advance = (duration: string) => sandboxControl(backend, 'clock', { advance: duration });
const setMode = (mode: string) => sandboxControl(backend, 'biller', { mode });
const readReceipts = async (): Promise<readonly { readonly text: string }[]> =>
  (await sandboxControl(backend, 'messages?to=payer@example.com')).filter(
    ({ kind }: { kind: string }) => kind === 'receipt',
  );

async function readReceiptNumber(refid: string): Promise<string> {
  const { postings } = await sandboxControl(backend, 'ledger');
  return postings.find((posting: { refid: string }) => posting.refid === refid).receiptNumber;
}

test('a receipt is sent as soon as the biller has accepted the payment, with its receipt number', async () => {
  const refid = await payByFpx(backend);
  const [receipt, ...others] = await readReceipts();
  expect(receipt?.text).toContain(`\nReceipt number: ${await readReceiptNumber(refid)}\n`);
  expect(receipt?.text).not.toContain('as soon as');
  const { mail } = await backend.store.db.selectFrom('outbox').select('mail').executeTakeFirstOrThrow();
  expect(mail?.html).toContain(await readReceiptNumber(refid));
  await advance('PT1M');
  expect([others, (await readReceipts()).length]).toEqual([[], 1]);
});

test('one whose biller has not answered finally is sent without a number after twelve seconds, once', async () => {
  await setMode('pending');
  await payByFpx(backend, freshAccount());
  expect(await readReceipts()).toEqual([]);
  await advance('PT11S');
  expect(await readReceipts()).toEqual([]);
  await advance('PT1S');
  const [receipt] = await readReceipts();
  expect(receipt?.text).toContain('The receipt number is on your official receipt as soon as');
  await setMode('accept');
  await advance('PT2H');
  expect(await readReceipts()).toEqual([receipt]);
});

test('one whose biller is called a second time has the number', async () => {
  await setMode('lose-answer');
  const refid = await payByFpx(backend);
  expect(await readReceipts()).toEqual([]);
  await advance('PT10S');
  const [receipt] = await readReceipts();
  expect(receipt?.text).toContain(`\nReceipt number: ${await readReceiptNumber(refid)}\n`);
});

test('one that the biller has refused is sent at once', async () => {
  await setMode('refuse');
  await payByFpx(backend);
  expect((await readReceipts()).length).toBe(1);
});

test('one that an operator has sent in another language stays in it', async () => {
  const refid = await payByFpx(backend);
  const command = { command: randomUUID(), reference: refid, to: null, language: 'ms', by: sharedKey } as const;
  expect((await sendReceipt(backend.services, command)).ok).toBe(true);
  const texts = (await readReceipts()).map(({ text }) => text.split('\n')[0]);
  expect(texts.sort()).toEqual(['Official receipt', 'Resit rasmi']);
});
