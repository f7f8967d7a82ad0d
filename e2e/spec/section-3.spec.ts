import { createServer } from 'node:http';
import { stack } from '../fixtures/stack';
import { checkCoverage, covers } from './coverage';
import type { SentenceId } from './sentences';
import { expect, order, test, textOf } from './fixtures';

/* Entities and their fields, as pages, posts and the contract have them. */

test(covers('3.1.1', '3.1.2', '3.1.3', '3.1.4', '3.1.5', '3.1.6', '3.1.7', '3.1.8'), async ({ page, home }) => {
  await home.open();
  const submit = page.locator('form:has([name="accountNumber"]) button[type="submit"]');
  await expect(submit).toBeEnabled();
  await expect(home.accountNumber).toHaveValue('');
  await expect(home.accountNumber).not.toHaveAttribute('aria-invalid', 'true');
  await expect(home.errorSummary).toBeHidden();
  for (const field of await page.locator('form:has([name="accountNumber"]) input[type="hidden"]').all()) {
    expect(await field.inputValue()).toBe('');
  }
  await page.waitForLoadState('networkidle');
  await expect(page).toHaveURL('/');
  expect(await page.evaluate(() => Object.values(sessionStorage).join(''))).not.toMatch(/refid|transaction/);
});

test(
  covers('3.2.1', '3.2.2', '3.2.3', '3.2.4', '3.2.5', '3.2.6', '3.2.7', '3.2.8', '3.2.9'),
  async ({ home, bill, account }) => {
    await home.open();
    // docs/sandbox.md: 04 has the New marker, and is due in 14 days.
    await home.lookUp(account('04'));
    await expect(bill.value('account-number')).toHaveText(/^\d{10}$/);
    await expect(bill.value('account-name')).toHaveText(/\S/);
    await expect(bill.value('account-status')).toHaveText('Active');
    await expect(bill.value('overdue-balance')).toHaveText('RM0.00');
    await expect(bill.value('current-balance')).toHaveText(/^RM\d+\.\d\d$/);
    const due = new Date(Date.now() + 14 * 86_400_000);
    const day = due.toLocaleDateString('en-GB', { timeZone: 'Asia/Kuala_Lumpur', day: 'numeric', month: 'short' });
    await expect(bill.value('due-date')).toContainText(day);
    await expect(bill.value('bill-new')).toHaveText('New');
    await expect(bill.value('bill-barcode')).toBeVisible();
    await expect(bill.option('current')).toBeVisible();
    await bill.option('other').check();
    await expect(bill.amount).toBeVisible();
  },
);

const paymentPageFields = [
  ['3.3.1', 'productname', 'Decoder'],
  ['3.3.2', 'itemTotalAmount', 120_000],
  ['3.3.3', 'totalAmount', 120_800],
  ['3.3.4', 'itemDescList', [expect.objectContaining({ name: 'Decoder', amount: 120_000 })]],
  ['3.3.5', 'currencyCode', 'MYR'],
  ['3.3.6', 'currencyExp', 2],
  ['3.3.7', 'additionalChargesList', [expect.objectContaining({ name: 'Delivery', amount: 800 })]],
  ['3.3.8', 'isEpp', true],
  ['3.3.9', 'monthTerm', null],
  ['3.3.10', 'eppInfoList', expect.arrayContaining([expect.anything()])],
  ['3.3.11', 'providerKeys', expect.arrayContaining(['newCard', 'fpx', 'wallet'])],
  ['3.3.12', 'partnerKey', 'DEMO-SHOP'],
  [
    '3.3.13',
    'favouriteCardList',
    expect.arrayContaining([expect.objectContaining({ uniqueCardId: expect.any(String) })]),
  ],
  ['3.3.14', 'rememberCardFlag', true],
  [
    '3.3.15',
    'fpxBankListPersonal',
    expect.arrayContaining([expect.objectContaining({ bankID: 'MB2U0227', bankName: expect.any(String) })]),
  ],
  [
    '3.3.16',
    'fpxBankListCorporate',
    expect.arrayContaining([expect.objectContaining({ bankID: 'MBB0228', bankName: expect.any(String) })]),
  ],
  ['3.3.17', 'ewalletEghlProviders', ['boost', 'shopeepay', 'setel', 'grabpay', 'touchngo']],
  ['3.3.18', 'dcbProviders', ['carrier-a', 'carrier-b', 'carrier-c']],
  ['3.3.19', 'installmentMonthsMap', expect.objectContaining({ MBB: [6, 12, 24] })],
  ['3.3.20', 'autoDebitChkBox', expect.any(Boolean)],
  ['3.3.21', 'autoDebitDefaultCheckedFlag', expect.any(Boolean)],
  ['3.3.22', 'autoDebitCampaignEnabled', expect.any(Boolean)],
  ['3.3.23', 'makeUesCall', expect.any(Boolean)],
  ['3.3.24', 'merchantTokenValidation', expect.any(Boolean)],
  ['3.3.25', 'downtimeDto', expect.any(Array)],
] as const satisfies readonly (readonly [SentenceId, string, unknown])[];

