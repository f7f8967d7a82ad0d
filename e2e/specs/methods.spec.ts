import { openWithScriptsHeld } from '../fixtures/held-scripts';
import { expect, test } from '../fixtures/journey';
import { stack } from '../fixtures/stack';
import en from '../../messages/en.json';

test('a presentment code can be saved as an image, and another method chosen instead @both', async ({
  page,
  account,
  startPayment,
  payment,
}) => {
  const refid = await startPayment(account('01'));
  await payment.choosePlain('duitnowQr');
  await payment.pay.click();
  await expect(page.getByTestId('duitnow-qr')).toBeVisible();
  const image = await page.request.get(`/api/payment/code?refid=${refid}`);
  expect(image.headers()['content-type']).toBe('image/png');
  await page.getByRole('link', { name: 'Choose another method' }).click();
  expect(await payment.refid()).toBe(refid);
  await expect(page.getByText('You’ve already started this payment')).toBeVisible();
});

for (const language of ['English', 'Bahasa Melayu', 'தமிழ்']) {
  test.describe(`in a phone’s window, ${language}`, () => {
    test.use({ viewport: { width: 360, height: 740 } });

    test('the whole QR code, its amount and the picture to save are in view @both', async ({
      page,
      account,
      startPayment,
      payment,
    }) => {
      await startPayment(account('01'));
      await payment.choosePlain('duitnowQr');
      await payment.pay.click();
      await expect(page.getByTestId('duitnow-qr')).toBeVisible();
      if (language !== 'English') await page.getByRole('button', { name: language }).click();
      for (const part of [
        page.getByTestId('total-amount'),
        page.getByTestId('duitnow-qr'),
        page.locator('a[download]'),
      ]) {
        await expect(part).toBeInViewport({ ratio: 1 });
      }
    });
  });
}

test('requires a wallet and a carrier @both', async ({ account, startPayment, payment }) => {
  await startPayment(account('01'));
  await payment.method('wallet').check();
  await payment.email.fill('payer@ebill.example');
  await payment.pay.click();
  await expect(payment.errorSummary).toContainText('Select an e-wallet');
  await payment.method('dcb').check();
  await payment.pay.click();
  await expect(payment.errorSummary).toContainText('Select a mobile provider');
});

test('filters banks by name and lists the last used one first', async ({
  page,
  account,
  startPayment,
  payment,
  bank,
}) => {
  await startPayment(account('01'));
  await payment.method('fpx').check();
  await page.locator('#fpxBankID-search').pressSequentially('publ');
  await expect(payment.field('fpxBankID')).toHaveValue('PBB0233');
  await payment.email.fill('payer@ebill.example');
  await payment.pay.click();
  await bank.arrive();

  await startPayment(account('04'));
  await expect(payment.field('fpxBankID').locator('option').nth(1)).toHaveAttribute('value', 'PBB0233');
  await expect(payment.field('fpxBankID')).toHaveValue('PBB0233');
});

test('a search for a bank keeps the focus and what is typed while the scripts load', async ({
  page,
  account,
  startPayment,
  payment,
}) => {
  await startPayment(account('01'));
  const releaseScripts = await openWithScriptsHeld(page, page.url());
  await payment.method('fpx').check();
  const search = page.locator('#fpxBankID-search');
  await search.pressSequentially('pu');
  /** Set for good when the search, or a fieldset around it, takes the focus away. */
  await search.evaluate((input) =>
    input.addEventListener('blur', () => document.body.setAttribute('data-search-left', '')),
  );
  await releaseScripts();
  // A fieldset of another method is disabled once the page works by scripts.
  await expect(payment.field('cardNumber')).toBeDisabled();
  await page.keyboard.type('bl');
  await expect(search).toHaveValue('publ');
  await expect(payment.field('fpxBankID')).toHaveValue('PBB0233');
  await expect(page.locator('body')).not.toHaveAttribute('data-search-left');
});

test('keeps a checkbox that was ticked while the scripts load', async ({ page, account, startPayment, payment }) => {
  await startPayment(account('01'));
  const releaseScripts = await openWithScriptsHeld(page, page.url());
  await payment.choosePlain('newCard');
  await payment.field('saveCard').check();
  await payment.field('isAutoDebitOption').check();
  await releaseScripts();
  // A fieldset of another method is disabled once the page works by scripts.
  await expect(payment.field('selectedWallet').first()).toBeDisabled();
  await expect(payment.field('saveCard')).toBeChecked();
  await expect(payment.field('isAutoDebitOption')).toBeChecked();
});

