import { expect, test } from '../fixtures/journey';
import { listPairwiseCases, listFullMatrix, locales, nameCase, type Entry, type MatrixCase } from '../matrix/cases';
import type { PaymentVariant } from '../matrix/payment-variants';
import type { PaymentPage } from '../pages/payment-page';
import en from '../../messages/en.json';
import ms from '../../messages/ms.json';

/*
 * Every payment method with every outcome of docs/sandbox.md. `npm test` runs a pairwise selection; E2E_MATRIX=whole, which
 * `npm run test:full` sets, runs all cases.
 */

const words = { en, ms };
const amount = { ringgit: '300', sen: 30_000, shown: 'RM300.00' } as const;
const cases = process.env['E2E_MATRIX'] === 'whole' ? listFullMatrix() : listPairwiseCases();

const choose: Readonly<Record<string, (payment: PaymentPage, variant: PaymentVariant) => Promise<void>>> = {
  savedCard: (payment, { choice }) => payment.chooseSavedCard(choice),
  // The CVV of an Amex card has four digits.
  newCard: (payment, { choice }) => payment.fillCard({ number: choice, cvv: choice.startsWith('37') ? '1234' : '123' }),
  epp: (payment, { choice, months }) =>
    payment.fillInstalments({ number: '5555 5555 5555 4444' }, { bank: choice, months: Number(months) }),
  fpx: (payment, { choice }) => payment.chooseBank('fpx', choice),
  fpxCorporate: (payment, { choice }) => payment.chooseBank('fpxCorporate', choice),
  m2u: (payment) => payment.choosePlain('m2u'),
  wallet: (payment, { choice }) => payment.chooseProvider('wallet', choice),
  dcb: (payment, { choice }) => payment.chooseProvider('dcb', choice),
  counter: (payment) => payment.choosePlain('counter'),
  duitnowQr: (payment) => payment.choosePlain('duitnowQr'),
};

const prefixes: Readonly<Record<string, string>> = { 'carrier-a': '6012', 'carrier-b': '6013', 'carrier-c': '6018' };

/** Returns a mobile number of the carrier that only this test uses, to read its messages. */
function mobileNumberOf({ variant, action }: MatrixCase, accountNumber: string): string {
  return `${prefixes[variant.choice]}${accountNumber.slice(0, 5)}${action.slice(-2)}`;
}

for (const [scripts, locale] of (['on', 'off'] as const).flatMap((one) =>
  locales.map((other) => [one, other] as const),
)) {
  test.describe(() => {
    test.use({ javaScriptEnabled: scripts === 'on', locale });

    for (const one of cases.filter((each) => each.scripts === scripts && each.locale === locale)) {
      const { variant, action, expected } = one;

      test(
        nameCase(one),
        async ({
          page,
          account,
          sandbox,
          startPayment,
          startOrder,
          payment,
          bank,
          presentment,
          payByMobile,
          result,
        }) => {
          const accountNumber = account(variant.vouched ? '09' : '01');
          const enter: Readonly<Record<Entry, () => Promise<string>>> = {
            order: () => startOrder(accountNumber, { amount: amount.sen }),
            kiosk: () => startOrder(accountNumber, { amount: amount.sen, partnerKey: 'KIOSK' }),
            'direct link': async () => {
              await page.goto((await sandbox.createLink(accountNumber, amount.sen)).url);
              return payment.refid();
            },
            'quick pay': () => startPayment(accountNumber, amount.ringgit),
          };
          const refid = await enter[one.entry]();
          await choose[variant.method]!(payment, variant);
          await payment.pay.click();

          if (variant.decision === 'bank') {
            await bank.arrive();
            await bank.press(action);
          } else if (variant.decision === 'tac') {
            const number = mobileNumberOf(one, accountNumber);
            await payByMobile.requestTac(number);
            if (expected.status === null)
              await expect(payByMobile.errorSummary).toContainText(words[locale].validation.mobileNumber);
            else await payByMobile.enterTac(await sandbox.findCode(number));
          } else if (variant.decision !== 'card number') {
            await presentment.decide(variant.decision, action);
          }
          // The payer was not redirected back, and opens the result.
          if (action === 'Approve, never return') await result.open(variant.route, refid);

          if (expected.status !== null) {
            await expect(page).toHaveURL(
              (url) => url.pathname === variant.route && url.searchParams.get('refid') === refid,
            );
            await expect(result.status).toHaveAttribute('data-status', expected.status);
            await expect(page.getByTestId('payment-method')).toHaveText(
              Reflect.get(words[locale].methods, variant.method) as string,
            );
            await expect(page.getByTestId('amount-paid')).toHaveText(amount.shown);
            if (variant.months !== 'none')
              await expect(result.fact(words[locale].result.instalments)).toHaveText(variant.months);
          }
          await expect(page.locator('html')).toHaveAttribute('lang', locale);
          const ledger = await sandbox.ledger();
          expect(ledger.balanced).toBe(true);
          const credits = ledger.credits.filter((credit) => credit.refid === refid);
          expect(credits.map((credit) => credit.amount)).toEqual(expected.credited ? [amount.sen] : []);
        },
      );
    }
  });
}
