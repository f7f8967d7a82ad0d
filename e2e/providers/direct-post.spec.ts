import { readFileSync } from 'node:fs';
import path from 'node:path';
import { localeCodes } from '@/lib/domain/locales';
import { CardEntryPage } from '../pages/card-entry-page';
import { PaymentPage } from '../pages/payment-page';
import { chooseLocale, findAccessibilityIssues, isWholeMatrix } from '../fixtures/accessibility';
import { project, runIntegrity } from '../fixtures/integrity';
import { expect, test } from '../fixtures/journey';
import { stack } from '../fixtures/stack';

/*
 * Cards by CHIP's direct post, beside the buttons of the issuer's page in providers.spec.ts. The stack runs with GATEWAYS=chip and
 * CARD_ENTRY=direct. The cards are those of docs/sandbox.md.
 */

for (const scripts of ['on', 'off'] as const) {
  test.describe(`scripts ${scripts}`, () => {
    test.use({ javaScriptEnabled: scripts === 'on' });

    test('a card without 3-D Secure pays, and is posted to CHIP as it wants it', async ({
      page,
      account,
      startPayment,
      payment,
      result,
      sandbox,
    }) => {
      const posted: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'POST') posted.push(`${new URL(request.url()).origin} ${request.postData() ?? ''}`);
      });
      const refid = await startPayment(account('01'), '300');
      await payment.choosePlain('newCard');
      await payment.pay.click();
      // Typed key by key, the number is formatted with scripts.
      const card = new CardEntryPage(page);
      await card.arrive();
      await card.fill({ number: '' });
      await card.field('card_number').pressSequentially('4242424242424242');
      await expect(card.field('card_number')).toHaveValue(
        scripts === 'on' ? '4242 4242 4242 4242' : '4242424242424242',
      );
      await card.pay.click();
      await expect(result.status).toHaveAttribute('data-status', 'successful');
      await expect(page).toHaveURL((url) => url.pathname === '/bankResultMBB');
      const fields = 'card_number=4242424242424242&expires=12%2F39&cvc=123&cardholder_name=Aminah+binti+Ali';
      expect(posted.filter((request) => request.includes('4242'))).toEqual([`${stack.banks} ${fields}`]);
      const { credits } = await sandbox.ledger();
      expect(credits.filter((credit) => credit.refid === refid).map(({ amount }) => amount)).toEqual([30_000]);
    });

    test('a declined card leads back to the payment page, with its reason and empty fields', async ({
      page,
      account,
      startPayment,
      payment,
      result,
    }) => {
      const refid = await startPayment(account('01'));
      await payment.choosePlain('newCard');
      await payment.pay.click();
      const card = new CardEntryPage(page);
      await card.payWith({ number: '4000000000009995' });
      await expect(result.status).toHaveAttribute('data-status', 'failed');
      await expect(page.getByText('There was not enough money in the account')).toBeVisible();
      await page.getByRole('link', { name: 'Try again or use another method' }).click();
      expect(await payment.refid()).toBe(refid);
      await expect(page.getByTestId('failed-attempt')).toContainText('There was not enough money in the account');

      await payment.choosePlain('newCard');
      await payment.pay.click();
      await card.arrive();
      for (const name of ['card_number', 'expires', 'cvc', 'cardholder_name'] as const) {
        await expect(card.field(name)).toHaveValue('');
      }
      await card.payWith({ number: '4242424242424242' });
      await expect(result.status).toHaveAttribute('data-status', 'successful');
    });

    test('a card that is typed wrong stays on the page with a message, and is posted to nobody', async ({
      page,
      account,
      startPayment,
      payment,
      result,
    }) => {
      await startPayment(account('01'));
      await payment.choosePlain('newCard');
      await payment.pay.click();
      const card = new CardEntryPage(page);
      await card.arrive();
      const posts: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'POST') posts.push(request.url());
      });
      await card.payWith({ number: '424242424242', expiry: '13/39', name: 'Ravi A/L Kumar' });
      if (scripts === 'on') {
        await expect(card.errorSummary).toContainText('Enter valid Master/Visa card number');
        await expect(card.errorSummary).toContainText('Enter valid expiry date');
        await expect(card.errorSummary).toContainText('in letters from A to Z');
      } else {
        // The browser shows its message beside the field.
        await expect(card.field('card_number')).toBeFocused();
        await expect(page.getByText('Type the card number without spaces.')).toBeVisible();
      }
      await card.arrive();
      expect(posts).toEqual([]);
      await card.payWith({ number: '4242424242424242' });
      await expect(result.status).toHaveAttribute('data-status', 'successful');
    });

    test('a reload, Back and another method: the form is found again, and what was left cannot be paid', async ({
      page,
      account,
      startPayment,
      payment,
      result,
    }) => {
      await startPayment(account('01'));
      await payment.choosePlain('newCard');
      await payment.pay.click();
      const card = new CardEntryPage(page);
      await card.arrive();
      const target = () => page.locator('form#card').getAttribute('action');
      const first = await target();
      await page.reload();
      await card.arrive();
      expect(await target()).toBe(first);
      await page.goBack();
      await payment.refid();
      await page.getByRole('link', { name: 'Continue this payment' }).click();
      await card.arrive();
      expect(await target()).toBe(first);

      await page.getByRole('link', { name: 'Choose another method' }).click();
      await payment.refid();
      await expect(page.getByText('You’ve already started this payment')).toBeVisible();
      await expect
        .poll(async () => {
          // The same choice within three seconds is a double click.
          if (/\/card\?/.test(page.url())) await page.getByRole('link', { name: 'Choose another method' }).click();
          await payment.refid();
          await payment.choosePlain('newCard');
          await payment.pay.click();
          await card.arrive();
          return target();
        })
        .not.toBe(first);
      const old = await page.request.post(String(first), {
        form: { card_number: '4242424242424242', expires: '12/39', cvc: '123', cardholder_name: 'Aminah' },
        maxRedirects: 0,
      });
      expect(old.status()).toBe(200);
      await card.payWith({ number: '4242424242424242' });
      await expect(result.status).toHaveAttribute('data-status', 'successful');
    });

    test('the payment is cancelled on the page of the card', async ({
      page,
      account,
      startPayment,
      payment,
      result,
    }) => {
      await startPayment(account('01'));
      await payment.choosePlain('newCard');
      await payment.pay.click();
      const card = new CardEntryPage(page);
      await card.arrive();
      await card.fill({ number: '4242424242424242' });
      await page.getByTestId('cancel').click();
      await page.getByTestId('confirm').click();
      await expect(result.status).toHaveAttribute('data-status', 'cancelled');
    });
  });
}