test(covers(...paymentPageFields.map(([id]) => id), '3.4.1', '3.4.2'), async ({ request, sandbox, account }) => {
  const profile = [{ key: 'tier', value: 'gold' }];
  const customer = {
    accountNumber: account('09'),
    email: 'payer@ebill.example',
    phoneNumber: '0123456789',
    partneruserkey: 'u-1',
    profile,
  };
  const { paymentId } = await sandbox.createOrder({
    ...order,
    partnerKey: 'DEMO-SHOP',
    items: [{ name: 'Decoder', amount: 120_000 }],
    charges: [{ name: 'Delivery', amount: 800 }],
    isEpp: true,
    customer,
  });
  const response = await request.get(`${stack.backend}/apg/payment/page`, { params: { paymentId } });
  const page = (await response.json()) as {
    paymentPageDto: Record<string, unknown>;
    customerDetail: unknown;
    paymentPreferenceDetail: unknown;
  };
  for (const [id, field, expected] of paymentPageFields) {
    expect(page.paymentPageDto, `${id} ${field}`).toHaveProperty(field);
    expect(page.paymentPageDto[field], `${id} ${field}`).toEqual(expected);
  }
  const { email, phoneNumber, partneruserkey } = customer;
  expect(page.customerDetail).toMatchObject({ email, phoneNumber, partneruserkey, profile });
  for (const field of ['emailPreference', 'phoneNumberPreference', 'paymentMethodPreference']) {
    expect(page.paymentPreferenceDetail).toHaveProperty(field);
  }
});

test(covers('3.3.8', '3.3.9', '3.3.21'), async ({ page, sandbox, payment, account }) => {
  const customer = { accountNumber: account('01'), email: 'payer@ebill.example' };
  const billAccount = customer.accountNumber;
  const open = async (fields: Readonly<Record<string, unknown>>) => {
    const items = [{ name: 'Decoder', amount: 120_000 }];
    await page.goto((await sandbox.createOrder({ ...order, items, billAccount, customer, ...fields })).url);
    await expect(payment.pay).toBeVisible();
  };
  // The chosen term, and the ticked option, are those of the page.
  await open({ isEpp: true, monthTerm: 12, autoDebitDefaultCheckedFlag: true });
  await payment.method('newCard').check();
  await expect(payment.field('isAutoDebitOption')).toBeChecked();
  await payment.method('epp').check();
  await expect(page.locator('[name="monthTerm"][value="12"]')).toBeChecked();
  await open({ isEpp: true });
  await payment.method('newCard').check();
  await expect(payment.field('isAutoDebitOption')).not.toBeChecked();
  await payment.method('epp').check();
  await expect(page.locator('[name="monthTerm"][value="12"]')).not.toBeChecked();
  await open({ isEpp: false });
  await expect(payment.method('epp')).toHaveCount(0);
});

