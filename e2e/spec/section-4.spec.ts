import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import { listen } from '../fixtures/partner-frame';
import { corporate, fpx } from '../fixtures/payments';
import { stack } from '../fixtures/stack';
import { wrongPin } from '../pages/auto-debit-page';
import { checkCoverage, covers } from './coverage';
import { expect, expectWords, expectWordsIn, order, test, textOf } from './fixtures';

/* States and transitions. */

/** Holds the posts to a path of the site until they are released. */
async function holdPosts(page: Page, path: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(`**${path}`, async (route) => {
    await released;
    await route.continue();
  });
  return () => release();
}

test(covers('4.1.1', '4.1.2', '4.1.3', '4.1.6', '4.1.7', '4.1.9'), async ({ page, home, bill, account }) => {
  const submit = page.locator('form:has([name="accountNumber"]) button[type="submit"]');
  await home.open();
  await home.lookUp(account('50'));
  await expect(home.errorSummary).toContainText('Technical error occurred. Try again later.');
  // docs/sandbox.md: 51 answers after 6 s.
  await home.lookUp(account('51'));
  await expect(submit).toHaveAttribute('aria-busy', 'true');
  await expect(home.errorSummary).toBeHidden();
  await expect(page).toHaveURL('/pay/ebill', { timeout: 15_000 });
  await expect(bill.value('account-number')).toHaveText(account('51'));
  // Going back does not redirect again, and another look-up has no account yet.
  await page.goBack();
  await expect(submit).toBeEnabled();
  await expect(page).toHaveURL('/');
  await page.goto('/pay/ebill');
  await page.locator('main a[href="/"]').first().click();
  await expect(home.accountNumber).toHaveValue('');
});

test(covers('4.1.4', '4.1.5', '4.1.8', '4.1.10'), async ({ page, home, bill, payment, sandbox, account }) => {
  await home.open();
  await home.lookUp(account('01'));
  await bill.payOther('0');
  await expect(bill.errorSummary).toBeVisible();
  const release = await holdPosts(page, '/api/bill/pay');
  await bill.payOther('10');
  await expect(bill.pay).toHaveAttribute('aria-busy', 'true');
  await expect(bill.errorSummary).toBeHidden();
  release();
  const refid = await payment.refid();
  expect(await sandbox.history(refid)).toMatchObject({ amount: 1_000, state: 'open' });
});

test(covers('4.1.11'), async ({ page, sandbox, payment, account }) => {
  await page.goto((await sandbox.createLink(account('01'), 5_000)).url);
  expect(await payment.refid()).toMatch(/\S/);
  await expect(payment.total).toContainText('RM50.00');
});

test(
  covers('4.2.1', '4.2.3', '4.2.4', '4.3.6'),
  { tag: '@controls' },
  async ({ page, sandbox, paymentApi, payment, bank, startPayment, account, allowConsoleError }) => {
    allowConsoleError(/status of 50\d/);
    const broken = await paymentApi.createPayment(account('01'));
    await sandbox.fail('payment.page', 'error', 2);
    await page.goto(`/epayment/entry?refid=${broken}`);
    await expect(page.getByTestId('pay')).toHaveCount(0);
    await expect(page.getByRole('main')).toContainText('Technical error occurred. Try again later.');
    await startPayment(account('01', 1));
    await sandbox.fail('payment.init', 'error');
    await payment.chooseBank('fpx', 'MB2U0227');
    await payment.pay.click();
    await expect(payment.errorSummary).toContainText('Failed to initiate the payment. Try again later.');
    await expect(payment.pay).toBeEnabled();
    await payment.pay.click();
    await bank.arrive();
    await sandbox.fail('payment.result', 'error', 2);
    await page.goto(`/bankResultFPX?refid=${broken}`);
    await expect(page.getByTestId('payment-status')).toHaveAttribute('data-status', 'error');
  },
);