test('row 31: the page of the card posts to CHIP and this site only, is not stored, and is for the visit that began', async ({
  account,
  openVisit,
}) => {
  const visit = await openVisit();
  const refid = await visit.startPayment(account('01'));
  const begun = await visit.pay(refid, { selectedPaymentMethod: 'newCard' });
  const path = `/epayment/entry/card?refid=${refid}`;
  expect([begun.status(), begun.headers()['location']]).toEqual([303, path]);
  const page = await visit.get(path);
  const headers = page.headers();
  const directive = (name: string) =>
    (headers['content-security-policy'] ?? '').split('; ').find((text) => text.startsWith(`${name} `));
  expect(directive('form-action')).toBe(`form-action 'self' ${stack.banks}`);
  expect(directive('connect-src')).toBe("connect-src 'self'");
  expect(headers['cache-control']).toMatch(/\bprivate\b.*\bno-store\b/);
  expect(headers['referrer-policy']).toBe('strict-origin');

  // Nothing that is typed there has a name of ours, or a place in a form of ours.
  const html = await page.text();
  expect(html).toMatch(new RegExp(`<form id="card"[^>]* action="${stack.banks}/chip/p/[\\w-]+/" method="post"`));
  for (const name of ['cardNumber', 'cardExpiry', 'cardCvv', 'cardName']) {
    expect(html).not.toContain(`name="${name}"`);
  }

  const stranger = await openVisit();
  const refused = await stranger.get(path);
  expect([refused.status(), refused.headers()['location']]).toEqual([307, `/epayment/entry?refid=${refid}`]);
  const other = (await stranger.get(`/epayment/entry?refid=${refid}`)).headers()['content-security-policy'];
  expect(other).toContain("form-action 'self';");
  expect(await (await stranger.get(`/epayment/entry?refid=${refid}`)).text()).not.toContain('/chip/p/');
});

