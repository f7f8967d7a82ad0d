import { createPrivateKey, createPublicKey } from 'node:crypto';
import { sen } from '@/lib/domain/money';
import { buildChecksumSource, checksumFields, signMessage, signChecksum, verifyChecksum } from './checksum';
import { buildBankListMessage, buildPaymentMessage } from './request';
import { vector } from './vector.fixture';

const privateKey = createPrivateKey(vector.privateKey);
const publicKey = createPublicKey(vector.publicKey);
const seller = { sellerExId: 'EX00012345', sellerId: 'SE00012345', privateKey };
const order = {
  number: 'a1b2c3d4e5f6a7b8c9d0',
  amount: sen(138_78),
  description: 'Bill payment',
  payerEmail: 'payer@example.com',
  payerPhone: null,
  clientAddress: '127.0.0.1',
  paymentId: null,
  method: 'fpx' as const,
  resultRoute: '/bankResultFPX' as const,
  language: 'en',
  startedAt: '2026-11-21T01:30:05Z',
  deadline: '2026-11-21T01:45:05Z',
  provider: 'ABB0233',
};

describe('FPX checksums', () => {
  it('are those that openssl computes for the published source string', () => {
    const message = buildPaymentMessage('AR', 'personal', seller, order, 'ABB0233');
    expect(buildChecksumSource('AR', message)).toBe(vector.source);
    expect(signChecksum(vector.source, privateKey)).toBe(vector.checksum);
    expect(message.fpx_checkSum).toBe(vector.checksum);
    expect(verifyChecksum(vector.source, vector.checksum, publicKey)).toBe(true);
    expect(verifyChecksum(vector.source, vector.checksum.toLowerCase(), publicKey)).toBe(true);
  });

  it.each(Object.keys(checksumFields).map((type) => type as keyof typeof checksumFields))(
    'of %s cover each of its fields, in the published order, empty ones kept',
    (type) => {
      const names = checksumFields[type];
      const fields = Object.fromEntries(names.map((name, index) => [`fpx_${name}`, index % 3 ? name : '']));
      const source = buildChecksumSource(type, fields);
      expect(source.split('|')).toEqual(names.map((name, index) => (index % 3 ? name : '')));
      const sealed = signMessage(type, fields, privateKey);
      for (const name of names) {
        const altered = buildChecksumSource(type, { ...sealed, [`fpx_${name}`]: 'X' });
        expect(verifyChecksum(altered, sealed.fpx_checkSum ?? '', publicKey)).toBe(false);
      }
    },
  );

  it('have the published source strings of the bank list and the confirmation', () => {
    const list = buildBankListMessage('corporate', seller);
    expect(buildChecksumSource('BE', list)).toBe('02|BE|EX00012345|7.0');
    expect(checksumFields.BC.join('|')).toBe('bankList|msgToken|msgType|sellerExId');
    expect(checksumFields.AC.join('|')).toBe(
      'buyerBankBranch|buyerBankId|buyerIban|buyerId|buyerName|creditAuthCode|creditAuthNo|debitAuthCode|debitAuthNo|fpxTxnId|fpxTxnTime|makerName|msgToken|msgType|sellerExId|sellerExOrderNo|sellerId|sellerOrderNo|sellerTxnTime|txnAmount|txnCurrency',
    );
  });

  it.each(['', 'zz', 'ABC', '00', vector.checksum.slice(2), `${vector.checksum}00`])(
    'do not verify as %p',
    (checksum) => {
      expect(verifyChecksum(vector.source, checksum, publicKey)).toBe(false);
    },
  );

  it('field boundaries cannot be shifted by a description or an address', () => {
    const hostile = { ...order, description: 'a|b\r\nc & <d> é'.padEnd(80, 'x'), payerEmail: 'a|b@example.com' };
    const message = buildPaymentMessage('AR', 'personal', seller, hostile, 'ABB0233');
    expect(buildChecksumSource('AR', message).split('|')).toHaveLength(20);
    expect(message.fpx_productDesc).toMatch(/^[A-Za-z0-9 ]{1,30}$/);
    expect(message.fpx_buyerEmail).toBe('');
  });

  it('cover the order number when a description has no ASCII characters', () => {
    const message = buildPaymentMessage('AR', 'personal', seller, { ...order, description: '卫星电视账单' }, 'ABB0233');
    expect(message.fpx_productDesc).toBe(order.number);
  });

  it('row 41: are refused for a message with a separator in a field', () => {
    const message = buildPaymentMessage('AR', 'personal', seller, order, 'ABB0233');
    expect(() => signMessage('AR', { ...message, fpx_buyerName: 'x|00' }, privateKey)).toThrow(RangeError);
  });
});
