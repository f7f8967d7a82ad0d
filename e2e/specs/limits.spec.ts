import { randomUUID } from 'node:crypto';
import { expect, test } from '../fixtures/journey';
import { stack } from '../fixtures/stack';

/** A Visa number that nobody publishes, of an issuer of its own. */
function visa(n: number): string {
  const digits = `${47_000_000 + n}0000000`;
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

test('row 17: of 200 cards from one address at most five reach the bank, and other methods stay open', async ({
  playwright,
  clientAddress,
  wire,
  account,
  sandbox,
}) => {
  const context = await playwright.request.newContext({
    extraHTTPHeaders: { 'x-forwarded-for': clientAddress, origin: stack.site },
  });
  const payments = await Promise.all(
    Array.from({ length: 10 }, (_, index) => wire.createPayment(account(String(60 + index)))),
  );
  const pay = async (index: number, choice: Readonly<Record<string, string>>) => {
    const refid = payments[index % payments.length] ?? '';
    const { amount } = (await sandbox.history(refid)) as unknown as { amount: number };
    return context.post('/api/payment/pay', {
      headers: { accept: 'application/json' },
      form: {
        refid,
        shownAmount: amount,
        idempotencyKey: randomUUID(),
        userEmailAddress: 'a@ebill.example',
        ...choice,
      },
    });
  };
  const card = (index: number) => ({
    ...{ selectedPaymentMethod: 'newCard', cardNumber: visa(index), cardExpiry: '12/39' },
    ...{ cardCvv: '123', cardName: 'PAYER' },
  });
  let last = await pay(0, card(0));
  for (let index = 1; index < 190; index += 10) {
    const batch = await Promise.all(Array.from({ length: 10 }, (_, more) => pay(index + more, card(index + more))));
    last = batch.at(-1) ?? last;
  }
  const histories = await Promise.all(payments.map((refid) => sandbox.history(refid)));
  const begun = histories.flatMap(({ attempts }) => attempts).length;
  expect(begun).toBeGreaterThan(0);
  expect(begun).toBeLessThanOrEqual(5);
  expect(last.status()).toBe(429);
  expect(Number(last.headers()['retry-after'])).toBeGreaterThan(0);
  const { fieldErrors } = (await last.json()) as { fieldErrors: Record<string, string> };
  expect(fieldErrors['cardNumber']).toContain('Please use another payment method');

  const untouched = histories.findIndex(({ attempts }) => attempts.length === 0);
  const answer = await pay(untouched, { selectedPaymentMethod: 'fpx', fpxBankID: 'MB2U0227' });
  expect(answer.status()).toBe(200);
  await context.dispose();
});
