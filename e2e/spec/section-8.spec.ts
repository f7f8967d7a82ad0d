import { AutoDebitPage, wrongPin } from '../pages/auto-debit-page';
import { fpx } from '../fixtures/payments';
import { checkCoverage, covers } from './coverage';
import { expect, expectWords, order, test, textOf, variants } from './fixtures';

/* The error catalogue. */

const tryAgain = 'We are unable to process your payment. Kindly try again or use a different payment method.';

for (const { language, javaScriptEnabled } of variants) {
  test.describe(language, () => {
    test.use({ locale: language === 'ms' ? 'ms' : 'en-GB', javaScriptEnabled });

    test.describe(() => {
      test(
        covers('8.1.1', '8.1.2', '8.11.2'),
        { tag: '@controls' },
        async ({ page, sandbox, startPayment, startOrder, payment, account }) => {
          await startPayment(account('01'));
          await sandbox.fail('payment.init', 'error', 2);
          await payment.chooseBank('fpx', 'MB2U0227');
          await payment.pay.click();
          await expect(payment.errorSummary).toBeVisible();
          await expectWords(payment.errorSummary, language, 'Failed to initiate the payment. Try again later.');
          await startOrder(account('09'));
          await payment.method('savedCard').check();
          await page.getByTestId('remove-card').first().click();
          await sandbox.fail('card.delete', 'error', 2);
          await page.getByTestId('confirm').click();
          await expect(page.getByTestId('error-summary')).toBeVisible();
          await expectWords(page.getByTestId('error-summary'), language, 'Failed to remove the card. Try again later.');
        },
      );

      test(
        covers('8.11.3', '8.11.4', '8.11.5', '8.11.6'),
        { tag: '@controls' },
        async ({ page, sandbox, startPayment, paymentApi, result, autoDebit, account, allowConsoleError }) => {
          allowConsoleError(/status of 50\d/);
          const technical = 'Technical error occurred. Try again later.';
          await startPayment(account('01'));
          await page.getByTestId('cancel').click();
          await sandbox.fail('payment.cancel', 'error', 2);
          await page.getByTestId('confirm').click();
          await expect(page.getByTestId('error-summary')).toBeVisible();
          await expectWords(page.getByTestId('error-summary'), language, technical);
          const refid = await paymentApi.payAtBank(account('01', 1));
          for (const [call, route] of [
            ['payment.result', '/bankResultFPX'],
            ['payment.processed', '/processed'],
            ['payment.blacklisted', '/blacklisted'],
          ] as const) {
            await sandbox.fail(call, 'error', 2);
            await result.open(route, refid);
            await expect(result.status, call).toHaveAttribute('data-status', 'error');
            await expectWords(page.getByRole('main'), language, 'you may have encountered a technical issue');
          }
          await sandbox.fail('partner.get', 'error', 2);
          await result.open('/bankResultFPX', refid);
          await expect(autoDebit.offer).toBeVisible();
          await sandbox.fail('autodebit.info', 'error', 4);
          await page.goto(`/ulm/autodebit/register?refid=${refid}`);
          await expectWords(page.getByRole('main'), language, technical);
        },
      );

      test(
        covers('8.2.1'),
        { tag: '@controls' },
        async ({ page, sandbox, paymentApi, result, account, allowConsoleError }) => {
          allowConsoleError(/status of 50\d/);
          const refid = await paymentApi.createPayment(account('01'));
          await sandbox.fail('payment.result', 'error', 2);
          await result.open('/bankResultFPX', refid);
          await expect(result.status).toHaveAttribute('data-status', 'error');
          await expectWords(
            page.getByRole('main'),
            language,
            'It looks like you may have encountered a technical issue. Please try to make your payment again in a little while.',
          );
        },
      );

      test(covers('8.6.2'), { tag: '@controls' }, async ({ sandbox, paymentApi, result, autoDebit, account }) => {
        await result.open('/bankResultFPX', await paymentApi.payAtBank(account('01')));
        await sandbox.fail('autodebit.sendOtp', 'error', 2);
        await autoDebit.enable.click();
        await expect(autoDebit.errorSummary).toBeVisible();
        await expectWords(autoDebit.errorSummary, language, 'Please try after sometime');
      });

      test(covers('8.3.2'), { tag: '@controls' }, async ({ page, sandbox, paymentApi, result, account }) => {
        const refid = await paymentApi.createPayment(account('01'));
        await sandbox.advanceClock('PT16M');
        await result.open('/bankResultFPX', refid);
        await expect(result.status).toHaveAttribute('data-status', 'expired');
        await expectWords(page.getByRole('main'), language, tryAgain);
      });

      test(
        covers('8.9.1', '8.9.2', '8.9.3', '8.9.4', '8.9.5', '8.9.6', '8.9.7', '8.9.8'),
        { tag: '@controls' },
        async ({ page, sandbox, startOrder, payment, account }) => {
          const until = new Date(Date.now() + 3_600_000);
          const time = until.toLocaleTimeString('en-MY', {
            timeZone: 'Asia/Kuala_Lumpur',
            hour: 'numeric',
            minute: '2-digit',
          });
          const minutes = /:(\d\d)/.exec(time)?.[1] ?? '';
          const methods = ['newCard', 'epp', 'fpx', 'fpxCorporate', 'm2u', 'wallet', 'dcb'] as const;
          for (const method of methods) await sandbox.planOutage(method, { until: until.toISOString() });
          await startOrder(account('01'));
          for (const method of methods) await expect(payment.method(method)).toBeDisabled();
          const notices = await page.getByTestId('downtime-notice').allInnerTexts();
          const ofMethods = notices.filter((text) => text.includes(minutes));
          expect(new Set(ofMethods).size).toBeGreaterThanOrEqual(methods.length);
          if (language === 'en') {
            const downs = ofMethods.filter((text) =>
              /is down until .*[Pp]lease try later or use another method/s.test(text),
            );
            expect(downs.length).toBeGreaterThanOrEqual(methods.length);
          }
          for (const method of methods) await sandbox.planOutage(method, { until: null });
          await sandbox.planOutage('boost', { until: until.toISOString() });
          await startOrder(account('01'));
          await payment.method('wallet').check();
          await expect(page.locator('[name="selectedWallet"][value="boost"]')).toBeDisabled();
          await expect(page.locator('[name="selectedWallet"][value="setel"]')).toBeEnabled();
          const notice = page.getByTestId('downtime-notice').filter({ hasText: 'Boost' });
          await expectWords(notice.first(), language, /is down until .*lease try later or use another method/);
        },
      );
    });

    test(covers('8.1.3', '8.11.1'), async ({ page, home, account }) => {
      await home.open();
      await home.lookUp(account('50'));
      await expect(home.errorSummary).toBeVisible();
      await expectWords(home.errorSummary, language, 'Technical error occurred. Try again later.');
      await home.lookUp(account('01'));
      await expect(page).toHaveURL('/pay/ebill');
      await expect(home.errorSummary).toBeHidden();
    });

    test(covers('8.3.1', '8.4.1'), async ({ page, paymentApi, result, account }) => {
      for (const [index, [button, status, words]] of [
        ['decline', 'failed', tryAgain] as const,
        ['cancel', 'cancelled', 'Payment cancelled.'] as const,
      ].entries()) {
        const refid = await paymentApi.createPayment(account('01', index));
        await paymentApi.returnFromBank(await paymentApi.pressAtBank(await paymentApi.begin(refid, fpx), button));
        await result.open('/bankResultFPX', refid);
        await expect(result.status).toHaveAttribute('data-status', status);
        await expectWords(page.getByRole('main'), language, words);
      }
    });

    test(covers('8.5.1'), async ({ page }) => {
      await page.goto(`/pay/direct/ebill?refid=${'a'.repeat(26)}`);
      const main = page.getByRole('main');
      await expect(main.getByRole('link').and(page.locator('[href="/"]'))).toBeVisible();
      await expect(main).toContainText(language === 'ms' ? /pautan/ : /link/);
    });

    test(covers('8.6.1', '8.6.3', '8.6.4'), async ({ page, paymentApi, result, autoDebit, account }) => {
      const refused = account('01');
      await result.open('/bankResultFPX', await paymentApi.payAtBank(refused));
      await autoDebit.enterPin((await autoDebit.requestPin(refused)).code);
      await autoDebit.submitCard('4000 0000 0000 0002');
      await expect(autoDebit.errorSummary).toBeVisible();
      await expectWords(
        autoDebit.errorSummary,
        language,
        'We are unable to process your request for Auto-Debit feature. Kindly try again or use a different card.',
      );

      const guessed = account('04');
      const refid = await paymentApi.payAtBank(guessed);
      await result.open('/bankResultFPX', refid);
      const { code } = await autoDebit.requestPin(guessed);
      for (let guess = 0; guess < 4; guess += 1) await paymentApi.verifyPin(refid, wrongPin(code));
      await autoDebit.enterPin(wrongPin(code));
      await expect(autoDebit.errorSummary).toBeVisible();
      const exceeded = await autoDebit.errorSummary.innerText();
      // It stays so, and no further PIN is asked for.
      await page.reload();
      await expect(autoDebit.errorSummary).toContainText(exceeded.split('\n').at(-1) ?? '');
      await expect(autoDebit.pin).toHaveCount(0);
      expect(await paymentApi.verifyPin(refid, code)).toMatchObject({ code: 'attempts-exceeded' });

      await result.open('/bankResultFPX', await paymentApi.payAtBank(account('08')));
      await autoDebit.enable.click();
      await expect(page.getByRole('main')).toContainText(language === 'en' ? /customer service/ : /khidmat pelanggan/);
      await expect(autoDebit.pin).toHaveCount(0);
    });

    test(covers('8.8.1'), async ({ page, startPayment, payment, payByMobile, account }) => {
      await startPayment(account('01'));
      await payment.chooseProvider('dcb', 'carrier-b');
      await payment.pay.click();
      await payByMobile.requestTac(language === 'en' ? '60130008801' : '60130008802');
      await expect(payByMobile.tac).toBeVisible();
      await page.getByTestId('cancel').click();
      await expect(page.getByTestId('confirm')).toBeVisible();
      if (language === 'en') {
        await expect(page.getByText(/action .*may be repeated.*continue\?/)).toBeVisible();
      } else {
        await expect(page.getByText(/mungkin (akan )?diulang/)).toBeVisible();
      }
    });
  });
}