test(covers('3.3.25', '3.3.26'), { tag: '@controls' }, async ({ page, sandbox, startOrder, account }) => {
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const targets = ['newCard', 'epp', 'm2u', 'fpxCorporate', 'wallet', 'dcb'];
  for (const target of targets) {
    await sandbox.planOutage(target, { until: at(1), message: `${target} rests until dawn.` });
  }
  await sandbox.planOutage('fpx', { from: at(1), until: at(2), message: 'fpx will rest at dawn.' });
  await startOrder(account('01'));
  const notices = page.getByTestId('downtime-notice');
  for (const target of targets) {
    await expect(notices.filter({ hasText: `${target} rests until dawn.` })).toHaveCount(1);
  }
  await expect(notices.filter({ hasText: 'fpx will rest at dawn.' })).toHaveCount(1);
});

const personal = /^[\w-]{22}$/;

test(
  covers('3.5.1', '3.5.2'),
  { tag: '@controls' },
  async ({ page, configure, events, startPayment, payment, payAtBank, sandbox, account }) => {
    await configure({ gaEnabled: true });
    await page.goto('/');
    await page.getByTestId('analytics-allow').click();
    await expect(page.getByTestId('analytics-question')).toBeHidden();
    const accountNumber = account('01');
    await startPayment(accountNumber);
    await payment.method('fpx').check();
    await expect.poll(() => events.at(-1)).toMatchObject({ event: 'method_choice' });
    const data = events.at(-1)?.['payment'] as Record<string, unknown>;
    for (const field of [
      'transactionRefId',
      'totalAmount',
      'channel',
      'accountType',
      'accountNumber',
      'totalAmountDue',
      'customerType',
      'channelKey',
      'paymentId',
      'paymentType',
      'partnerUserKey',
      'email',
      'amount',
    ]) {
      expect(data[field], field).toMatch(/\S/);
    }
    expect(data).toMatchObject({ channelKey: 'EBILL', paymentType: 'fpx', partnerUserKey: 'NA' });
    // docs/sandbox.md: what the account owes.
    const n = Number(accountNumber.slice(0, 8));
    const owed = (10 + (n % 490) + (n % 100) / 100).toFixed(2);
    const known = { totalAmount: owed, amount: owed, totalAmountDue: owed, customerType: 'REGULAR' };
    // Personal data as keyed digests.
    expect(data).toMatchObject({ ...known, accountNumber: expect.stringMatching(personal) });
    await payment.chooseBank('fpx', 'MB2U0227');
    await payAtBank('Approve');
    await expect.poll(() => events.at(-1)).toMatchObject({ event: 'payment_result' });
    expect(events.at(-1)?.['payment']).toMatchObject({
      ...known,
      accountNumber: data['accountNumber'],
      email: expect.stringMatching(personal),
    });
    // Of a partner's order: its own user.
    const customer = { accountNumber: account('04'), email: 'payer@ebill.example', partneruserkey: 'u-1' };
    await page.goto((await sandbox.createOrder({ ...order, partnerKey: 'DEMO-SHOP', customer })).url);
    await expect.poll(() => events.at(-1)).toMatchObject({ event: 'payment_view' });
    expect(events.at(-1)?.['payment']).toMatchObject({
      channelKey: 'DEMO-SHOP',
      partnerUserKey: expect.stringMatching(personal),
      email: expect.stringMatching(personal),
    });
    expect(JSON.stringify(events)).not.toContain(accountNumber);
  },
);

