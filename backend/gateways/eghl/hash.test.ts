import { computeHash, verifyResponse } from './hash';

const password = 'ghl12345';

describe('eGHL’s hashes', () => {
  it('match the published vector', () => {
    const sale = {
      ServiceID: 'GHL',
      PaymentID: 'OMNI001',
      MerchantReturnURL: 'http://test2pay.ghl.com:82/eGHL_Hash/demo/return.php',
      MerchantCallBackURL: 'http://test2pay.ghl.com:82/eGHL_Hash/demo/callback.php',
      Amount: '10.00',
      CurrencyCode: 'MYR',
      CustIP: '127.0.0.1',
      PageTimeout: '700',
    };
    const expected = '00151bb78f2590e4ab568a204e920d547ae90f05d69ab6cac11b0c83c8784dd5';
    expect(computeHash('sale', password, sale)).toBe(expected);
    expect(computeHash('sale', password, { ...sale, PaymentDesc: 'not covered' })).toBe(expected);
  });

  const response = {
    TxnID: 'GHLOMNI001',
    ServiceID: 'GHL',
    PaymentID: 'OMNI001',
    TxnStatus: '0',
    Amount: '10.00',
    CurrencyCode: 'MYR',
    AuthCode: 'A1',
    OrderNumber: 'OMNI001',
    Param6: '6',
    Param7: '7',
  };
  const signed = { ...response, HashValue2: computeHash('response', password, response) };

  it('verify the signed fields, in either case of hex', () => {
    expect(verifyResponse(password, signed)).toBe(true);
    expect(verifyResponse(password, { ...signed, HashValue2: signed.HashValue2.toUpperCase() })).toBe(true);
    expect(verifyResponse('another', signed)).toBe(false);
    expect(verifyResponse(password, { ...signed, HashValue2: '' })).toBe(false);
  });

  it.each(Object.keys(response))('row 4: do not verify when %s is altered or missing', (name) => {
    expect(verifyResponse(password, { ...signed, [name]: 'x' })).toBe(false);
    expect(verifyResponse(password, { ...signed, [name]: '' })).toBe(false);
  });
});
