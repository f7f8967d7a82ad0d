import { calls } from '@/lib/contract/calls';
import type { Locale } from '@/lib/domain/locales';
import { inTransaction } from '../db/database';
import {
  sandboxControl,
  createPayment,
  redirectToBank,
  send,
  setUpTestBackend,
  statusOf,
  succeed,
} from '../test-backend.fixture';

const backend = setUpTestBackend();

const mobileNumber = '60120000001';

async function newestCode(to: string): Promise<string> {
  const [newest] = await sandboxControl(backend, `messages?to=${to}`);
  return newest.code;
}

function wrong(code: string): string {
  return code === '000000' ? '000001' : '000000';
}

async function beginMobilePayment(): Promise<string> {
  const refid = await createPayment(backend);
  await startAttempt(refid);
  return refid;
}

async function startAttempt(refid: string): Promise<void> {
  const started = await succeed(backend, calls['payment.init'], {
    refid,
    shownAmount: 13_878,
    paymentRequest: { selectedPaymentMethod: 'dcb', selectedDCB: 'carrier-a', userEmailAddress: 'payer@example.com' },
  });
  expect(started.onward).toEqual({ kind: 'tac', carrier: 'carrier-a' });
}

const sendTac = (refid: string, number = mobileNumber, language?: Locale) =>
  send(backend, calls['dcb.sendTac'], { refid, mobileNumber: number, language });
const verifyTac = (refid: string, tac: string) => send(backend, calls['dcb.verifyTac'], { refid, tac });