test(
  covers('3.6.1', '3.6.3', '3.6.4', '3.6.5', '3.6.6', '3.6.7', '3.6.8', '3.6.9', '3.6.10', '3.7.1', '3.7.2'),
  async ({ page, startOrder, payment, sandbox, account }) => {
    await startOrder(account('09'), { paysBill: true });
    for (const field of [
      'selectedPaymentMethod',
      'uniqueCardId',
      'fpxBankID',
      'fpxBankCorporateID',
      'selectedWallet',
      'selectedDCB',
      'userEmailAddress',
      'phoneNumber',
    ]) {
      expect(await payment.field(field).count(), field).toBeGreaterThan(0);
    }
    await payment.method('newCard').check();
    await expect(payment.field('isAutoDebitOption')).toHaveCount(1);
    await payment.fillCard({ number: '4242 4242 4242 4242' }, 'payer-3-7@ebill.example');
    const post = page.waitForRequest((sent) => sent.method() === 'POST' && sent.url().includes('/payment/'));
    await payment.pay.click();
    const fields = new URLSearchParams((await post).postData() ?? '');
    expect(fields.get('cardDetails')).toMatch(/\S/);
    await expect(page.getByTestId('payment-status')).toHaveAttribute('data-status', 'successful');
    const kinds = async () => (await sandbox.messages('payer-3-7@ebill.example')).map(({ kind }) => kind);
    await expect.poll(kinds).toContain('receipt');
  },
);

test(covers('3.6.2', '3.8.7'), async ({ page, startOrder, payment, account }) => {
  await startOrder(account('01'));
  await payment.fillInstalments({ number: '4242 4242 4242 4242' }, { bank: 'MBB', months: 12 });
  const post = page.waitForRequest((sent) => sent.method() === 'POST' && sent.url().includes('/payment/'));
  await payment.pay.click();
  const fields = new URLSearchParams((await post).postData() ?? '');
  expect(fields.get('cardDetailsEPP') ?? fields.get('cardDetails')).toMatch(/\S/);
  expect(fields.get('monthTerm')).toBe('12');
  await expect(page.getByTestId('payment-status')).toHaveAttribute('data-status', 'successful');
});

test(
  covers('3.8.1', '3.8.2', '3.8.3', '3.8.4', '3.8.5', '3.8.6', '3.8.8'),
  async ({ page, startOrder, payment, account }) => {
    await startOrder(account('09'), { paysBill: true });
    await payment.method('newCard').check();
    for (const [field, typed] of [
      ['cardName', 'Aminah binti Ali'],
      ['cardNumber', '4111 1111 1111 1111'],
      ['cardExpiry', '12/39'],
      ['cardCvv', '123'],
    ] as const) {
      await payment.field(field).fill(typed);
      await expect(payment.field(field)).toHaveValue(typed);
    }
    await payment.field('saveCard').check();
    await payment.field('isAutoDebitOption').check();
    await payment.field('cardNumber').fill('3782 822463 10005');
    await payment.field('cardCvv').fill('1234');
    await expect(payment.field('cardCvv')).toHaveValue('1234');
    await payment.method('savedCard').check();
    const cards = await page.getByRole('main').innerText();
    // docs/sandbox.md: valid, expired and offline.
    expect(cards).toMatch(/1111\s[^/]*expires \d\d\/\d\d/i);
    expect(cards).toMatch(/4444\s[^/]*expired \d\d\/\d\d/i);
    expect(cards).toMatch(/0077\s[^/]*not available/i);
  },
);

