import type { Page } from '@playwright/test';
import { checkCoverage, covers } from './coverage';
import { expect, order, test, textOf, valueOf, variants } from './fixtures';
import { fpx } from '../fixtures/payments';

/* What the product does and for whom. */

/** Returns a colour of the page as the browser computes it. */
const backgroundOf = (page: Page, testId: string) =>
  page.getByTestId(testId).evaluate((element) => getComputedStyle(element).backgroundColor);

for (const { language, javaScriptEnabled } of variants) {
  test.describe(language, () => {
    test.use({ locale: language === 'ms' ? 'ms' : 'en-GB', javaScriptEnabled });

    test(covers('1.1.1', '1.2.1', '1.8.1'), async ({ page, home, bill, payment, payAtBank, result }) => {
      const signIn = page.getByText(/sign in|log in|log masuk/i).and(page.locator('a, button'));
      const password = page.locator('[type="password"]');
      const expectNoSignIn = async () => expect(await signIn.or(password).count()).toBe(0);
      await home.open();
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expectNoSignIn();
      // docs/sandbox.md: the first eight digits decide what is owed.
      const accountNumber = language === 'en' ? '2345670001' : '2345719001';
      await home.lookUp(accountNumber);
      await expect(bill.value('account-number')).toHaveText(accountNumber);
      const n = Number(accountNumber.slice(0, 8));
      const owed = `RM${(10 + (n % 490) + (n % 100) / 100).toFixed(2)}`;
      await expect(bill.value('current-balance')).toHaveText(owed);
      await expectNoSignIn();
      await bill.option('current').check();
      await bill.pay.click();
      await expect(payment.total).toContainText(owed);
      await expectNoSignIn();
      await payment.chooseBank('fpx', 'MB2U0227');
      await payAtBank('Approve');
      await expect(result.status).toHaveAttribute('data-status', 'successful');
      await expect(page.getByTestId('amount-paid')).toContainText(owed);
      await expectNoSignIn();
    });
  });
}

test(
  covers('1.2.2', '1.2.3', '1.4.10', '1.4.11'),
  { tag: '@controls' },
  async ({ page, configure, events, home, bill, payment, startOrder, account }) => {
    await configure({ gaEnabled: true });
    await home.open();
    await page.getByTestId('analytics-allow').click();
    await expect(page.getByTestId('analytics-question')).toBeHidden();
    await home.lookUp(account('01'));
    await bill.option('current').check();
    await bill.pay.click();
    await payment.refid();
    const choices = {
      newCard: ['Cards', 'newCard'],
      fpx: ['FPX', 'fpx'],
      m2u: ['Maybank2u', 'm2u'],
      wallet: ['Wallet', 'wallet'],
      dcb: ['DCB', 'dcb'],
      savedCard: ['Cards', 'savedCard'],
    } as const;
    for (const [method, [methodLabel, methodCategory]] of Object.entries(choices)) {
      if (method === 'savedCard') {
        await startOrder(account('09'));
        // A saved card is chosen at first, by nobody.
        await payment.method('fpx').check();
      }
      await payment.method(method).check();
      await expect.poll(() => events.at(-1)).toMatchObject({ methodLabel, methodCategory });
    }
    const quickPay = events.filter(({ title }) => title === 'Quick Pay');
    const proceed = events.filter(({ title }) => title === 'Proceed To Payment');
    expect(quickPay.length).toBeGreaterThan(1);
    expect(proceed.length).toBeGreaterThan(6);
    expect([...quickPay, ...proceed]).toHaveLength(events.length);
    for (const event of events) expect(event).toMatchObject({ platform: 'ebill', contentType: 'APG' });
  },
);

