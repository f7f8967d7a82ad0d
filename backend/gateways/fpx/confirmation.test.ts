import { createPrivateKey } from 'node:crypto';
import { buildChecksumSource, checksumFields, signChecksum, signMessage } from './checksum';
import { readConfirmation } from './confirmation';
import { createFpxVerifier } from './public-keys';
import { vector } from './vector.fixture';

const privateKey = createPrivateKey(vector.privateKey);
const trust = {
  verify: createFpxVerifier(vector.publicKey, Date.now),
  bankNames: new Map([['TEST0022', 'SBI Bank B']]),
  sellerExId: 'EX00012345',
  sellerId: 'SE00012345',
};

const confirmed = {
  fpx_buyerBankBranch: 'MAYBANK2U',
  fpx_buyerBankId: 'MB2U0227',
  fpx_buyerIban: '',
  fpx_buyerId: '',
  fpx_buyerName: 'N@me()/ .-_,&Buyer',
  fpx_creditAuthCode: '00',
  fpx_creditAuthNo: '15733223',
  fpx_debitAuthCode: '00',
  fpx_debitAuthNo: '15733223',
  fpx_fpxTxnId: '2611210930050001',
  fpx_fpxTxnTime: '20261121093105',
  fpx_makerName: 'maker',
  fpx_msgToken: '01',
  fpx_msgType: 'AC',
  fpx_sellerExId: 'EX00012345',
  fpx_sellerExOrderNo: 'a1b2c3d4e5f6a7b8c9d0',
  fpx_sellerId: 'SE00012345',
  fpx_sellerOrderNo: 'a1b2c3d4e5f6a7b8c9d0',
  fpx_sellerTxnTime: '20261121093005',
  fpx_txnAmount: '138.78',
  fpx_txnCurrency: 'MYR',
};
const seal = (fields: Record<string, string>) => signMessage('AC', fields, privateKey);

