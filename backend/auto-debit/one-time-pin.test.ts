import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { calls } from '@/lib/contract/calls';
import { testsRunOnPostgres } from '../db/test-store.fixture';
import { sandboxControl, errorCodeOf, succeed } from '../test-backend.fixture';
import { mobileNumber, setUpAutoDebitBackend } from './auto-debit.fixture';

const { backend, payByFpx, verify, sendPin, infoOf, confirm, keptCards, giveCard } = setUpAutoDebitBackend();

const problemSchema = z.object({ code: z.string() });
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

describe('a one-time PIN', () => {
  // The embedded store has one connection: of what comes at once there, more is only more of the same.
  const guesses = testsRunOnPostgres ? 10_000 : 400;
  test(`of ${guesses} guesses, 200 concurrent, at most five are checked`, async () => {
    const refid = await payByFpx();
    const pin = await sendPin(refid);
    const { oneTimeCodes } = backend.services;
    const codes: string[] = [];
    // Many more at once than the store has connections; all of them at once would only wait for one.
    const guess = async () => {
      while (codes.length < guesses) {
        codes.push('under way');
        const mine = codes.length - 1;
        const answer = await oneTimeCodes.verify({ purpose: 'otp', subject: refid, code: wrong(pin) });
        codes[mine] = answer.ok ? 'right' : answer.error.code;
      }
    };
    await Promise.all(Array.from({ length: 200 }, guess));
    expect(codes.filter((code) => code === 'wrong-code')).toHaveLength(4);
    expect(codes.filter((code) => code === 'attempts-exceeded')).toHaveLength(guesses - 4);
    expect((await verify(refid, pin)).code).toBe('attempts-exceeded');
    expect((await infoOf(refid)).step).toBe('tries-exhausted');
    expect(await keptCards()).toEqual([]);
  }, 180_000);

  const guessesByHttp = testsRunOnPostgres ? 300 : 100;
  test(`row 18: of ${guessesByHttp} concurrent guesses over HTTP, at most five are checked`, async () => {
    const refid = await payByFpx();
    const otp = wrong(await sendPin(refid));
    const site = await backend.app.listen({ host: '127.0.0.1', port: 0 });
    const guess = async () => {
      const response = await fetch(site + calls['autodebit.verifyOtp'].path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
        body: JSON.stringify({ refid, otp }),
      });
      return problemSchema.parse(await response.json()).code;
    };
    const codes = await Promise.all(Array.from({ length: guessesByHttp }, guess));
    expect(codes.filter((code) => code === 'wrong-code')).toHaveLength(4);
    expect(codes.filter((code) => code === 'attempts-exceeded')).toHaveLength(guessesByHttp - 4);
  });

  test.each([
    ['en', /^ebill: (\d{6}) is your one-time PIN/],
    ['ms', /^ebill: (\d{6}) ialah PIN sekali guna anda/],
    ['ta', /^ebill PIN (\d{6}): ஆட்டோ டெபிட்/],
  ] as const)('is sent in the payer’s language: %s', async (language, words) => {
    const pin = await sendPin(await payByFpx(), language);
    const [newest] = await sandboxControl(backend, `messages?to=${mobileNumber}`);
    expect(words.exec(newest.text)?.[1]).toBe(pin);
  });

  test('is valid once, for its own payment', async () => {
    const [refid, other] = [await payByFpx(), await payByFpx('1234567804')];
    const pin = await sendPin(refid);
    await succeed(backend, calls['autodebit.sendOtp'], { refid: other });
    expect((await verify(other, wrong(pin))).code).toBe('wrong-code');
    const answers = await Promise.all(Array.from({ length: 5 }, () => verify(refid, pin)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.find(({ status }) => status === 200)?.body).toEqual({ refid, state: 'card-needed' });
    expect((await verify(refid, pin)).code).toBe('code-expired');
  });

  test('is valid for ten minutes', async () => {
    const refid = await payByFpx();
    const pin = await sendPin(refid);
    await sandboxControl(backend, 'clock', { advance: 'PT10M' });
    expect((await verify(refid, pin)).code).toBe('code-expired');
  });

  test('requires a mobile number on file', async () => {
    const refid = await payByFpx('1234567808');
    expect(await infoOf(refid)).toMatchObject({ state: 'offered', maskedMobileNumber: null });
    expect(await errorCodeOf(backend, calls['autodebit.sendOtp'], { refid })).toBe('no-mobile-number');
  });

  test('is valid as consent for half an hour', async () => {
    const refid = await payByFpx();
    await confirm(refid);
    expect(await infoOf(refid)).toMatchObject({ step: 'card' });
    await sandboxControl(backend, 'clock', { advance: 'PT31M' });
    expect(await infoOf(refid)).toMatchObject({ step: 'confirm' });
    expect((await giveCard(refid)).code).toBe('not-confirmed');
  });
});