test(
  covers(
    ...(['3.9.1', '3.9.2', '3.9.3', '3.9.4', '3.9.5', '3.9.6', '3.9.7', '3.9.8'] as const),
    ...(['3.9.9', '3.9.10', '3.9.11', '3.9.12'] as const),
  ),
  async ({ page, startOrder, payment, paymentApi, account, result }) => {
    await startOrder(account('09'));
    await payment.fillInstalments({ number: '4242 4242 4242 4242' }, { bank: 'MBB', months: 12 });
    await payment.pay.click();
    await expect(result.status).toHaveAttribute('data-status', 'successful');
    await result.openDetails();
    const terms = (await page.locator('main dt').allInnerTexts()).map((term) => term.toLowerCase());
    for (const term of [
      'payment status',
      'payment date and time',
      'payment id',
      'bank ref no.',
      'transaction date',
      'transaction time',
      'transaction id',
      'payment method',
      'number of instalments',
    ]) {
      expect(
        terms.some((shown) => shown.startsWith(term)),
        `${term} in ${terms.join(', ')}`,
      ).toBe(true);
    }
    for (const value of await page.locator('main dd').allInnerTexts()) expect(value).toMatch(/\S/);
    const valueOfTerm = (term: RegExp) =>
      page.locator('main dt').filter({ hasText: term }).locator('xpath=following-sibling::dd[1]');
    const day = new Date().toLocaleDateString('en-GB', {
      timeZone: 'Asia/Kuala_Lumpur',
      day: 'numeric',
      month: 'short',
    });
    await expect(valueOfTerm(/^payment date and time/i)).toContainText(day);
    await expect(valueOfTerm(/^transaction date/i).first()).toContainText(day);
    await expect(valueOfTerm(/^number of instalments/i)).toContainText('12');
    await expect(page.getByTestId('payment-id')).toHaveText(/\S/);
    await expect(page.getByTestId('amount-paid')).toContainText('RM1,200.00');
    // The order pays no bill. A bill cannot be paid in instalments.
    await expect(valueOfTerm(/^account number/i)).toHaveCount(0);
    await result.open('/bankResultFPX', await paymentApi.payAtBank(account('01')));
    await expect(valueOfTerm(/^account number/i)).toContainText(account('01').slice(-4));
    await expect(valueOfTerm(/^auto debit/i)).toHaveText('No');
  },
);

test(covers('3.10.1', '3.10.2', '3.10.3', '3.10.4'), async ({ request, sandbox, paymentApi, account }) => {
  const responseURL = 'http://127.0.0.1:9/result';
  const customer = { accountNumber: account('01') };
  const fields = { ...order, partnerKey: 'DEMO-SHOP', responseURL, responseCode: '00', customer };
  const refid = await paymentApi.findRefid((await sandbox.createOrder(fields)).paymentId);
  await paymentApi.approveAtBank(refid);
  const response = await request.get(`${stack.backend}/apg/payment/result`, { params: { refid } });
  const result = (await response.json()) as Record<string, Record<string, unknown>>;
  expect(result['bankPaymentPageResponse']).toMatchObject({
    merchantBankResponseDto: expect.anything(),
    responseCode: '00',
    responseURL,
  });
  expect(result).toHaveProperty('autoDebitResponse');
  const partner = await request.get(`${stack.backend}/apg/partner`, { params: { partnerKey: 'DEMO-SHOP' } });
  const texts = (await partner.json()) as Record<string, unknown>;
  for (const field of ['autoDebitPopupTitle', 'autoDebitPopupMessage', 'autoDebitThankYouMessage']) {
    expect(texts[field], field).toMatch(/\S/);
  }
});

test(covers('3.10.9', '3.10.10'), { tag: '@controls' }, async ({ page, configure, paymentApi, result, account }) => {
  // A host that stands in for the feedback service.
  const host = createServer((_incoming, response) => {
    response.setHeader('content-type', 'text/javascript');
    response.end('document.documentElement.dataset.feedback = window.Userback.access_token;');
  });
  const { hostname, port } = new URL(stack.widget);
  await new Promise<void>((resolve) => host.listen(Number(port), hostname, resolve));
  const refid = await paymentApi.createPayment(account('01'));
  await configure({ isUserFeedbackEnabled: false, userbackAccessToken: 'token-3-10' });
  await result.open('/bankResultFPX', refid);
  expect(await page.content()).not.toContain('token-3-10');
  await configure({ isUserFeedbackEnabled: true });
  await result.open('/bankResultFPX', refid);
  await expect(page.locator('html')).toHaveAttribute('data-feedback', 'token-3-10');
  await page.goto('/');
  expect(await page.content()).not.toContain('token-3-10');
  host.closeAllConnections();
  host.close();
});

