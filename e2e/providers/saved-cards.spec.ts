import en from '../../messages/en.json';
import ms from '../../messages/ms.json';
import { expect, test } from '../fixtures/journey';
import { stack } from '../fixtures/stack';
import { CardEntryPage } from '../pages/card-entry-page';

/*
 * Saved cards that CHIP keeps. The stack runs with GATEWAYS=chip, and with CARD_ENTRY=direct in one of its runs. The cards are those of
 * docs/sandbox.md.
 */

// Four payment pages of one payer, one after the other.
test.setTimeout(120_000);

const isDirectPost = process.env['CARD_ENTRY'] === 'direct';
const variants = [
  { locale: 'en-GB', words: en, scripts: 'on' },
  { locale: 'ms', words: ms, scripts: 'off' },
] as const;

for (const { locale, words, scripts } of variants) {
  test.describe(`${locale}, scripts ${scripts}`, () => {
    test.use({ locale, javaScriptEnabled: scripts === 'on' });

    test('row 59: a card is saved for an account on its device, pays without a CVV, and is removed', async ({
      account,
      startPayment,
      payment,
      bank,
      result,
      sandbox,
      page,
    }) => {
      const accountNumber = account('01');
      /** Pays with a new card, which is saved if that is asked for. */
      const payWithNewCard = async (number: string, saves: boolean) => {
        await payment.choosePlain('newCard');
        if (saves) await payment.field('saveCard').check();
        await payment.pay.click();
        if (isDirectPost) {
          const card = new CardEntryPage(page);
          await card.arrive();
          await expect(card.saveCard).toHaveCount(saves ? 1 : 0);
          if (saves) await expect(card.saveCard).toBeChecked();
          await card.payWith({ number });
        } else {
          await bank.arrive();
          await bank.typeCard(number);
        }
        await bank.press('Approve');
        await expect(result.status).toHaveAttribute('data-status', 'successful');
      };

      await startPayment(accountNumber, '10');
      await expect(payment.method('savedCard')).toHaveCount(0);
      await payment.method('newCard').check();
      await expect(page.getByText(words.payment.saveCardAtGatewayOnDevice)).toBeVisible();
      await payWithNewCard('4111111111111111', true);

      // Another account of the same payer on the same device.
      await startPayment(account('02'), '10');
      await expect(payment.pay).toBeVisible();
      await expect(payment.method('savedCard')).toHaveCount(0);

      const refid = await startPayment(accountNumber, '10');
      const posted: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'POST') posted.push(new URL(request.url()).origin);
      });
      await payment.chooseSavedCard('1111', null);
      await expect(payment.field('savedCardCvv')).toHaveCount(0);
      await expect(page.getByText(words.payment.savedCardNoCvv)).toBeVisible();
      await payment.pay.click();
      await expect(result.status).toHaveAttribute('data-status', 'successful');
      await expect(page).toHaveURL((url) => url.pathname === '/bankResultMBB');
      expect(posted).not.toContain(stack.banks);
      const { credits, balanced } = await sandbox.ledger();
      expect(balanced).toBe(true);
      expect(credits.filter((credit) => credit.refid === refid).map(({ amount }) => amount)).toEqual([1_000]);

      await startPayment(accountNumber, '10');
      await payment.method('savedCard').check();
      await page.getByTestId('remove-card').click();
      await page.getByTestId('confirm').click();
      await expect(page.getByTestId('remove-card')).toHaveCount(0);
      await expect(payment.method('savedCard')).toHaveCount(0);
      // Without scripts the page is loaded again.
      if (scripts === 'on') {
        const methods = page.getByRole('radiogroup', { name: words.payment.methodLegend });
        await expect(methods).toBeFocused();
        await expect(methods).toHaveAccessibleDescription(words.payment.removedLastCard);
      }
    });

    test('a saved card that is declined leads to the result with its reason, and back to the payment page', async ({
      account,
      startPayment,
      payment,
      bank,
      result,
      page,
    }) => {
      const accountNumber = account('01');
      await startPayment(accountNumber, '10');
      await payment.choosePlain('newCard');
      await payment.field('saveCard').check();
      await payment.pay.click();
      // Approved, and each charge without a CVV is declined.
      const number = '4000000000003063';
      if (isDirectPost) {
        await new CardEntryPage(page).payWith({ number });
      } else {
        await bank.arrive();
        await bank.typeCard(number);
      }
      await bank.press('Approve');
      await expect(result.status).toHaveAttribute('data-status', 'successful');

      const refid = await startPayment(accountNumber, '10');
      await payment.chooseSavedCard('3063', null);
      await payment.pay.click();
      await expect(result.status).toHaveAttribute('data-status', 'failed');
      await expect(page.getByText(words.reasons.insufficientFunds)).toBeVisible();
      await page.getByRole('link', { name: words.result.tryAgain }).click();
      expect(await payment.refid()).toBe(refid);
      await expect(page.getByTestId('failed-attempt')).toContainText(words.reasons.insufficientFunds);
    });
  });
}