test.describe('the hosted payment page', () => {
  test(covers('1.3.1', '1.3.2', '1.3.3'), async ({ sandbox, read }) => {
    const items = [
      { name: 'Decoder', amount: 12_900 },
      { name: 'Remote control', amount: 4_550 },
    ];
    const charges = [{ name: 'Delivery', amount: 800 }];
    const full = await sandbox.createOrder({ ...order, items, charges });
    const plain = await sandbox.createOrder(order);
    for (const language of ['en', 'ms'] as const) {
      const html = await read(full.url, language);
      expect(valueOf(html, 'product-name')).toMatch(/\S/);
      const text = textOf(html);
      for (const line of ['Decoder RM129.00', 'Remote control RM45.50', 'Delivery RM8.00', 'RM182.50']) {
        expect(text, language).toContain(line);
      }
      const plainText = textOf(await read(plain.url, language));
      expect(plainText).toContain('RM129.00');
      expect(plainText).not.toContain('Delivery');
    }
  });

  test(covers('1.3.4', '1.3.5'), async ({ page, sandbox, home }) => {
    const logo = page.getByTestId('provider-logo');
    await page.goto((await sandbox.createOrder({ ...order, partnerKey: 'DEMO-SHOP' })).url);
    await expect(logo.locator('img')).toHaveAttribute('src', /\S/);
    expect(await backgroundOf(page, 'pay')).toBe('rgb(11, 110, 79)');
    await page.goto((await sandbox.createOrder(order)).url);
    // #e6007d
    expect(await backgroundOf(page, 'pay')).toBe('rgb(230, 0, 125)');
    await home.open();
    await expect(logo).toBeVisible();
    await expect(logo.locator('svg')).toBeVisible();
  });
});

test.describe('payment methods', () => {
  test(covers('1.4.1'), async ({ startOrder, payment, payAtBank, result, account }) => {
    await startOrder(account('09'));
    await payment.chooseSavedCard('1111');
    await payAtBank('Approve');
    await expect(result.status).toHaveAttribute('data-status', 'successful');
  });

  for (const [brand, number, cvv] of [
    ['Visa', '4111 1111 1111 1111', '123'],
    ['Mastercard', '5555 5555 5555 4444', '123'],
    ['Amex', '3782 822463 10005', '1234'],
  ] as const) {
    test(`${covers('1.4.2')}: ${brand}`, async ({ startPayment, payment, payAtBank, result, account }) => {
      await startPayment(account('01'));
      await payment.fillCard({ number, cvv });
      await payAtBank('Approve');
      await expect(result.status).toHaveAttribute('data-status', 'successful');
    });
  }

  test(covers('1.4.3'), async ({ startOrder, payment, payAtBank, result, account }) => {
    await startOrder(account('01'));
    await payment.fillInstalments({ number: '3782 822463 10005', cvv: '1234' }, { bank: 'MBB', months: 12 });
    await payment.pay.click();
    await expect(payment.errorSummary).toContainText('Enter valid Master/Visa card number');
    await payment.fillInstalments({ number: '5555 5555 5555 4444' }, { bank: 'MBB', months: 12 });
    await payAtBank('Approve');
    await expect(result.status).toHaveAttribute('data-status', 'successful');
  });

  test(covers('1.4.4', '1.4.5', '1.4.6', '1.4.7'), async ({ paymentApi, read, account }) => {
    const page = await read(`/epayment/entry?refid=${await paymentApi.createPayment(account('01'))}`);
    for (const name of ['Maybank2u', 'Boost', 'Shopee Pay', 'Setel', 'GrabPay', 'TouchNGo']) {
      expect(textOf(page)).toContain(name);
    }
    const choices = [
      fpx,
      { selectedPaymentMethod: 'fpxCorporate', fpxBankCorporateID: 'MBB0228' },
      { selectedPaymentMethod: 'm2u' },
      ...['boost', 'shopeepay', 'setel', 'grabpay', 'touchngo'].map((selectedWallet) => ({
        selectedPaymentMethod: 'wallet',
        selectedWallet,
      })),
    ];
    for (const [index, choice] of choices.entries()) {
      const name = JSON.stringify(choice);
      await test.step(name, async () => {
        const refid = await paymentApi.createPayment(account('01', index + 1));
        const returned = await paymentApi.pressAtBank(await paymentApi.begin(refid, choice), 'approve');
        const location = (await paymentApi.returnFromBank(returned)).headers()['location'] ?? '';
        expect((await paymentApi.readStatus(location)).status, name).toBe('successful');
      });
    }
  });

  test(covers('1.4.8'), async ({ startPayment, payment, payByMobile, result, sandbox, account }) => {
    await startPayment(account('01'));
    await payment.chooseProvider('dcb', 'carrier-a');
    await payment.pay.click();
    await payByMobile.requestTac('60120011401');
    await payByMobile.enterTac(await sandbox.findCode('60120011401'));
    await expect(result.status).toHaveAttribute('data-status', 'successful');
  });

  test(covers('1.4.9'), async ({ startPayment, payment, presentment, result, account }) => {
    await startPayment(account('01'));
    await payment.choosePlain('counter');
    await payment.pay.click();
    await presentment.decide('counter', 'Settle');
    await expect(result.status).toHaveAttribute('data-status', 'successful');
  });
});