test('row 34: the page of the card is what was built, and has no other target', async ({ account, openVisit }) => {
  test.slow();
  const visit = await openVisit();
  const refid = await visit.startPayment(account('01'));
  await visit.pay(refid, { selectedPaymentMethod: 'newCard' });
  const { cookies } = await visit.request.storageState();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const page = `${stack.site}/epayment/entry/card?refid=${refid}`;
  const known = await runIntegrity(page, '--cookie', cookie, '--card-target', stack.banks);
  expect(known.output).toContain('"differences": []');
  expect(known.code).toBe(0);
  const unknown = await runIntegrity(page, '--cookie', cookie, '--card-target', 'https://evil.example');
  expect(unknown.output).toContain('lead a form away');
  expect(unknown.code).toBe(1);
});

test('row 34: the manifest has every script of the page of the card, at once and on interaction, and nobody else is asked', async ({
  page,
  account,
  startPayment,
  payment,
}) => {
  const { scripts } = JSON.parse(readFileSync(path.join(project, '.next/script-manifest.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  await startPayment(account('01'));
  await payment.choosePlain('newCard');
  const asked = new Set<string>();
  page.on('request', (request) => asked.add(request.url()));
  await payment.pay.click();
  const card = new CardEntryPage(page);
  await card.payWith({ number: '4242424242424243' });
  await expect(card.errorSummary).toBeVisible();
  const urls = [...asked].map((url) => new URL(url));
  expect(urls.filter(({ origin }) => origin !== stack.site)).toEqual([]);
  const loaded = urls.map(({ pathname }) => pathname).filter((pathname) => pathname.endsWith('.js'));
  expect(loaded.length).toBeGreaterThan(0);
  expect(loaded.filter((script) => scripts[script] === undefined)).toEqual([]);
});

test.describe('accessibility', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  for (const locale of isWholeMatrix ? localeCodes : (['en', 'ms'] as const)) {
    test(`the page of the card is accessible, with its errors too: ${locale}`, async ({
      page,
      context,
      account,
      startPayment,
      payment,
    }) => {
      await startPayment(account('01'));
      await chooseLocale(context, locale, stack.site);
      await page.reload();
      await payment.choosePlain('newCard');
      await payment.pay.click();
      const card = new CardEntryPage(page);
      await card.arrive();
      expect(await findAccessibilityIssues(page)).toEqual([]);
      await card.payWith({ number: '4242424242424243', expiry: '13/39', cvv: '1', name: 'Ravi A/L Kumar' });
      await expect(card.errorSummary).toBeVisible();
      expect(await findAccessibilityIssues(page)).toEqual([]);
    });
  }
});

test('row 24: in a partner’s frame the card is typed in there, and its issuer’s page takes the whole window', async ({
  page,
  sandbox,
  openPartnerFrame,
  allowConsoleError,
}) => {
  allowConsoleError(/autofocusing/);
  const { url } = await sandbox.createOrder({ partnerKey: 'DEMO-SHOP', items: [{ name: 'Decoder', amount: 12_900 }] });
  await page.goto(await openPartnerFrame({ url }));
  const frame = page.frameLocator('iframe');
  const payment = new PaymentPage(page, frame);
  await payment.choosePlain('newCard');
  await payment.pay.click();
  const type = (name: string, text: string) => frame.locator(`[name="${name}"]`).fill(text);
  await type('card_number', '4111111111111111');
  await type('expires', '12/39');
  await type('cvc', '123');
  await type('cardholder_name', 'Aminah');
  await frame.getByTestId('pay').click();
  await expect(page).toHaveURL((address) => address.origin === stack.banks);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(page.getByTestId('payment-status')).toHaveAttribute('data-status', 'successful');
});
