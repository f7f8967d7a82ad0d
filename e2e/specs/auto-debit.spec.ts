import { AutoDebitPage, wrongPin } from '../pages/auto-debit-page';
import { findAxeViolations } from '../fixtures/accessibility';
import { expect, test } from '../fixtures/journey';
import { interpolate } from '../fixtures/interpolate';
import en from '../../messages/en.json';
import ms from '../../messages/ms.json';

/*
 * Auto debit with a one-time PIN: each path and each error, in both languages. Payments are made over HTTP unless a test is about them. Account
 * linking and expiry are in auto-debit.controls.spec.ts.
 */

const languages = [
  {
    ...{ locale: 'en-GB', words: en, thanks: 'Thank you. Your account is now on auto debit.' },
    ...{ offered: 'Never miss a bill', text: /is your one-time PIN for auto debit/ },
  },
  {
    ...{ locale: 'ms', words: ms, thanks: 'Terima kasih. Akaun anda kini didaftarkan untuk auto debit.' },
    ...{ offered: 'Jangan terlepas bayar bil lagi', text: /ialah PIN sekali guna anda untuk auto debit/ },
  },
] as const;

for (const { locale, words, offered, text, thanks } of languages) {
  const registeredCardText = (brand: string, lastFour: string) =>
    interpolate(words.autoDebit.registeredCard, { brand, lastFour });

  test.describe(locale, () => {
    test.use({ locale });

    test('a PIN and a card register auto debit, and each rejection is shown @both', async ({
      account,
      paymentApi,
      result,
      autoDebit,
      sandbox,
      page,
    }) => {
      const accountNumber = account('01');
      const refid = await paymentApi.payAtBank(accountNumber);
      await result.open('/bankResultFPX', refid);
      await expect(autoDebit.offer).toContainText(offered);
      await expect(result.fact(words.result.autoDebit)).toHaveText(words.result.autoDebitOff);
      await expect(autoDebit.offer).toContainText(/RM3 .*6 /);
      const pin = await autoDebit.requestPin(accountNumber);
      expect(pin.text).toMatch(text);
      await expect(page.getByText(`***${accountNumber.slice(3, 7)}`)).toBeVisible();
      await expect(autoDebit.countdown).toBeVisible();
      await autoDebit.enterPin(wrongPin(pin.code));
      await expect(autoDebit.errorSummary).toContainText(words.validation.otpWrong);
      await autoDebit.enterPin(pin.code);
      await expect(page).toHaveURL(new RegExp(`/ulm/autodebit/register\\?refid=${refid}$`));
      for (const field of ['cardNumber', 'cardExpiry', 'cardCvv', 'cardName']) {
        await expect(page.locator(`[name="${field}"]`)).toHaveValue('');
      }
      await autoDebit.submitCard('4000 0000 0000 0002');
      await expect(autoDebit.errorSummary).toContainText(words.errors.autoDebitFailed);
      // The acquirer does not know the outcome.
      await autoDebit.submitCard('4000 0000 0000 0119');
      await expect(autoDebit.errorSummary).toContainText(words.errors.autoDebitLater);
      await autoDebit.submitCard('4242 4242 4242 4242');
      await expect(autoDebit.title).toHaveText(words.autoDebit.registeredTitle);
      await expect(page.getByText(thanks)).toBeVisible();
      await expect(page.getByText(registeredCardText('Visa', '4242'))).toBeVisible();
      const states = async () =>
        (await sandbox.ledger()).verifications.filter((row) => row.refid === refid).map(({ state }) => state);
      await expect.poll(states).toEqual(['refused', 'initiated', 'reversed']);
      // Once registered, neither a reload, nor the PIN page, nor the result offers the registration again.
      await page.reload();
      await expect(autoDebit.title).toHaveText(words.autoDebit.registeredTitle);
      await page.goto(`/otp/autodebit/register?refid=${refid}`);
      await expect(autoDebit.title).toHaveText(words.autoDebit.registeredTitle);
      await result.open('/bankResultFPX', refid);
      await expect(result.status).toHaveAttribute('data-status', 'successful');
      await expect(result.fact(words.result.autoDebit)).toHaveText(words.result.autoDebitOn);
      await expect(autoDebit.offer).toHaveCount(0);
    });

    test('auto debit chosen with the payment is not offered again and uses that card', async ({
      account,
      startPayment,
      payment,
      autoDebit,
      page,
    }) => {
      const accountNumber = account('01');
      await startPayment(accountNumber);
      await payment.fillCard({ number: '4242 4242 4242 4242' });
      await payment.field('isAutoDebitOption').check();
      await payment.pay.click();
      await expect(autoDebit.offer).toContainText(words.autoDebit.finishTitle);
      const { code } = await autoDebit.requestPin(accountNumber);
      await expect(
        page.getByText(interpolate(words.autoDebit.cardNext, { brand: 'Visa', lastFour: '4242' })),
      ).toBeVisible();
      await autoDebit.enterPin(code);
      await expect(autoDebit.title).toHaveText(words.autoDebit.registeredTitle);
      await expect(page.getByText(registeredCardText('Visa', '4242'))).toBeVisible();
    });

    test('a card that paid without auto debit is not stored: a card must be entered', async ({
      account,
      startPayment,
      payment,
      autoDebit,
    }) => {
      const accountNumber = account('01');
      await startPayment(accountNumber);
      await payment.fillCard({ number: '4242 4242 4242 4242' });
      await payment.pay.click();
      await expect(autoDebit.offer).toContainText(offered);
      await autoDebit.enterPin((await autoDebit.requestPin(accountNumber)).code);
      await expect(autoDebit.cardNumber).toHaveValue('');
      await expect(autoDebit.errorSummary).toBeHidden();
    });

    test('the 3-D Secure page returns to the registration', async ({
      account,
      paymentApi,
      result,
      autoDebit,
      bank,
      page,
    }) => {
      const accountNumber = account('01');
      await result.open('/bankResultFPX', await paymentApi.payAtBank(accountNumber));
      await autoDebit.enterPin((await autoDebit.requestPin(accountNumber)).code);
      await autoDebit.submitCard('4111 1111 1111 1111');
      await bank.arrive();
      // A payer who returns early can continue to the issuer, or enter another card.
      await page.goBack();
      await expect(page.getByRole('link', { name: words.autoDebit.issuerContinue })).toBeVisible();
      await page.getByRole('link', { name: words.autoDebit.issuerContinue }).click();
      await bank.arrive();
      await bank.press('Decline');
      await expect(autoDebit.errorSummary).toContainText(words.errors.autoDebitFailed);
      await autoDebit.submitCard('5555 5555 5555 4444');
      await bank.arrive();
      await bank.press('Approve');
      await expect(page.getByText(registeredCardText('Mastercard', '4444'))).toBeVisible();
    });

    test('an account without a mobile number is referred to customer service @both', async ({
      account,
      paymentApi,
      result,
      autoDebit,
      page,
    }) => {
      await result.open('/bankResultFPX', await paymentApi.payAtBank(account('08')));
      await autoDebit.enable.click();
      await expect(page.getByText(words.errors.noMobileNumber).first()).toBeVisible();
    });

    test('five wrong PINs end the registration @both', async ({ account, paymentApi, result, autoDebit, page }) => {
      const accountNumber = account('01');
      const refid = await paymentApi.payAtBank(accountNumber);
      await result.open('/bankResultFPX', refid);
      const { code } = await autoDebit.requestPin(accountNumber);
      for (let guess = 0; guess < 4; guess += 1) await paymentApi.verifyPin(refid, wrongPin(code));
      await autoDebit.enterPin(wrongPin(code));
      await expect(autoDebit.errorSummary).toContainText(words.errors.otpAttemptsExceeded);
      // Nothing is left that the payer could try, after a reload either; the right PIN is refused too.
      await page.reload();
      await expect(autoDebit.errorSummary).toContainText(words.errors.otpAttemptsExceeded);
      await expect(autoDebit.pin).toHaveCount(0);
      await expect(page.getByTestId('resend-code')).toHaveCount(0);
      expect(await paymentApi.verifyPin(refid, code)).toMatchObject({ code: 'attempts-exceeded' });
    });

    test('after “remind me later” it is not offered again on this device @both', async ({
      account,
      paymentApi,
      result,
      autoDebit,
      page,
    }) => {
      const refid = await paymentApi.payAtBank(account('01'));
      await result.open('/bankResultFPX', refid);
      await autoDebit.later.click();
      await expect(page).toHaveURL(new RegExp(`/bankResultFPX\\?refid=${refid}$`));
      await expect(autoDebit.offer).toHaveCount(0);
      await result.open('/bankResultFPX', await paymentApi.payAtBank(account('04')));
      await expect(result.status).toHaveAttribute('data-status', 'successful');
      await expect(autoDebit.offer).toHaveCount(0);
    });

    test('an account on auto debit gets no offer', async ({ account, paymentApi, result, autoDebit, page }) => {
      const refid = await paymentApi.payAtBank(account('11'));
      await result.open('/bankResultFPX', refid);
      await expect(result.status).toHaveAttribute('data-status', 'successful');
      await expect(autoDebit.offer).toHaveCount(0);
      await page.goto(`/otp/autodebit/register?refid=${refid}`);
      await expect(autoDebit.title).toHaveText(words.autoDebit.notOfferedTitle);
    });

    test('in a partner’s frame PIN, error and card stay in the frame, with the partner’s texts', async ({
      account,
      paymentApi,
      sandbox,
      openPartnerFrame,
      page,
      allowConsoleError,
    }) => {
      allowConsoleError(/autofocusing/);
      const accountNumber = account('01');
      const order = {
        partnerKey: 'DEMO-SHOP',
        items: [{ name: 'Decoder', amount: 12_900 }],
        billAccount: accountNumber,
      };
      const { paymentId } = await sandbox.createOrder(order);
      const refid = await paymentApi.approveAtBank(await paymentApi.findRefid(paymentId));
      await page.goto(await openPartnerFrame({ url: paymentApi.urlOf(`/bankResultFPX?refid=${refid}`) }));
      const framed = new AutoDebitPage(page.frameLocator('iframe'), sandbox);
      await expect(framed.offer).toContainText('Demo Shop');
      const { code } = await framed.requestPin(accountNumber);
      await framed.enterPin(wrongPin(code));
      await expect(framed.errorSummary).toContainText(words.validation.otpWrong);
      await framed.enterPin(code);
      await framed.submitCard('4242 4242 4242 4242');
      await expect(framed.title).toHaveText(words.autoDebit.registeredTitle);
      await expect(framed.root.getByText(locale === 'ms' ? /Demo Shop mengucapkan/ : /Demo Shop thanks/)).toBeVisible();
    });

    test('no screen has an accessibility issue', async ({ account, paymentApi, result, autoDebit, page }) => {
      const accountNumber = account('01');
      await result.open('/bankResultFPX', await paymentApi.payAtBank(accountNumber));
      await expect(autoDebit.enable).toBeVisible();
      expect(await findAxeViolations(page), 'offer').toEqual([]);
      const { code } = await autoDebit.requestPin(accountNumber);
      await autoDebit.enterPin(wrongPin(code));
      await expect(autoDebit.errorSummary).toBeVisible();
      expect(await findAxeViolations(page), 'PIN').toEqual([]);
      await autoDebit.enterPin(code);
      await autoDebit.submitCard('4000 0000 0000 0002');
      await expect(autoDebit.errorSummary).toBeVisible();
      expect(await findAxeViolations(page), 'card').toEqual([]);
      await autoDebit.submitCard('4242 4242 4242 4242');
      await expect(autoDebit.title).toHaveText(words.autoDebit.registeredTitle);
      expect(await findAxeViolations(page), 'done').toEqual([]);
    });
  });
}