test(covers('3.10.5', '3.10.8', '3.10.9', '3.10.10'), async ({ request }) => {
  const config = (await (await request.get(`${stack.site}/apg/util/config`)).json()) as Record<string, unknown>;
  for (const field of [
    'ulmAutoDebitRedirectURI',
    'ulmAuthorizeUrl',
    'ulmClientId',
    'myastroUrl',
    'myastroImageUrl',
    'userbackAccessToken',
    'isUserFeedbackEnabled',
  ]) {
    expect(config, field).toHaveProperty(field);
  }
});

test(
  covers('3.11.1', '3.11.2', '3.11.3', '3.12.1'),
  async ({ page, startPayment, payment, payByMobile, sandbox, paymentApi, result, autoDebit, account }) => {
    await startPayment(account('01'));
    await payment.chooseProvider('dcb', 'carrier-c');
    await payment.pay.click();
    await expect(page.getByRole('main')).toContainText('601XXXXXXXXX');
    await payByMobile.requestTac('60180003111');
    const code = await sandbox.findCode('60180003111');
    await payByMobile.tac.fill(code);
    await expect(payByMobile.tac).toHaveValue(code);
    const accountNumber = account('04');
    await result.open('/bankResultFPX', await paymentApi.payAtBank(accountNumber));
    expect((await autoDebit.requestPin(accountNumber)).code).toMatch(/^\d{6}$/);
  },
);

const configDefaults = [
  ['3.13.1', 'gaEnabled', false],
  ['3.13.2', 'localisationStatus', true],
  ['3.13.3', 'payAmtLimit', 0],
  ['3.13.4', 'payLimitCustomerType', 'REGULAR'],
  ['3.13.5', 'ceCustomerType', 'TEST'],
  ['3.13.6', 'autoDebitBannerEnabled', false],
  ['3.13.7', 'autoDebitBannerLink', expect.stringMatching(/^https:\/\/.*reward/)],
  ['3.13.8', 'isApgDown', false],
  ['3.13.9', 'quickPayCustomMessageEnabled', false],
  ['3.13.10', 'quickPayCustomMessageContent', ''],
  ['3.10.6', 'autoDebitNonLoggedInEnabled', false],
  ['3.10.7', 'autoDebitType', ''],
] as const satisfies readonly (readonly [SentenceId, string, unknown])[];

test(covers(...configDefaults.map(([id]) => id)), async ({ request, startSite }) => {
  const site = await startSite((_incoming, response) => {
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ isApgDown: false, serverTime: new Date().toISOString() }));
  });
  const config = (await (await request.get(`${site.url}/apg/util/config`)).json()) as Record<string, unknown>;
  for (const [id, field, expected] of configDefaults) expect(config[field], `${id} ${field}`).toEqual(expected);
});

test(covers('3.13.11'), { tag: '@controls' }, async ({ page, configure, read, home, account }) => {
  await configure({
    localisationStatus: false,
    autoDebitBannerEnabled: true,
    autoDebitBannerLink: 'https://rewards.example/campaign',
    quickPayCustomMessageEnabled: true,
    quickPayCustomMessageContent: 'Counters are closed on Friday.',
  });
  expect(await read('/', 'ms')).toContain('<html lang="en"');
  expect(textOf(await read('/'))).toContain('Counters are closed on Friday.');
  await home.open();
  await home.lookUp(account('01'));
  await expect(page.locator('[href="https://rewards.example/campaign"]')).toBeVisible();
});

test(covers('3.14.1', '3.14.2'), async ({ request }) => {
  const response = await request.get(`${stack.backend}/apg/theme`, { params: { partnerKey: 'DEMO-SHOP' } });
  expect(await response.json()).toMatchObject({ ThemeColor: '#0b6e4f', LogoURL: expect.stringMatching(/\S/) });
});

checkCoverage(3);