test('a bank that the search finds ends the error that none is chosen', async ({
  account,
  startPayment,
  payment,
  page,
}) => {
  await startPayment(account('01'));
  await payment.choosePlain('newCard');
  await payment.method('fpx').check();
  await payment.pay.click();
  await expect(payment.field('fpxBankID')).toHaveAttribute('aria-invalid', 'true');
  await page.locator('#fpxBankID-search').pressSequentially('rhb');
  await expect(payment.field('fpxBankID')).toHaveValue('RHB0218');
  await expect(payment.field('fpxBankID')).not.toHaveAttribute('aria-invalid');
  await expect(payment.errorSummary).toBeHidden();
});

for (const [method, error] of [
  ['fpx', en.validation.personalBankRequired],
  ['fpxCorporate', en.validation.corporateBankRequired],
] as const) {
  test.describe(`without a bank for ${method}, on a phone`, () => {
    test.use({ viewport: { width: 360, height: 740 } });

    test('the error is above the tiles, and its link shows all of them', async ({
      page,
      account,
      startPayment,
      payment,
    }) => {
      await startPayment(account('01'));
      await payment.email.fill('payer@ebill.example');
      await payment.method(method).check();
      await payment.pay.click();
      const list = payment.field(method === 'fpx' ? 'fpxBankID' : 'fpxBankCorporateID');
      await expect(list).toHaveAccessibleDescription(error);
      const said = page.locator(`[id="${await list.getAttribute('id')}-error"]`);
      await expect(said).toBeInViewport({ ratio: 1 });
      // The focus is in view.
      await expect(method === 'fpx' ? payment.errorSummary : list).toBeFocused();
      await payment.errorSummary.getByRole('link', { name: error }).click();
      await expect(list).toBeFocused();
      const tiles = page
        .getByRole('group', { name: en.payment.mainBanks })
        .getByRole('button')
        .filter({ visible: true });
      await expect(tiles).toHaveCount(6);
      for (const part of [said, ...(await tiles.all()), list]) await expect(part).toBeInViewport({ ratio: 1 });
      const [above, first] = [await said.boundingBox(), await tiles.first().boundingBox()];
      expect(above?.y).toBeLessThan(first?.y ?? 0);
    });
  });
}

test('the tiles of the main banks set the list, empty the search, and show what the list has chosen', async ({
  page,
  account,
  startPayment,
  payment,
  bank,
}) => {
  await startPayment(account('01'));
  await payment.method('fpx').check();
  await payment.email.pressSequentially('payer@ebill.example');
  await payment.pay.click();
  await expect(payment.field('fpxBankID')).toHaveAttribute('aria-invalid', 'true');
  await expect(payment.field('fpxBankID')).toHaveAccessibleDescription(en.validation.personalBankRequired);
  const tile = (name: string) => page.getByRole('button', { name, exact: true });
  await page.locator('#fpxBankID-search').pressSequentially('uob');
  await expect(payment.field('fpxBankID')).toHaveValue('UOB0226');
  await tile('RHB').click();
  await expect(payment.field('fpxBankID')).toHaveValue('RHB0218');
  await expect(payment.field('fpxBankID')).not.toHaveAttribute('aria-invalid', 'true');
  await expect(page.locator('#fpxBankID-search')).toHaveValue('');
  await payment.field('fpxBankID').selectOption('PBB0233');
  await expect(tile('Public Bank')).toHaveAttribute('aria-pressed', 'true');
  await expect(tile('RHB')).toHaveAttribute('aria-pressed', 'false');
  await payment.pay.click();
  await bank.arrive();
});

test('the page before a bank names the bank beside the host, and the account', async ({
  page,
  account,
  startPayment,
  payment,
}) => {
  await page.route(`${stack.banks}/**`, (route) => route.abort('aborted'));
  const accountNumber = account('01');
  await startPayment(accountNumber);
  await payment.chooseBank('fpx', 'BIMB0340');
  await payment.pay.click();
  const destination = page.getByTestId('gateway-destination');
  await expect(destination).toHaveText(`Bank Islam${new URL(stack.banks).host}`);
  await expect(page.getByText(`•••• ${accountNumber.slice(-4)}`)).toBeVisible();
});

