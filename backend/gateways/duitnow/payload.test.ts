import { sen } from '@/lib/domain/money';
import { buildPayload, computeCrc } from './payload';

const vector =
  '00020201021126410014A000000615000101065016640209123456789520499995303458540510.005802MY5909QRCSDNBHD6005BANGI6304343F';
const merchant = { acquirerId: '501664', merchantId: '123456789', name: 'QRCSDNBHD', city: 'BANGI', category: '9999' };

test('the published vector', () => {
  expect(computeCrc(vector.slice(0, -4))).toBe('343F');
  expect(buildPayload(merchant, { amount: sen(1_000), reference: null })).toBe(vector);
});

test('a dynamic code has the payment’s number', () => {
  const payload = buildPayload(merchant, { amount: sen(13_878), reference: 'a1b2c3d4e5f6a7b8c9d0' });
  expect(payload).toContain('010212');
  expect(payload).toContain('5406138.78');
  expect(payload).toContain('62240520a1b2c3d4e5f6a7b8c9d06304');
  expect(payload.slice(-4)).toBe(computeCrc(payload.slice(0, -4)));
});

test('the checksum keeps its leading zeros', () => {
  const texts = Array.from({ length: 200 }, (_, index) => computeCrc(`text ${index}`));
  expect(texts.every((crc) => /^[0-9A-F]{4}$/.test(crc))).toBe(true);
  expect(texts.some((crc) => crc.startsWith('0'))).toBe(true);
});

test('throws for a merchant name that is too long', () => {
  expect(() => buildPayload({ ...merchant, name: 'é' }, { amount: sen(100), reference: null })).toThrow('field 59');
});
