import { checkCoverage, covers } from './coverage';
import { expect, expectFieldError, expectWords, order, test, variants } from './fixtures';

/* Validation rules. */

for (const { language, javaScriptEnabled } of variants) {
  test.describe(language, () => {
    test.use({ locale: language === 'ms' ? 'ms' : 'en-GB', javaScriptEnabled });

    test(covers('5.1.1', '5.1.2', '5.1.3'), async ({ page, home, bill, account }) => {
      await home.open();
      for (const typed of ['', '1', '123456789', '12345678901', 'abcdefghij']) {
        await home.lookUp(typed);
        await expectFieldError(home.accountNumber, language, 'Enter valid account number');
      }
      await home.lookUp(account('40'));
      await expect(home.errorSummary).toBeVisible();
      await expectFieldError(home.accountNumber, language, 'Invalid account number');
      await home.lookUp(account('01'));
      await expect(page).toHaveURL('/pay/ebill');
      await expect(bill.value('account-number')).toHaveText(account('01'));
    });

    test(covers('5.2.1', '5.2.2', '5.2.4', '5.2.5'), async ({ home, bill, payment, account }) => {
      const expectError = async (typed: string, words: string) => {
        await bill.payOther(typed);
        await expectFieldError(bill.amount, language, words);
      };
      await home.open();
      await home.lookUp(account('01'));
      await expectError('', 'This field is required');
      await expectError('0', 'Minimum amount is RM1');
      await expectError('0.99', 'Minimum amount is RM1');
      // docs/sandbox.md: RM3,000 for a REGULAR customer; the advance payment limit is RM500.
      await expectError('3000.01', 'Maximum amount allowed is RM3,000');
      await expectError(
        '2999',
        "Oh no! You've exceeded the advance payment limit of RM 500/-. Please change the amount to proceed.",
      );
      await bill.payOther('1');
      await expect(payment.total).toContainText('RM1.00');
      await home.open();
      await home.lookUp(account('07'));
      await expectError('200.01', 'Maximum amount allowed is RM200');
      // A CE customer may pay up to RM30,000.
      await home.open();
      await home.lookUp(account('05'));
      await expectError('30000.01', 'Maximum amount allowed is RM30,000');
    });

    test(covers('5.2.3'), async ({ home, bill, payment }) => {
      // docs/sandbox.md: both owe RM138.78.
      const accountNumber = language === 'en' ? '1234567805' : '1239467805';
      const balance = 138.78;
      await home.open();
      await home.lookUp(accountNumber);
      await bill.payOther((balance + 0.01).toFixed(2));
      await expectFieldError(bill.amount, language, 'Paying more than current balance is not allowed');
      await bill.payOther(balance.toFixed(2));
      await expect(payment.total).toContainText(`RM${balance}`);
    });

    test(covers('5.3.1', '5.3.2'), async ({ home, bill, payment, startPayment, account }) => {
      await home.open();
      await home.lookUp(account('01'));
      for (const typed of ['nobody', 'nobody@', '@ebill.example', 'no body@ebill.example']) {
        await bill.option('current').check();
        await bill.email.fill(typed);
        await bill.pay.click();
        await expectFieldError(bill.email, language, 'Please enter a valid email');
      }
      await bill.email.fill('payer@ebill.example');
      for (const typed of ['123', 'abcdefghij']) {
        await bill.phoneNumber.fill(typed);
        await bill.pay.click();
        await expectFieldError(bill.phoneNumber, language, 'Please enter a valid phone number');
      }
      await startPayment(account('01', 1));
      await payment.choosePlain('m2u', 'nobody@');
      await payment.field('phoneNumber').fill('123');
      await payment.pay.click();
      await expectFieldError(payment.email, language, 'Please enter a valid email');
      await expectFieldError(payment.field('phoneNumber'), language, 'Please enter a valid phone number');
    });

    test(covers('5.4.1', '5.4.3', '5.4.4', '5.4.5'), async ({ startPayment, payment, account }) => {
      await startPayment(account('01'));
      await payment.fillCard({ number: '4111 1111 1111 1112', expiry: '13/39', cvv: '12', name: ' ' });
      await payment.pay.click();
      await expectFieldError(payment.field('cardNumber'), language, 'Enter valid card number');
      await expectFieldError(payment.field('cardExpiry'), language, 'Enter valid expiry date');
      await expectFieldError(payment.field('cardCvv'), language, 'Enter valid CVV');
      await expectFieldError(payment.field('cardName'), language, 'Enter name on card');
      for (const expiry of ['01/20', '12-39x', '00/39']) {
        await payment.fillCard({ number: '4111 1111 1111 1111', expiry, cvv: '12345' });
        await payment.pay.click();
        await expectFieldError(payment.field('cardExpiry'), language, 'Enter valid expiry date');
        await expectFieldError(payment.field('cardCvv'), language, 'Enter valid CVV');
        await expect(payment.field('cardNumber')).not.toHaveAttribute('aria-invalid', 'true');
      }
    });

    test(covers('5.4.2', '5.4.6'), async ({ startOrder, payment, account }) => {
      await startOrder(account('01'));
      await payment.method('epp').check();
      await payment.field('eppCardNumber').fill('3782 822463 10005');
      await payment.pay.click();
      await expectFieldError(payment.field('eppCardNumber'), language, 'Enter valid Master/Visa card number');
      await expectWords(payment.errorSummary, language, 'Select installment months');
    });

    test(covers('5.5.1', '5.5.2', '5.5.3', '5.5.4', '5.5.5'), async ({ page, startPayment, payment, account }) => {
      await startPayment(account('01'));
      await payment.email.fill('payer@ebill.example');
      const messages = new Set<string>();
      for (const [method, field] of [
        ['wallet', 'selectedWallet'],
        ['dcb', 'selectedDCB'],
        ['fpx', 'fpxBankID'],
        ['fpxCorporate', 'fpxBankCorporateID'],
      ] as const) {
        await payment.method(method).check();
        await payment.pay.click();
        const message = payment.errorSummary.locator(`a[href^="#${field}"], a[href*="${field}"]`).first();
        await expect(message).toBeVisible();
        messages.add(await message.innerText());
        await expect(page).toHaveURL(/\/epayment\/entry\?/);
      }
      expect(messages.size).toBe(4);
    });

    test(covers('5.6.1', '5.6.2', '5.6.3'), async ({ startPayment, payment, payByMobile, account }) => {
      await startPayment(account('01'));
      await payment.chooseProvider('dcb', 'carrier-a');
      await payment.pay.click();
      const words = 'Invalid Phone Number (mobile number format e.g 601XXXXXXXXX)';
      // The last is a number of another provider: docs/sandbox.md.
      const otherProvider = language === 'en' ? '60120056299' : '60120056399';
      for (const typed of ['', '123', '0312345678', '6512345678', '60120000', otherProvider]) {
        await payByMobile.requestTac(typed);
        await expect(payByMobile.errorSummary).toBeVisible();
        await expectFieldError(payByMobile.number, language, words);
        await payByMobile.reload();
      }
      await payByMobile.requestTac(language === 'en' ? '60120005630' : '60120005631');
      await expect(payByMobile.tac).toBeVisible();
      await payByMobile.enterTac('000000');
      await expect(payByMobile.errorSummary).toBeVisible();
      await expectFieldError(payByMobile.tac, language, 'Invalid verification code, Please try again');
    });

    test(covers('5.7.1'), async ({ page, startOrder, payment, account }) => {
      await startOrder(account('09'));
      await payment.method('savedCard').check();
      await page.getByRole('radio', { name: '4444' }).check({ force: true });
      await payment.field('savedCardCvv').fill('123');
      await payment.pay.click();
      await expectWords(
        payment.errorSummary,
        language,
        'The selected card has expired. Please update the expired card details or use other payment method to proceed.',
      );
      await expect(page).toHaveURL(/\/epayment\/entry\?/);
    });

    test(covers('5.8.1'), async ({ startOrder, payment, account }) => {
      await startOrder(account('09'));
      await payment.method('newCard').check();
      await expect(payment.field('saveCard')).toBeEnabled();
      await startOrder(account('10'));
      await payment.method('newCard').check();
      await expect(payment.field('saveCard')).toBeDisabled();
    });
  });
}

for (const [id, phoneNumber] of [
  ['5.3.3', '+60123456789'],
  ['5.3.4', '60123456789'],
  ['5.3.5', '0123456789'],
] as const) {
  test(covers(id), async ({ page, sandbox, payment, account }) => {
    const customer = { accountNumber: account('01'), email: 'payer@ebill.example', phoneNumber };
    await page.goto((await sandbox.createOrder({ ...order, customer })).url);
    const shown = await payment.field('phoneNumber').inputValue();
    expect(shown.replace(/\D/g, '')).toBe('123456789');
  });
}

checkCoverage(5);