test(
  covers('8.7.1'),
  { tag: '@controls' },
  async ({ page, configure, sandbox, paymentApi, openPartnerFrame, account, allowConsoleError }) => {
    allowConsoleError(/Blocked opening|autofocusing/);
    await configure({ autoDebitType: 'ulm' });
    const billAccount = account('01');
    const { paymentId } = await sandbox.createOrder({ ...order, partnerKey: 'DEMO-SHOP', billAccount });
    const refid = await paymentApi.approveAtBank(await paymentApi.findRefid(paymentId));
    const url = paymentApi.urlOf(`/bankResultFPX?refid=${refid}`);
    await page.goto(await openPartnerFrame({ url, sandbox: 'allow-scripts allow-forms allow-same-origin' }));
    const framed = new AutoDebitPage(page.frameLocator('iframe'), sandbox);
    await framed.enable.click();
    await expect(framed.root.getByText('Please enable popups to continue')).toBeVisible();
  },
);

test(covers('8.10.1', '8.10.3'), async ({ page, home, account, allowConsoleError }) => {
  allowConsoleError(/ERR_CONNECTION_RESET/);
  // The browser's timeout of 40 s passes at once.
  await page.addInitScript(() => {
    const start = window.setTimeout.bind(window);
    window.setTimeout = ((run: () => void, milliseconds?: number) =>
      start(run, milliseconds === 40_000 ? 400 : milliseconds)) as typeof window.setTimeout;
  });
  await home.open();
  await home.lookUp(account('52'));
  await expect(home.errorSummary).toContainText('timeout of 40000ms exceeded');
  await page.route('**/api/bill/lookup', (route) => route.abort('connectionreset'));
  await home.lookUp(account('01'));
  await expect(home.errorSummary).toHaveText(/^Network Error/);
});

test(covers('8.10.2'), async ({ page, home, account }) => {
  await home.open();
  await home.lookUp(account('52'));
  await page.getByRole('button', { name: /getting your bill/i }).waitFor();
  await home.accountNumber.press('End');
  await home.accountNumber.press('Backspace');
  await expect(home.errorSummary).toContainText('Request aborted');
});

test(covers('8.12.1'), async ({ openVisit, read }) => {
  expect((await (await openVisit()).get('/unknown/route')).status()).toBe(404);
  expect(textOf(await read('/unknown/route'))).toContain('404 page Not Found for /unknown/route');
});

checkCoverage(8);
