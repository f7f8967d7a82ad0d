import { expect, test } from '../fixtures/journey';
import { CardEntryPage } from '../pages/card-entry-page';
import type { PaymentPage } from '../pages/payment-page';
import { listExpectedEnds, providerVariants, type ProviderVariant } from './provider-cases';

/*
 * Every method of a payment provider with every button of its pages, with scripts and without; `npm test` runs a sample. The stack runs with GATEWAYS set to the
 * provider: `npm test -- providers` runs this for each of them, and for cards by CHIP's direct post (CARD_ENTRY=direct).
 */

const provider = process.env['GATEWAYS'] ?? '';

/** E2E_MATRIX=whole, which `npm run test:full` sets, runs every case with scripts and without. */
const isWhole = process.env['E2E_MATRIX'] === 'whole';

/** Cards are posted to the provider from a page of ours. Its other methods are the same as without. */
const isDirectPost = process.env['CARD_ENTRY'] === 'direct';
const variants = (providerVariants[provider] ?? []).filter(({ method }) => !isDirectPost || method === 'newCard');

/** The first buttons of a page: what a payer or a bank decides. The others are how the provider reports it. */
const decisionCount = 4;

/**
 * `npm test` presses the buttons of decisions for every method, and each of the others for one method; every second case has no scripts.
 */
const cases = variants
  .flatMap((variant, row) =>
    listExpectedEnds(provider, variant).map(([button, expected], column) => ({
      ...{ variant, button, expected },
      isSampled: column < decisionCount || column % variants.length === row,
    })),
  )
  .filter(({ isSampled }) => isWhole || isSampled);

const choose: Readonly<
  Record<ProviderVariant['method'], (payment: PaymentPage, variant: ProviderVariant) => Promise<void>>
> = {
  newCard: (payment) => payment.choosePlain('newCard'),
  fpx: (payment, { choice }) => payment.chooseBank('fpx', choice),
  fpxCorporate: (payment, { choice }) => payment.chooseBank('fpxCorporate', choice),
  wallet: (payment, { choice }) => payment.chooseProvider('wallet', choice),
  duitnowQr: (payment) => payment.choosePlain('duitnowQr'),
};

test('the payment page offers what the provider serves, and has no field for a card', async ({
  account,
  payment,
  startPayment,
}) => {
  await startPayment(account('01'));
  const methods = new Set((providerVariants[provider] ?? []).map(({ method }) => method));
  expect(methods.size).toBeGreaterThan(0);
  for (const method of methods) await expect(payment.method(method)).toBeVisible();
  await expect(payment.page.locator('[name="selectedPaymentMethod"]')).toHaveCount(methods.size);
  await expect(payment.field('cardNumber')).toHaveCount(0);
});

for (const scripts of ['on', 'off'] as const) {
  test.describe(`scripts ${scripts}`, () => {
    test.use({ javaScriptEnabled: scripts === 'on' });

    for (const [index, { variant, button, expected }] of cases.entries()) {
      if (!isWhole && (index % 2 === 0) !== (scripts === 'on')) continue;
      const { method, choice, route } = variant;
      test(`${provider}: ${method} ${choice}, '${button}'`, async ({
        page,
        account,
        sandbox,
        startPayment,
        payment,
        bank,
        result,
      }) => {
        const refid = await startPayment(account('01'), '300');
        await choose[method](payment, variant);
        await payment.pay.click();
        if (isDirectPost) {
          await new CardEntryPage(page).payWith({ number: '4111111111111111' });
        } else {
          await bank.arrive();
          if (provider === 'chip' && method === 'newCard') await bank.typeCard();
        }
        await bank.press(button);
        if (button === 'Approve, never return') await result.open(route, refid);

        await expect(page).toHaveURL((url) => url.pathname === route && url.searchParams.get('refid') === refid);
        await expect(result.status).toHaveAttribute('data-status', expected.status);
        await expect(page.getByTestId('amount-paid')).toHaveText('RM300.00');
        const ledger = await sandbox.ledger();
        expect(ledger.balanced).toBe(true);
        const credits = ledger.credits.filter((credit) => credit.refid === refid);
        expect(credits.map((credit) => credit.amount)).toEqual(expected.credited ? [30_000] : []);
      });
    }
  });
}

// The other providers name no wallets on their pages.
if (provider === 'stripe') {
  for (const [wallet, other] of [
    ['Apple Pay', 'Google Pay'],
    ['Google Pay', 'Apple Pay'],
  ] as const) {
    test(`a card in ${wallet} pays on Stripe’s page, and the receipt says so`, async ({
      page,
      account,
      startPayment,
      payment,
      bank,
      result,
    }) => {
      await startPayment(account('01'), '300');
      // The row names both, before anything is chosen.
      await expect(payment.method('newCard')).toHaveAccessibleDescription(/Apple Pay or Google Pay/);
      await payment.choosePlain('newCard');
      await payment.pay.click();
      await bank.arrive();
      await page.getByLabel(wallet, { exact: true }).check();
      await bank.press('Approve');
      await expect(result.status).toHaveAttribute('data-status', 'successful');
      await expect(page.getByText(`Visa, ${wallet}`)).toBeVisible();
      await expect(page.getByText(other)).toHaveCount(0);
    });
  }

  test('no page of ours may use the browser’s own payment sheet', async ({ page, account, startPayment, payment }) => {
    const response = page.waitForResponse((one) => new URL(one.url()).pathname.startsWith('/epayment/entry'));
    await startPayment(account('01'));
    await expect(payment.method('newCard')).toBeVisible();
    expect((await response).headers()['permissions-policy']).toContain('payment=()');
  });
}