describe('FPX confirmation', () => {
  it('is read if its checksum is valid', () => {
    expect(readConfirmation(seal(confirmed), trust)).toEqual({
      ok: true,
      value: {
        number: 'a1b2c3d4e5f6a7b8c9d0',
        status: 'successful',
        amount: 138_78,
        currency: 'MYR',
        gatewayReference: '2611210930050001',
        reasonCode: '00',
        bankName: 'Maybank2U',
      },
    });
  });

  it('names a bank by its own kind', () => {
    const corporate = seal({ ...confirmed, fpx_msgToken: '02', fpx_buyerBankId: 'MBB0228', fpx_debitAuthCode: '99' });
    expect(readConfirmation(corporate, trust)).toMatchObject({
      value: { bankName: 'Maybank2E', status: 'pending-approval' },
    });
  });

  // go-live.md: names come from configuration, an unknown id is shown by its id.
  it.each([
    ['TEST0022', 'SBI Bank B'],
    ['TEST0021', 'TEST0021'],
    ['', null],
    ['no bank', null],
    ['constructor', null],
  ])('of the bank %p names it %p', (id, bankName) => {
    expect(readConfirmation(seal({ ...confirmed, fpx_buyerBankId: id }), trust)).toMatchObject({ value: { bankName } });
  });

  it.each(checksumFields.AC.map((name) => `fpx_${name}`))('row 4: is rejected with %s altered', (name) => {
    const read = readConfirmation({ ...seal(confirmed), [name]: name === 'fpx_msgToken' ? '02' : '1.00' }, trust);
    expect(read.ok).toBe(false);
  });

  it.each(Object.entries(confirmed).flatMap(([name, value]) => (value === '' ? [] : [name])))(
    'is rejected with %s stripped',
    (name) => {
      const fields: Record<string, string> = seal(confirmed);
      delete fields[name];
      expect(readConfirmation(fields, trust).ok).toBe(false);
    },
  );

  it('is unsigned without its checksum, with another message’s and with another key’s', () => {
    const { fpx_checkSum: _, ...without } = seal(confirmed);
    expect(readConfirmation(without, trust)).toEqual({ ok: false, error: 'malformed' });
    const other = seal({ ...confirmed, fpx_txnAmount: '1.00' }).fpx_checkSum ?? '';
    expect(readConfirmation({ ...confirmed, fpx_checkSum: other }, trust)).toEqual({ ok: false, error: 'unsigned' });
    expect(readConfirmation({ ...confirmed, fpx_checkSum: 'not hex' }, trust)).toEqual({
      ok: false,
      error: 'unsigned',
    });
  });

  it('row 4: is rejected for another seller, though FPX signed it', () => {
    for (const other of [{ fpx_sellerExId: 'EX99999999' }, { fpx_sellerId: 'SE99999999' }]) {
      expect(readConfirmation(seal({ ...confirmed, ...other }), trust)).toEqual({ ok: false, error: 'unsigned' });
    }
  });

  it.each(['', '-1.00', '1e3', '138.785', '١.٠٠', 'NaN', '0x10'])('with the amount %p is malformed', (amount) => {
    expect(readConfirmation(seal({ ...confirmed, fpx_txnAmount: amount }), trust)).toEqual({
      ok: false,
      error: 'malformed',
    });
  });

  it('with two numbers is malformed', () => {
    const fields = seal({ ...confirmed, fpx_sellerOrderNo: 'b1b2c3d4e5f6a7b8c9d0' });
    expect(readConfirmation(fields, trust)).toEqual({ ok: false, error: 'malformed' });
  });

  /** Signs any fields, as FPX does. */
  const sealAny = (fields: Record<string, string>) => ({
    ...fields,
    fpx_checkSum: signChecksum(buildChecksumSource('AC', fields), privateKey),
  });

  it('row 41: that is declined is not read as a success, though a name with separators allows to split its text that way', () => {
    const declined = sealAny({
      ...confirmed,
      ...{ fpx_buyerName: 'x|||00', fpx_creditAuthCode: '', fpx_creditAuthNo: '', fpx_debitAuthCode: '51' },
      ...{ fpx_debitAuthNo: '', fpx_makerName: '' },
    });
    const split = {
      ...declined,
      ...{ fpx_buyerName: 'x', fpx_debitAuthCode: '00', fpx_debitAuthNo: '', fpx_fpxTxnId: '', fpx_fpxTxnTime: '51' },
      fpx_makerName: `|${confirmed.fpx_fpxTxnId}|${confirmed.fpx_fpxTxnTime}|`,
    };
    expect(buildChecksumSource('AC', split)).toBe(buildChecksumSource('AC', declined));
    for (const fields of [declined, split]) {
      expect(readConfirmation(fields, trust)).toEqual({ ok: false, error: 'malformed' });
    }
  });

  it.each(checksumFields.AC.map((name) => `fpx_${name}`))('row 41: with a separator in %s is malformed', (name) => {
    const fields: Record<string, string> = confirmed;
    expect(readConfirmation(sealAny({ ...fields, [name]: `${fields[name]}|` }), trust)).toEqual({
      ok: false,
      error: 'malformed',
    });
  });

  it.each([
    ['no transaction', { fpx_fpxTxnId: '', fpx_fpxTxnTime: '' }],
    ['a transaction without a time', { fpx_fpxTxnTime: '' }],
    ['a time without a transaction', { fpx_fpxTxnId: '' }],
    ['letters in the transaction', { fpx_fpxTxnId: '26112109300500AB' }],
    ['a time that is none', { fpx_fpxTxnTime: '20261321093105' }],
    ['another time', { fpx_fpxTxnTime: '51' }],
  ])('row 41: of money with %s is malformed', (_name, change) => {
    expect(readConfirmation(seal({ ...confirmed, ...change }), trust)).toEqual({ ok: false, error: 'malformed' });
  });

  it('of a payment that is unknown to FPX has no transaction', () => {
    const unknown = { ...confirmed, fpx_debitAuthCode: '76', fpx_fpxTxnId: '', fpx_fpxTxnTime: '' };
    expect(readConfirmation(seal(unknown), trust)).toMatchObject({
      value: { status: 'unknown', gatewayReference: '' },
    });
  });
});