test('the offer is below the receipt, is no dialog and does not take the focus @both', async ({
  account,
  paymentApi,
  result,
  autoDebit,
  page,
}) => {
  await result.open('/bankResultFPX', await paymentApi.payAtBank(account('01')));
  await expect(autoDebit.offer).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(autoDebit.enable).not.toBeFocused();
  const [status, offer] = await Promise.all([result.status.boundingBox(), autoDebit.offer.boundingBox()]);
  expect(offer?.y).toBeGreaterThan((status?.y ?? 0) + (status?.height ?? 0));
});

test('the return to the partner works beside the offer', async ({
  account,
  paymentApi,
  sandbox,
  result,
  autoDebit,
  page,
}) => {
  const { paymentId } = await sandbox.createOrder({
    partnerKey: 'DEMO-SHOP',
    items: [{ name: 'Decoder', amount: 12_900 }],
    billAccount: account('01'),
    responseURL: 'http://127.0.0.1:9/result',
  });
  await result.open('/bankResultFPX', await paymentApi.approveAtBank(await paymentApi.findRefid(paymentId)));
  await expect(autoDebit.offer).toBeVisible();
  await page.getByTestId('hand-over').click({ trial: true });
});

test('validates PIN and card while typing, and clears the card after going back', async ({
  account,
  paymentApi,
  result,
  autoDebit,
  bank,
  page,
}) => {
  const accountNumber = account('01');
  await result.open('/bankResultFPX', await paymentApi.payAtBank(accountNumber));
  const { code } = await autoDebit.requestPin(accountNumber);
  await autoDebit.pin.pressSequentially('123');
  await autoDebit.verifyCode.click();
  await expect(autoDebit.errorSummary).toContainText(en.validation.otp);
  await expect(autoDebit.errorSummary).toBeFocused();
  await autoDebit.pin.fill('');
  await autoDebit.pin.pressSequentially(code);
  await expect(autoDebit.errorSummary).toBeHidden();
  await autoDebit.verifyCode.click();

  await autoDebit.cardNumber.pressSequentially('4111111111111112');
  await page.locator('[name="cardExpiry"]').pressSequentially('12/39');
  await expect(page.locator('#cardNumber-error')).toContainText(en.validation.cardNumber);
  await autoDebit.cardNumber.fill('');
  await autoDebit.cardNumber.pressSequentially('4111111111111111');
  await page.locator('[name="cardCvv"]').pressSequentially('123');
  await page.locator('[name="cardName"]').pressSequentially('Aminah binti Ali');
  const submission = page.waitForRequest((request) => request.method() === 'POST');
  await page.getByTestId('auto-debit-card').click();
  const fields = new URLSearchParams((await submission).postData() ?? '');
  expect(fields.get('cardDetails')).toBeTruthy();
  expect([...fields.keys()]).not.toContain('cardNumber');
  await bank.arrive();
  await page.goBack();
  for (const field of ['cardNumber', 'cardExpiry', 'cardCvv', 'cardName']) {
    await expect(page.locator(`[name="${field}"]`)).toHaveValue('');
  }
});

test('a bill reminder is on the due date', async ({ home, bill, account, page }) => {
  await home.open();
  await home.lookUp(account('01'));
  await expect(bill.pay).toBeVisible();
  await page.getByText(en.reminder.title).click();
  const href = await page.getByRole('link', { name: en.reminder.file }).getAttribute('href');
  expect(await (await page.request.get(href ?? '')).text()).toMatch(/DTSTART;TZID=Asia\/Kuala_Lumpur:\d{8}T090000/);
});
