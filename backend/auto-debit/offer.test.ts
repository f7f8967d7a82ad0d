import { calls } from '@/lib/contract/calls';
import { createPartnerClient } from '../partners/partner-client.fixture';
import {
  createPayment,
  errorCodeOf,
  redirectToBank,
  sandboxControl,
  statusOf,
  succeed,
  testVisit,
} from '../test-backend.fixture';
import { account, setUpAutoDebitBackend } from './auto-debit.fixture';

const { backend, payByFpx, infoOf, confirm, payByCard, giveCard, keptCards } = setUpAutoDebitBackend();

describe('the offer', () => {
  test('follows a payment, with texts, rebate and the masked number', async () => {
    expect(await infoOf(await payByFpx())).toMatchObject({
      ...{ state: 'offered', step: 'confirm', autoDebitType: 'otp', maskedMobileNumber: '***4567', card: null },
      ...{ autoDebitPopupTitle: 'Never miss a bill', rebate: { amount: 300, months: 6 }, isAskedFor: false },
    });
  });

  test.each([
    ['en', 'Never miss a bill', 'Put this account', 'Thank you.'],
    ['ms', 'Jangan terlepas bayar bil lagi', 'Daftarkan akaun ini', 'Terima kasih.'],
  ] as const)('is in the payer’s language: %s', async (language, title, message, thankYou) => {
    const refid = await payByFpx();
    const texts = {
      autoDebitPopupTitle: title,
      autoDebitPopupMessage: expect.stringContaining(message),
      autoDebitThankYouMessage: expect.stringContaining(thankYou),
    };
    expect(await succeed(backend, calls['autodebit.info'], { refid, language })).toMatchObject(texts);
    const { autoDebitResponse } = await succeed(backend, calls['payment.result'], { refid, language });
    expect(autoDebitResponse).toMatchObject(texts);
    expect(await succeed(backend, calls['partner.get'], { partnerKey: 'EBILL', language })).toMatchObject(texts);
  });

  test('has the rebate of the common config, which its texts name', async () => {
    const config = await sandboxControl(backend, 'config', { autoDebitRebateAmount: 5, autoDebitRebateMonths: 12 });
    expect(config).toMatchObject({ autoDebitRebateAmount: 5, autoDebitRebateMonths: 12 });
    try {
      const message = expect.stringContaining('a rebate of RM5 a month for up to 12 months');
      const texts = { autoDebitPopupMessage: message };
      const refid = await payByFpx();
      expect(await infoOf(refid)).toMatchObject({ rebate: { amount: 500, months: 12 }, ...texts });
      expect((await succeed(backend, calls['payment.result'], { refid })).autoDebitResponse).toMatchObject(texts);
      expect(await succeed(backend, calls['partner.get'], { partnerKey: 'EBILL' })).toMatchObject(texts);
    } finally {
      await sandboxControl(backend, 'config', { autoDebitRebateAmount: 3, autoDebitRebateMonths: 6 });
    }
  });

  test('is made for the account of a partner’s order that pays its bill, and registers it', async () => {
    const { paymentId } = await createPartnerClient(backend).place({ billAccount: account });
    const { refid, paymentPageDto } = await succeed(backend, calls['payment.page'], { paymentId });
    expect(paymentPageDto).toMatchObject({ autoDebitChkBox: true, autoDebitCampaignEnabled: true });
    const { number } = await redirectToBank(backend, refid);
    backend.fpx.setStatus(number, 'successful');
    expect(await statusOf(backend, refid)).toBe('successful');
    expect(await infoOf(refid)).toMatchObject({ state: 'offered', maskedMobileNumber: '***4567' });
    await confirm(refid);
    expect(await giveCard(refid)).toMatchObject({ status: 200 });
    expect((await keptCards()).map(({ account_number }) => account_number)).toEqual([account]);
    expect(await succeed(backend, calls['payment.result'], { refid })).toMatchObject({
      accountNumber: account,
      isAutoDebit: true,
    });
  });

  test('is not made for a partner’s order that pays no bill, before and after the payment, but its result has the flag', async () => {
    const place = async (accountNumber: string) => {
      const { paymentId } = await createPartnerClient(backend).place({ customer: { accountNumber } });
      return succeed(backend, calls['payment.page'], { paymentId });
    };
    const { refid, paymentPageDto } = await place(account);
    expect(paymentPageDto).toMatchObject({ autoDebitChkBox: false, autoDebitCampaignEnabled: false });
    const { number } = await redirectToBank(backend, refid);
    backend.fpx.setStatus(number, 'successful');
    expect(await statusOf(backend, refid)).toBe('successful');
    expect(await infoOf(refid)).toMatchObject({ state: 'not-offered' });
    expect(await errorCodeOf(backend, calls['autodebit.sendOtp'], { refid })).toBe('not-offered');
    expect(await succeed(backend, calls['payment.result'], { refid })).toMatchObject({
      ...{ isAutoDebit: false, autoDebitResponse: null },
    });
    await confirm(await payByFpx());
    expect(await succeed(backend, calls['payment.result'], { refid })).toMatchObject({ isAutoDebit: false });
  });

  test('row 62: is not made to whoever has paid a bill that somebody else has shared', async () => {
    const refid = await createPayment(backend, account, true);
    expect((await succeed(backend, calls['payment.page'], { refid })).paymentPageDto).toMatchObject({
      ...{ autoDebitChkBox: false, autoDebitCampaignEnabled: false },
    });
    const { number } = await redirectToBank(backend, refid);
    backend.fpx.setStatus(number, 'successful');
    expect(await succeed(backend, calls['payment.result'], { refid, visitId: testVisit })).toMatchObject({
      ...{ status: 'successful', autoDebitResponse: null, isAutoDebit: false },
    });
    expect(await infoOf(refid)).toMatchObject({ state: 'not-offered', maskedMobileNumber: null });
    expect(await errorCodeOf(backend, calls['autodebit.sendOtp'], { refid })).toBe('not-offered');
  });

  test('includes the card that has paid, and whether its payer has ticked auto debit', async () => {
    expect(await infoOf(await payByCard())).toMatchObject({
      card: { cardBrand: 'visa', lastFour: '4242' },
      isAskedFor: true,
    });
  });

  test('is not made for an account that is registered already, here or at the biller', async () => {
    const theirs = await payByFpx('1234567811');
    expect(await infoOf(theirs)).toMatchObject({ state: 'not-offered' });
    expect((await succeed(backend, calls['payment.result'], { refid: theirs })).autoDebitResponse).toBeNull();
    const refid = await payByCard();
    await confirm(refid);
    expect(await infoOf(refid)).toMatchObject({ state: 'registered' });
    const advance = { accountNumber: account, payOption: 'other', amount: 5_000 } as const;
    const { transactionRefId } = await succeed(backend, calls['transaction.create'], advance);
    const { paymentPageDto } = await succeed(backend, calls['payment.page'], { refid: transactionRefId });
    expect(paymentPageDto.autoDebitCampaignEnabled).toBe(false);
  });

  test('row 53: a biller without mandates is not asked about it, and hides no payment and no result while it is away', async () => {
    const refid = await payByFpx();
    const unpaid = await createPayment(backend);
    const { biller } = backend.services;
    jest.replaceProperty(biller, 'mandates', null);
    const findBill = jest.spyOn(biller, 'findBill').mockRejectedValue(new Error('unreachable'));
    try {
      expect((await succeed(backend, calls['payment.page'], { refid: unpaid })).paymentPageDto).toMatchObject({
        autoDebitCampaignEnabled: false,
      });
      expect(await succeed(backend, calls['payment.result'], { refid })).toMatchObject({
        ...{ status: 'successful', autoDebitResponse: null },
      });
      expect(await infoOf(refid)).toMatchObject({ state: 'not-offered' });
      expect(findBill).not.toHaveBeenCalled();
    } finally {
      jest.restoreAllMocks();
    }
  });

  test.each([{ autoDebitType: '' }, { autoDebitNonLoggedInEnabled: false }, { autoDebitType: 'fax' }])(
    'is not made with the config %j',
    async (config) => {
      const refid = await payByFpx();
      await sandboxControl(backend, 'config', config);
      expect(await infoOf(refid)).toMatchObject({ state: 'not-offered' });
      expect(await errorCodeOf(backend, calls['autodebit.sendOtp'], { refid })).toBe('not-offered');
      expect(await errorCodeOf(backend, calls['autodebit.remind'], { refid })).toBe('not-offered');
    },
  );

  test('postponed several times is repeated once by e-mail the next day', async () => {
    const refid = await payByFpx();
    const first = await succeed(backend, calls['autodebit.remind'], { refid });
    expect(await succeed(backend, calls['autodebit.remind'], { refid })).toEqual(first);
    const reminders = async () =>
      (await sandboxControl(backend, 'messages?to=payer@example.com')).filter(
        ({ kind }: { kind: string }) => kind === 'reminder',
      );
    await sandboxControl(backend, 'clock', { advance: 'PT23H' });
    expect(await reminders()).toEqual([]);
    await sandboxControl(backend, 'clock', { advance: 'PT1H' });
    const [reminder] = await reminders();
    expect(reminder.text).toContain('RM3 a month');
    expect(reminder.text).toContain(`http://localhost:3000/ulm/autodebit/register?refid=${refid}`);
    await succeed(backend, calls['autodebit.remind'], { refid });
    await sandboxControl(backend, 'clock', { advance: 'P2D' });
    expect(await reminders()).toHaveLength(1);
  });

  test('postponed is repeated in the payer’s language', async () => {
    const { refid, number } = await redirectToBank(backend, await createPayment(backend, account), undefined, 'ms');
    backend.fpx.setStatus(number, 'successful');
    expect(await statusOf(backend, refid)).toBe('successful');
    await succeed(backend, calls['autodebit.remind'], { refid });
    await sandboxControl(backend, 'clock', { advance: 'PT24H' });
    const sent: { kind: string; text: string }[] = await sandboxControl(backend, 'messages?to=payer@example.com');
    expect(sent.find(({ kind }) => kind === 'reminder')?.text).toMatch(/^Jangan terlepas[^]*Daftar di sini: http/);
  });

  test('postponed is not repeated once the account is registered', async () => {
    const refid = await payByCard();
    await succeed(backend, calls['autodebit.remind'], { refid });
    await confirm(refid);
    await sandboxControl(backend, 'clock', { advance: 'P2D' });
    const kinds = (await sandboxControl(backend, 'messages')).map(({ kind }: { kind: string }) => kind);
    expect(kinds).not.toContain('reminder');
  });
});