test(covers('4.2.2', '4.2.6', '4.2.7'), async ({ page, startPayment, payment, bank, account }) => {
  await startPayment(account('01'));
  await expect(page.getByTestId('product-name')).toHaveText(/\S/);
  await payment.method('wallet').check();
  await page.locator('[name="selectedWallet"][value="setel"]').check();
  await payment.chooseBank('fpx', 'PBB0233', 'kept-4-2@ebill.example');
  await payment.method('wallet').check();
  await expect(page.locator('[name="selectedWallet"][value="setel"]')).toBeChecked();
  await payment.method('fpx').check();
  await expect(payment.field('fpxBankID')).toHaveValue('PBB0233');
  await expect(payment.email).toHaveValue('kept-4-2@ebill.example');
  const release = await holdPosts(page, '/api/payment/pay');
  await payment.pay.click();
  await expect(payment.pay).toHaveAttribute('aria-busy', 'true');
  release();
  await bank.arrive();
});

test(covers('4.2.9'), { tag: '@controls' }, async ({ page, sandbox, startOrder, payment, account }) => {
  await startOrder(account('09'));
  await payment.method('savedCard').check();
  await page.getByTestId('remove-card').first().click();
  await sandbox.fail('card.delete', 'error', 2);
  await page.getByTestId('confirm').click();
  await expect(page.getByTestId('error-summary')).toContainText('Failed to remove the card. Try again later.');
  await page.reload();
  await payment.method('savedCard').check();
  await expect(page.getByTestId('remove-card')).toHaveCount(3);
});

