import { calls } from '@/lib/contract/calls';
import {
  sandboxControl,
  redirectToBank,
  setUpTestBackend,
  succeed,
  testVisit,
} from '../../backend/test-backend.fixture';

const backend = setUpTestBackend();

describe('an order of the sandbox', () => {
  const create = (more: object) =>
    sandboxControl(backend, 'orders', { items: [{ name: 'Decoder', amount: 13_878 }], ...more });

  test('returns its signed result to the partner', async () => {
    const responseURL = 'http://127.0.0.1:8080/result';
    const { paymentId } = await create({ partnerKey: 'DEMO-SHOP', responseURL, responseCode: '318' });
    const { refid } = await succeed(backend, calls['payment.page'], { paymentId });
    const { number } = await redirectToBank(backend, refid);
    backend.fpx.setStatus(number, 'successful');
    const request = { refid, visitId: testVisit };
    const { bankPaymentPageResponse } = await succeed(backend, calls['payment.result'], request);
    expect(bankPaymentPageResponse).toMatchObject({
      responseURL,
      responseCode: '318',
      merchantBankResponseDto: {
        paymentId,
        status: 'successful',
        amount: '13878',
        signature: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    });
  });

  test.each(['', null])('with the responseURL %j returns nothing to the partner', async (responseURL) => {
    const { paymentId } = await create({ partnerKey: 'DEMO-SHOP', responseURL, webhookURL: responseURL });
    const { refid } = await succeed(backend, calls['payment.page'], { paymentId });
    const { bankPaymentPageResponse } = await succeed(backend, calls['payment.result'], { refid });
    expect(bankPaymentPageResponse).toMatchObject({ responseURL: null, merchantBankResponseDto: null });
  });

  test('row 25: returns nothing to an origin that is no longer registered', async () => {
    const { paymentId } = await create({ partnerKey: 'PROFILE', responseURL: 'http://127.0.0.1:8080/result' });
    const { refid } = await succeed(backend, calls['payment.page'], { paymentId });
    await backend.store.db
      .updateTable('partners')
      .set({ registered_origins: '[]' })
      .where('key', '=', 'PROFILE')
      .execute();
    const { bankPaymentPageResponse } = await succeed(backend, calls['payment.result'], { refid });
    expect(bankPaymentPageResponse).toMatchObject({ responseURL: null, merchantBankResponseDto: null });
    await backend.store.db
      .updateTable('partners')
      .set({ registered_origins: JSON.stringify(['http://127.0.0.1:*']) })
      .where('key', '=', 'PROFILE')
      .execute();
  });

  test('of KIOSK has its own references', async () => {
    const { paymentId } = await create({ partnerKey: 'KIOSK' });
    const { refid } = await succeed(backend, calls['payment.page'], { paymentId });
    expect([paymentId.slice(0, 2), refid.slice(0, 4)]).toEqual(['KK', 'KWEB']);
  });

  test('of PROFILE takes the customer’s id from the profile', async () => {
    const customer = { accountNumber: '1234567801', profile: [{ key: 'AccountId', value: 'user-7' }] };
    const { paymentId } = await create({ partnerKey: 'PROFILE', customer });
    const page = await succeed(backend, calls['payment.page'], { paymentId });
    expect(page.customerDetail.partneruserkey).toBe('user-7');
  });

  test('presets the term of instalments and the tick of auto debit; without them neither', async () => {
    const customer = { accountNumber: '1234567801' };
    const presetsOf = async (more: object) => {
      const { paymentId } = await create({ partnerKey: 'DEMO-SHOP', isEpp: true, customer, ...more });
      const { paymentPageDto } = await succeed(backend, calls['payment.page'], { paymentId });
      return [paymentPageDto.monthTerm, paymentPageDto.autoDebitDefaultCheckedFlag];
    };
    expect(await presetsOf({ monthTerm: 12, autoDebitDefaultCheckedFlag: true })).toEqual([12, true]);
    expect(await presetsOf({})).toEqual([null, false]);
  });

  test('of an unknown partner is refused', async () => {
    expect(await create({ partnerKey: 'NOBODY' })).toEqual({ error: 'unknown partner' });
  });
});