test('a reload keeps the method, its choices and the contact, never a card; a final outcome forgets the choices', async ({
  page,
  account,
  startPayment,
  payment,
  payAtBank,
  result,
}) => {
  const refid = await startPayment(account('01'));
  await payment.method('newCard').check();
  await payment.field('cardNumber').fill('4111 1111 1111 1111');
  await payment.chooseProvider('wallet', 'setel', 'kept@ebill.example');
  await payment.email.blur();
  await page.reload();
  await expect(payment.method('wallet')).toBeChecked();
  await expect(page.locator('[name="selectedWallet"][value="setel"]')).toBeChecked();
  await expect(payment.email).toHaveValue('kept@ebill.example');
  const readStorage = () =>
    page.evaluate(() => [window.sessionStorage, window.localStorage].map((storage) => JSON.stringify(storage)).join());
  expect(await readStorage()).toContain(`ebill.payment.${refid}`);
  expect(await readStorage()).not.toContain('4111');
  await payment.method('newCard').check();
  await expect(payment.field('cardNumber')).toHaveValue('');
  await payment.method('wallet').check();
  await payAtBank('Approve');
  await expect(result.status).toHaveAttribute('data-status', 'successful');
  await expect.poll(readStorage).not.toContain(`ebill.payment.${refid}`);
});

test('tabbing past the methods changes nothing, and the input of a method is kept while another is chosen', async ({
  page,
  account,
  startPayment,
  payment,
}) => {
  await startPayment(account('01'));
  const checked = page.locator('[name="selectedPaymentMethod"]:checked');
  const tabPastMethods = async () => {
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press('Tab');
      if (await payment.email.evaluate((field) => field === document.activeElement)) return;
    }
    throw new Error('the keyboard focus is trapped in the methods');
  };
  await page.getByRole('heading', { level: 1 }).click();
  await tabPastMethods();
  await expect(checked).toHaveCount(0);
  await payment.method('newCard').check();
  await payment.field('cardName').fill('AMINAH BINTI ALI');
  await payment.method('newCard').focus();
  await tabPastMethods();
  await expect(checked).toHaveValue('newCard');
  await payment.method('newCard').focus();
  await page.keyboard.press('ArrowDown');
  await expect(checked).not.toHaveValue('newCard');
  await page.keyboard.press('ArrowUp');
  await expect(checked).toHaveValue('newCard');
  await expect(payment.field('cardName')).toHaveValue('AMINAH BINTI ALI');
});

test('a tapped method keeps its position when a taller one closes above it', async ({
  page,
  payment,
  startPayment,
  account,
}) => {
  await startPayment(account('01'));
  await payment.method('newCard').check();
  await payment.field('cardNumber').fill('4');
  await payment.method('newCard').check();
  for (const tapped of ['fpxCorporate', 'm2u'] as const) {
    const row = page.locator(`label[for="selectedPaymentMethod-${tapped}"]`);
    await row.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const top = () => row.evaluate((element) => Math.round(element.getBoundingClientRect().top));
    const before = await top();
    await row.click();
    await expect(payment.method(tapped)).toBeChecked();
    expect(await top()).toBe(before);
    await payment.method('newCard').check();
  }
});

test.describe('in a desktop’s window', () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test('the first field of a tapped method comes into view above the pay bar', async ({
    page,
    payment,
    startPayment,
    account,
  }) => {
    await startPayment(account('01'));
    const row = page.locator('label[for="selectedPaymentMethod-newCard"]');
    // Just above the bar.
    await row.evaluate((element) => window.scrollBy(0, element.getBoundingClientRect().bottom - 660));
    await row.click();
    await expect
      .poll(async () => {
        const [field, bar] = await Promise.all([
          payment.field('cardNumber').boundingBox(),
          page.locator('.sticky-bar').boundingBox(),
        ]);
        return field !== null && bar !== null && field.y + field.height <= bar.y;
      })
      .toBe(true);
  });
});