test(covers('4.2.8'), async ({ startSite, request, playwright }) => {
  // A backend that asks for a call of its own for the customer's details.
  const asked: string[] = [];
  const proxy = await playwright.request.newContext();
  const original = await (await request.post(`${stack.backend}/sandbox/orders`, { data: order })).json();
  const respond = async (path: string) => {
    const { pathname, search } = new URL(path, stack.backend);
    asked.push(pathname);
    if (pathname === '/apg/payment/customer') {
      return { email: 'ues@ebill.example', phoneNumber: null, favouriteCardList: [] };
    }
    const body = (await (await proxy.get(`${stack.backend}${pathname}${search}`)).json()) as Record<string, object>;
    if (pathname !== '/apg/payment/page') return body;
    return { ...body, paymentPageDto: { ...body['paymentPageDto'], makeUesCall: true } };
  };
  const site = await startSite((incoming, response) => {
    void respond(incoming.url ?? '').then((body) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  const page = await (await request.get(`${site.url}/epayment/entry?paymentId=${original.paymentId}`)).text();
  expect(asked).toContain('/apg/payment/customer');
  expect(page).toContain('ues@ebill.example');
  await proxy.dispose();
});

test(covers('4.2.5'), async ({ page, startOrder, payment, account }) => {
  await startOrder(account('09'));
  await payment.method('savedCard').check();
  await expect(page.getByTestId('remove-card')).toHaveCount(3);
  await page.getByTestId('remove-card').first().click();
  await page.getByTestId('confirm').click();
  await expect(page.getByTestId('remove-card')).toHaveCount(2);
});

test(covers('4.3.1', '4.3.2', '4.3.3', '4.3.4'), async ({ read, paymentApi, account }) => {
  const statusOf = async (path: string) => /data-status="([\w-]+)"/.exec(await read(path))?.[1];
  const paid = await paymentApi.payAtBank(account('01'));
  expect(await statusOf(`/bankResultFPX?refid=${paid}`)).toBe('successful');
  const cancelled = await paymentApi.createPayment(account('04'));
  await paymentApi.cancel(cancelled);
  expect(await statusOf(`/cancelPayment?refid=${cancelled}`)).toBe('cancelled');
  expect(await statusOf(`/processed?refid=${await paymentApi.createPayment(account('44'))}`)).toBe('processed');
  expect(await statusOf(`/blacklisted?refid=${await paymentApi.createPayment(account('43'))}`)).toBe('blacklisted');
});

test(
  covers('4.3.5', '4.3.7', '4.3.9', '4.6.1', '4.6.2', '4.6.3'),
  async ({ page, sandbox, paymentApi, result, autoDebit, account }) => {
    const accountNumber = account('01');
    const fields = { ...order, partnerKey: 'DEMO-SHOP', billAccount: accountNumber };
    const { paymentId } = await sandbox.createOrder(fields);
    await result.open('/bankResultFPX', await paymentApi.approveAtBank(await paymentApi.findRefid(paymentId)));
    await expect(autoDebit.offer).toContainText('Demo Shop');
    await expect(autoDebit.later).toBeVisible();
    const { code } = await autoDebit.requestPin(accountNumber);
    await autoDebit.enterPin(wrongPin(code));
    await expect(autoDebit.errorSummary).toBeVisible();
    await autoDebit.enterPin(code);
    await autoDebit.submitCard('4242 4242 4242 4242');
    await expect(page.getByRole('main')).toContainText('Demo Shop thanks you');
    await result.open('/bankResultFPX', await paymentApi.payAtBank(account('04')));
    await autoDebit.later.click();
    await expect(autoDebit.offer).toHaveCount(0);
  },
);

test(covers('4.3.8'), { tag: '@controls' }, async ({ page, configure, paymentApi, result, autoDebit, account }) => {
  await configure({ autoDebitType: 'ulm' });
  const accountNumber = account('01');
  await result.open('/bankResultFPX', await paymentApi.payAtBank(accountNumber));
  const link = async (button: 'Approve' | 'Decline') => {
    await autoDebit.continue.click();
    if (button === 'Approve') await page.locator('[name="accountNumber"]').fill(accountNumber);
    await page.getByRole('button', { name: button }).click();
  };
  await autoDebit.enable.click();
  await link('Decline');
  await expect(autoDebit.errorSummary).toBeVisible();
  await autoDebit.enable.click();
  await link('Approve');
  await autoDebit.submitCard('4242 4242 4242 4242');
  await expect(page.getByRole('main')).toContainText('Auto debit is on');
});

test(covers('4.3.10'), async ({ request, startSite }) => {
  let isUp = false;
  const site = await startSite((incoming, response) => {
    if (!isUp) return void incoming.destroy();
    const body = { isApgDown: false, serverTime: new Date().toISOString() };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const home = async () => (await request.get(site.url)).text();
  expect(await home()).toContain('data-testid="loading"');
  isUp = true;
  await expect.poll(home, { timeout: 10_000 }).toContain('name="accountNumber"');
});

test(covers('4.3.11'), async ({ page, startPayment, payment, result, account }) => {
  const refid = await startPayment(account('01'));
  await payment.fillCard({ number: '4242 4242 4242 4242' }, 'kept-4-3@ebill.example');
  await payment.pay.click();
  await expect(result.status).toHaveAttribute('data-status', 'successful');
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(kept).toContain('kept-4-3@ebill.example');
  for (const other of [refid, account('01'), '4242', 'Aminah', '12/39']) expect(kept).not.toContain(other);
});

for (const language of ['en', 'ms'] as const) {
  test.describe(language, () => {
    test(covers('4.4.1', '4.4.2', '4.4.3', '4.4.4', '4.4.6', '4.4.7'), async ({ read, paymentApi, account }) => {
      for (const [button, choice, status, words] of [
        ['approve', fpx, 'successful', /Payment Successful/],
        ['decline', fpx, 'failed', /We are unable to process your payment/],
        ['leave-pending', fpx, 'pending', /in progress|pending/i],
        ['pending-approval', corporate, 'pending-approval', /within five days,? or it is cancelled automatically/],
        ['cancel', fpx, 'cancelled', /Payment cancelled\./],
      ] as const) {
        const refid = await paymentApi.createPayment(account('01', status.length));
        const redirect = await paymentApi.begin(refid, choice);
        await paymentApi.returnFromBank(await paymentApi.pressAtBank(redirect, button));
        const html = await read(`/bankResultFPX?refid=${refid}`, language);
        expect(html, button).toContain(`data-status="${status}"`);
        expectWordsIn(textOf(html), language, words);
      }
      const expired = await read('/bankResultFPX', language);
      expect(expired).toContain('data-status="session-expired"');
      const words = 'This payment is no longer valid. Please proceed to the product page';
      expectWordsIn(textOf(expired), language, words);
    });

    test(covers('4.5.1', '4.5.2', '4.5.3', '4.5.4'), async ({ openVisit, account }) => {
      const messages = new Set<string>();
      for (const [ending, words] of [
        ['02', /resumes within 1 hour of successful payment/],
        ['01', /active/i],
        ['00', /no outstanding/i],
        ['03', /overdue[\s\S]*not due yet/i],
      ] as const) {
        const visit = await openVisit();
        await visit.post('/api/bill/lookup', { accountNumber: account(ending) });
        const html = await (await visit.get('/pay/ebill', { 'accept-language': language })).text();
        const message = /data-testid="bill-message".*?<\/(?:p|div|section|aside)>/s.exec(html)?.[0] ?? '';
        messages.add(textOf(`<i ${message}`));
        expectWordsIn(textOf(`<i ${message}`), language, words);
      }
      expect(messages.size).toBe(4);
    });
  });
}

test(covers('4.4.5', '4.8.1'), { tag: '@controls' }, async ({ page, sandbox, paymentApi, result, account }) => {
  const refid = await paymentApi.createPayment(account('01'));
  await page.goto(`/epayment/entry?refid=${refid}`);
  await expect(page.getByTestId('payment-timer')).toBeVisible();
  // docs/sandbox.md: 15 minutes.
  await sandbox.advanceClock('PT16M');
  await result.open('/bankResultFPX', refid);
  await expect(result.status).toHaveAttribute('data-status', 'expired');
  await expectWords(page.getByRole('main'), 'en', 'We are unable to process your payment.');
});

test(covers('4.4.8', '4.4.9'), async ({ page, sandbox, paymentApi, result }) => {
  const shop = createServer((_incoming, response) => response.end('<link rel="icon" href="data:,">back at the shop'));
  const responseURL = `${await listen(shop)}/result`;
  const { paymentId } = await sandbox.createOrder({ ...order, partnerKey: 'DEMO-SHOP', responseURL });
  await result.open('/bankResultFPX', await paymentApi.approveAtBank(await paymentApi.findRefid(paymentId)));
  await expect(page.getByTestId('redirect-countdown')).toContainText(/\d/);
  await expect(page.getByText(/not refresh or close/)).toBeVisible();
  await expect(page).toHaveURL(responseURL, { timeout: 15_000 });
  shop.closeAllConnections();
  shop.close();
});

test(covers('4.7.1', '4.7.2'), async ({ startPayment, payment, payByMobile, result, sandbox, account }) => {
  await startPayment(account('01'));
  await payment.chooseProvider('dcb', 'carrier-a');
  await payment.pay.click();
  await payByMobile.requestTac('60120004701');
  await expect(payByMobile.resendCode).toBeDisabled();
  await expect(payByMobile.countdown).toContainText(/\d/);
  await payByMobile.enterTac(await sandbox.findCode('60120004701'));
  await expect(result.status).toHaveAttribute('data-status', 'successful');
});

test(covers('4.8.2'), { tag: '@controls' }, async ({ configure, openVisit }) => {
  await configure({ isApgDown: true });
  const visit = await openVisit();
  for (const path of ['/', '/apg/help', '/pay/ebill', '/epayment/entry', '/view/dcb', '/bankResultMBB', '/nothing']) {
    expect(await (await visit.get(path)).text(), path).toContain('data-testid="maintenance"');
  }
});

test(covers('4.8.3'), { tag: '@controls' }, async ({ page, sandbox, startPayment, payment, account }) => {
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  await sandbox.planOutage('m2u', { from: at(1), until: at(2) });
  await sandbox.planOutage('fpx', { until: at(1) });
  await startPayment(account('01'));
  await expect(payment.method('m2u')).toBeEnabled();
  await expect(payment.method('fpx')).toBeDisabled();
  await expect(page.getByTestId('downtime-notice').filter({ hasText: 'Maybank2u' }).first()).toBeVisible();
});

checkCoverage(4);