test(covers('1.5.1', '1.5.2'), async ({ result, paymentApi, autoDebit, account }) => {
  const accountNumber = account('01');
  await result.open('/bankResultFPX', await paymentApi.payAtBank(accountNumber));
  await expect(autoDebit.offer).toContainText(/RM3\b/);
  await expect(autoDebit.offer).toContainText('6 months');
  await autoDebit.enterPin((await autoDebit.requestPin(accountNumber)).code);
  await autoDebit.submitCard('4242 4242 4242 4242');
  await expect(autoDebit.root.getByRole('main')).toContainText('Auto debit is on');
});

test(covers('1.6.1'), async ({ page, home, bill, account }) => {
  await home.open();
  await home.lookUp(account('01'));
  await expect(bill.pay).toBeVisible();
  const file = page.locator('a[href*="reminder"]').first();
  const calendar = await (await page.request.get((await file.getAttribute('href')) ?? '')).text();
  expect(calendar).toContain('BEGIN:VCALENDAR');
  // Account 01 is due in 14 days.
  const due = new Date(Date.now() + 14 * 86_400_000).toLocaleDateString('sv', { timeZone: 'Asia/Kuala_Lumpur' });
  expect(calendar).toMatch(new RegExp(`DTSTART[^:]*:${due.replaceAll('-', '')}`));
});

for (const language of ['en', 'ms'] as const) {
  test.describe(language, () => {
    test(covers('1.6.2', '1.6.3'), async ({ read }) => {
      for (const path of ['/apg/help', '/legal/terms-and-conditions']) {
        const html = await read(path, language);
        expect(html).toContain(`<html lang="${language}"`);
        expect(textOf(html).length).toBeGreaterThan(2_000);
      }
    });
  });
}

test(covers('1.6.4'), async ({ page, startPayment, result, account }) => {
  const refid = await startPayment(account('01'));
  await page.getByTestId('cancel').click();
  await page.getByTestId('confirm').click();
  await expect(page).toHaveURL(new RegExp(`/cancelPayment\\?refid=${refid}$`));
  await expect(result.status).toHaveAttribute('data-status', 'cancelled');
});

test(covers('1.7.1', '1.7.2'), async ({ openVisit }) => {
  const visit = await openVisit();
  for (const [header, language] of [
    ['', 'en'],
    ['en', 'en'],
    ['en-US,en;q=0.9,ms;q=0.8', 'en'],
    ['fr', 'en'],
    ['ms-MY', 'en'],
    ['ms', 'ms'],
  ] as const) {
    const html = await (await visit.get('/', { 'accept-language': header })).text();
    expect(html, header).toContain(`<html lang="${language}"`);
  }
});

checkCoverage(1);
