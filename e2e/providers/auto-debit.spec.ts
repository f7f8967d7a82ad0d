import en from '../../messages/en.json';
import ms from '../../messages/ms.json';
import { interpolate } from '../fixtures/interpolate';
import { expect, test } from '../fixtures/journey';

/*
 * Auto debit by a card that the provider keeps, from the payment to the registration and its end. The stack runs with GATEWAYS=chip or
 * GATEWAYS=stripe, and AUTO_DEBIT_CHARGE=on. That bills are charged then is tested in sandbox/chip-auto-debit.test.ts and
 * sandbox/stripe-auto-debit.test.ts: the clock that this needs is shared.
 */

const provider = process.env['GATEWAYS'] === 'stripe' ? 'stripe' : 'chip';

const variants = [
  { locale: 'en-GB', words: en, scripts: 'on' },
  { locale: 'ms', words: ms, scripts: 'off' },
] as const;

for (const { locale, words, scripts } of variants) {
  test.describe(`${locale}, scripts ${scripts}`, () => {
    test.use({ locale, javaScriptEnabled: scripts === 'on' });

    test(`a card typed in at ${provider} registers the account, once it is approved, and the link in the confirmation ends that`, async ({
      account,
      startPayment,
      payment,
      payAtBank,
      result,
      bank,
      autoDebit,
      sandbox,
      page,
    }) => {
      const accountNumber = account('01');
      const refid = await startPayment(accountNumber);
      const email = `auto-debit-${accountNumber}@ebill.example`;
      await payment.chooseBank('fpx', 'MB2U0227', email);
      await payAtBank('Approve');
      await expect(result.status).toHaveAttribute('data-status', 'successful');
      await autoDebit.enterPin((await autoDebit.requestPin(accountNumber)).code);

      // Nothing of a card is typed in on this site.
      await expect(autoDebit.cardAtGateway).toBeVisible();
      await expect(autoDebit.cardNumber).toHaveCount(0);
      await autoDebit.cardAtGateway.click();
      await bank.arrive();
      await bank.saveCard(provider);
      await bank.press('Decline');
      await expect(autoDebit.errorSummary).toContainText(words.errors.autoDebitFailed);
      await autoDebit.cardAtGateway.click();
      await bank.arrive();
      await bank.saveCard(provider);
      await bank.press('Approve');

      await expect(autoDebit.title).toHaveText(words.autoDebit.registeredTitle);
      await expect(
        page.getByText(interpolate(words.autoDebit.registeredCard, { brand: 'Visa', lastFour: '1111' })),
      ).toBeVisible();
      const { credits, balanced } = await sandbox.ledger();
      expect(balanced).toBe(true);
      expect(credits.filter((credit) => credit.refid === refid)).toHaveLength(1);

      await page.goto(await autoDebit.findCancelLink(email));
      await page.getByTestId('confirm').click();
      await expect(autoDebit.title).toHaveText(words.autoDebitCancellation.cancelledTitle);
    });

    if (provider === 'stripe') {
      test('a card that has paid by Stripe’s page is not kept there: it is typed in again after the PIN', async ({
        account,
        startPayment,
        payment,
        payAtBank,
        result,
        autoDebit,
      }) => {
        const accountNumber = account('01');
        await startPayment(accountNumber);
        await payment.choosePlain('newCard');
        await payment.field('isAutoDebitOption').check();
        await payAtBank('Approve');
        await expect(result.status).toHaveAttribute('data-status', 'successful');
        await autoDebit.enterPin((await autoDebit.requestPin(accountNumber)).code);
        await expect(autoDebit.cardAtGateway).toBeVisible();
      });
    }

    if (provider === 'chip') {
      test('the card of a payer who has ticked auto debit is registered after the PIN, and not typed in again', async ({
        account,
        startPayment,
        payment,
        result,
        bank,
        autoDebit,
        page,
      }) => {
        const accountNumber = account('01');
        await startPayment(accountNumber);
        await payment.choosePlain('newCard');
        await payment.field('isAutoDebitOption').check();
        await payment.pay.click();
        await bank.arrive();
        await bank.typeCard();
        await bank.press('Approve');
        await expect(result.status).toHaveAttribute('data-status', 'successful');
        const { code } = await autoDebit.requestPin(accountNumber);
        const card = { brand: 'Visa', lastFour: '1111' };
        await expect(page.getByText(interpolate(words.autoDebit.cardNext, card))).toBeVisible();
        await autoDebit.enterPin(code);
        await expect(autoDebit.title).toHaveText(words.autoDebit.registeredTitle);
        await expect(page.getByText(interpolate(words.autoDebit.registeredCard, card))).toBeVisible();
      });
    }
  });
}