describe('paying by mobile', () => {
  test('a correct TAC pays, once', async () => {
    const refid = await beginMobilePayment();
    const sent = await sendTac(refid);
    expect(sent.body).toMatchObject({ resendsLeft: 3 });
    const code = await newestCode(mobileNumber);
    const answers = await Promise.all(Array.from({ length: 5 }, () => verifyTac(refid, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await statusOf(backend, refid)).toBe('successful');
    const { credits, balanced } = await sandboxControl(backend, 'ledger');
    expect([credits.length, balanced]).toEqual([1, true]);
  });

  test.each([
    ['a number of another carrier', '60130000001'],
    ['a number that the carrier refuses', '60120000099'],
    ['a number that is none', '60119999999'],
  ])('%s gets no TAC', async (_name, number) => {
    const refid = await beginMobilePayment();
    expect((await sendTac(refid, number)).code).toBe('number-refused');
    expect(await sandboxControl(backend, 'messages')).toEqual([]);
  });

  test.each(['successful', 'failed'] as const)(
    'a number ending 98 stays pending until the control settles it as %s',
    async (outcome) => {
      const refid = await beginMobilePayment();
      await sendTac(refid, '60120000098');
      const answer = await verifyTac(refid, await newestCode('60120000098'));
      expect(answer.body).toMatchObject({ status: 'pending', resultRoute: '/dcb/view/bankResult' });
      await sandboxControl(backend, 'clock', { advance: 'PT2H' });
      expect(await statusOf(backend, refid)).toBe('pending');
      expect(await sandboxControl(backend, 'settle', { refid, outcome })).toMatchObject({ status: outcome });
      const { credits, balanced } = await sandboxControl(backend, 'ledger');
      expect([credits.length, balanced]).toEqual([outcome === 'successful' ? 1 : 0, true]);
    },
  );

  test('a number ending 99 is refused, and the payer may try another or cancel', async () => {
    const refid = await beginMobilePayment();
    expect((await sendTac(refid, '60120000099')).code).toBe('number-refused');
    expect((await sendTac(refid)).status).toBe(200);
  });

  test('cancelled leaves the order open', async () => {
    const refid = await beginMobilePayment();
    expect(await succeed(backend, calls['dcb.cancel'], { refid })).toEqual({ refid, status: 'cancelled' });
    expect((await sendTac(refid)).code).toBe('payment-ended');
    await redirectToBank(backend, refid);
  });
});

test.each([
  ['en', /^ebill: \d{6} is your TAC to pay RM138\.78\./],
  ['ms', /^ebill: \d{6} ialah TAC anda untuk membayar RM138\.78\./],
  ['zh-Hans', /^ebill：\d{6} 是您支付 RM138\.78 的 TAC，/],
] as const)('a TAC is in the payer’s language: %s', async (language, words) => {
  await sendTac(await beginMobilePayment(), mobileNumber, language);
  const [newest] = await sandboxControl(backend, `messages?to=${mobileNumber}`);
  expect(newest.text).toMatch(words);
});

describe('a code', () => {
  test('row 18: is checked five times at most, also concurrently', async () => {
    const refid = await beginMobilePayment();
    await sendTac(refid);
    const code = await newestCode(mobileNumber);
    const answers = await Promise.all(Array.from({ length: 60 }, () => verifyTac(refid, wrong(code))));
    expect(answers.filter(({ code: why }) => why === 'wrong-code')).toHaveLength(4);
    expect(answers.filter(({ code: why }) => why === 'attempts-exceeded')).toHaveLength(56);
    expect((await verifyTac(refid, code)).code).toBe('attempts-exceeded');
  });

  test('row 18: gets no new tries when it is resent', async () => {
    const refid = await beginMobilePayment();
    await sendTac(refid);
    for (let guess = 0; guess < 3; guess += 1) await verifyTac(refid, wrong(await newestCode(mobileNumber)));
    await sandboxControl(backend, 'clock', { advance: 'PT1M' });
    await sendTac(refid);
    expect(await verifyTac(refid, wrong(await newestCode(mobileNumber)))).toMatchObject({
      code: 'wrong-code',
      body: { parameters: { triesLeft: 1 } },
    });
  });

  test('row 18: gives five tries for a payment, however often it is begun again', async () => {
    const refid = await beginMobilePayment();
    let checked = 0;
    for (let attempt = 0; attempt < 4; attempt += 1) {
      if (attempt > 0) {
        await succeed(backend, calls['dcb.cancel'], { refid });
        await startAttempt(refid);
        await sandboxControl(backend, 'clock', { advance: 'PT1M' });
      }
      if ((await sendTac(refid)).status !== 200) continue;
      const code = await newestCode(mobileNumber);
      for (let guess = 0; guess < 3; guess += 1) {
        const { code: why } = await verifyTac(refid, wrong(code));
        if (why === 'wrong-code' || (why === 'attempts-exceeded' && checked < 5)) checked += 1;
      }
    }
    expect(checked).toBe(5);
    expect(await sandboxControl(backend, `messages?to=${mobileNumber}`)).toHaveLength(2);
    expect((await sendTac(refid)).code).toBe('too-many-sends');
  });

  test('row 18: of an earlier attempt is invalid for the next one', async () => {
    const refid = await beginMobilePayment();
    await sendTac(refid);
    const code = await newestCode(mobileNumber);
    await succeed(backend, calls['dcb.cancel'], { refid });
    await startAttempt(refid);
    expect((await verifyTac(refid, code)).code).toBe('wrong-code');
    expect(await statusOf(backend, refid)).toBe('pending');
  });

  test('row 18: is valid for ten minutes', async () => {
    const refid = await beginMobilePayment();
    await sendTac(refid);
    const code = await newestCode(mobileNumber);
    await sandboxControl(backend, 'clock', { advance: 'PT10M' });
    expect((await verifyTac(refid, code)).code).toBe('code-expired');
  });

  test('row 19: can be resent after a minute, three times', async () => {
    const refid = await beginMobilePayment();
    await sendTac(refid);
    expect((await sendTac(refid)).code).toBe('resend-too-early');
    for (let resend = 0; resend < 3; resend += 1) {
      await sandboxControl(backend, 'clock', { advance: 'PT1M' });
      expect((await sendTac(refid)).body).toMatchObject({ resendsLeft: 2 - resend });
    }
    await sandboxControl(backend, 'clock', { advance: 'PT1M' });
    expect((await sendTac(refid)).code).toBe('too-many-sends');
  });

  test('row 19: can be requested four times for a payment, however often it is begun again', async () => {
    const refid = await beginMobilePayment();
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await sendTac(refid);
      await succeed(backend, calls['dcb.cancel'], { refid });
      await startAttempt(refid);
      await sandboxControl(backend, 'clock', { advance: 'PT1M' });
    }
    expect(await sandboxControl(backend, `messages?to=${mobileNumber}`)).toHaveLength(4);
  });

  test('row 19: requested ten times concurrently is sent once', async () => {
    const refid = await beginMobilePayment();
    await Promise.all(Array.from({ length: 10 }, () => sendTac(refid)));
    expect(await sandboxControl(backend, `messages?to=${mobileNumber}`)).toHaveLength(1);
  });

  test('row 18: of one payment is invalid for another', async () => {
    const [one, other] = [await beginMobilePayment(), await beginMobilePayment()];
    await sendTac(one);
    const code = await newestCode(mobileNumber);
    await sendTac(other, '60120000002');
    expect(code === (await newestCode('60120000002'))).toBe(false);
    expect((await verifyTac(other, code)).code).toBe('wrong-code');
  });

  test('row 19: is sent to one number ten times a day at most, also concurrently', async () => {
    const { oneTimeCodes } = backend.services;
    const asked = Array.from({ length: 25 }, (_, visit) =>
      oneTimeCodes.send({ purpose: 'otp', subject: `visit-${visit}`, recipient: mobileNumber, textOf: String }),
    );
    const ends = (await Promise.all(asked)).map((answer) => (answer.ok ? 'sent' : answer.error.code));
    expect(ends.filter((end) => end === 'sent')).toHaveLength(10);
    expect(ends.filter((end) => end === 'too-many-sends')).toHaveLength(15);
  });

  test('that is correct and entered five times concurrently is accepted once', async () => {
    const { oneTimeCodes } = backend.services;
    const request = { purpose: 'otp', subject: 'visit' } as const;
    let code = '';
    await oneTimeCodes.send({ ...request, recipient: mobileNumber, textOf: (sent) => (code = sent) });
    const entered = { ...request, code };
    const enterAll = await inTransaction(backend.store.db, async (trx) => {
      // All five wait behind this, and come to the code one right after the other.
      await trx.updateTable('one_time_codes').set({ used_at: null }).execute();
      return { all: Promise.all(Array.from({ length: 5 }, () => oneTimeCodes.verify(entered))) };
    });
    const answers = await enterAll.all;
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.flatMap((answer) => (answer.ok ? [] : [answer.error.code]))).toEqual(Array(4).fill('code-expired'));
    expect(await oneTimeCodes.verify(entered)).toMatchObject({ error: { code: 'code-expired' } });
  });

  test('is stored as a digest only', async () => {
    const refid = await beginMobilePayment();
    await sendTac(refid);
    const code = await newestCode(mobileNumber);
    const rows = await backend.store.db.selectFrom('one_time_codes').selectAll().execute();
    const outbox = await backend.store.db.selectFrom('outbox').select(['code', 'text']).execute();
    expect(JSON.stringify(rows.map(({ code_digest }) => code_digest))).not.toContain(code);
    expect(outbox).toEqual([{ code: null, text: '' }]);
  });
});
