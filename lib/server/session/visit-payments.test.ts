import { isRefid, type Refid } from '@/lib/domain/payment/references';
import {
  hasBegunAttempt,
  hasBegunVerification,
  makeVisitPaymentCookie,
  readBillOfVisit,
  readCarriedData,
  readTypedContact,
  sealBegunAttempt,
} from './visit-payments';

const cookies = new Map<string, { value: string }>();
jest.mock('next/headers', () => ({ cookies: async () => cookies }));

const [own, other] = ['a', 'b'].map((letter) => letter.repeat(26)).filter(isRefid) as [Refid, Refid];
const contact = { email: 'payer@example.com', phoneNumber: '60121234567' };
const request = { url: 'https://bank.example/pay', method: 'POST', fields: { b: '2', a: '1' } } as const;

async function record(...change: Parameters<typeof makeVisitPaymentCookie>): Promise<string> {
  const line = await makeVisitPaymentCookie(...change);
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
  cookies.set(name, { value });
  return line;
}

beforeEach(() => {
  cookies.clear();
  globalThis.ebillProcess = undefined;
});

test('row 43: returns the contact to the visit that typed it, for that payment only', async () => {
  expect(await readTypedContact(own)).toBeNull();
  expect(await record(own, { contact }, false)).not.toContain('payer');
  expect(await readTypedContact(own)).toEqual(contact);
  expect(await readTypedContact(other)).toBeNull();
});

test('row 43: recognises the attempt that the visit has begun, whatever the order of its fields', async () => {
  expect(await hasBegunAttempt(own, request)).toBe(false);
  await record(own, { contact, gatewayRequest: request }, false);
  expect(await hasBegunAttempt(own, { ...request, fields: { a: '1', b: '2' } })).toBe(true);
  expect(await hasBegunAttempt(other, request)).toBe(false);
  // Another visit has begun another attempt since.
  expect(await hasBegunAttempt(own, { ...request, fields: { a: '1', b: '3' } })).toBe(false);
});

test('row 43: recognises the card form that it was given for a direct post', async () => {
  const fieldNames = { number: 'card_number', expiry: 'expires', cvv: 'cvc', name: 'cardholder_name' };
  const directPost = { url: 'https://gate.example/p/1/', fieldNames };
  await record(own, { gatewayRequest: directPost }, false);
  expect(await hasBegunAttempt(own, { ...directPost, fieldNames: { ...fieldNames } })).toBe(true);
  expect(await hasBegunAttempt(own, { ...directPost, url: 'https://gate.example/p/2/' })).toBe(false);
  expect(await hasBegunAttempt(other, directPost)).toBe(false);
  expect(await hasBegunAttempt(own, directPost, await sealBegunAttempt(own, directPost))).toBe(true);
});

test('row 43: the next attempt of a visit replaces the one before', async () => {
  await record(own, { gatewayRequest: request }, false);
  await record(own, { gatewayRequest: null }, false);
  expect(await hasBegunAttempt(own, request)).toBe(false);
});

test('row 43: a frame without cookies proves by the address that it has begun the attempt', async () => {
  const sealed = await sealBegunAttempt(own, request);
  expect(await hasBegunAttempt(own, request, sealed)).toBe(true);
  expect(await hasBegunAttempt(other, request, sealed)).toBe(false);
  expect(await hasBegunAttempt(own, { ...request, url: 'https://bank.example/other' }, sealed)).toBe(false);
  expect(await hasBegunAttempt(own, request, 'a'.repeat(43))).toBe(false);
});

test('row 43: returns whether this visit has begun the verification of a card', async () => {
  await record(own, { contact, gatewayRequest: request }, false);
  expect(await hasBegunVerification(own)).toBe(false);
  await record(own, { verifiesCard: true }, false);
  expect(await hasBegunVerification(own)).toBe(true);
  expect(await hasBegunVerification(other)).toBe(false);
  expect(await readTypedContact(own)).toEqual(contact);
});

test('keeps the latest payments in a cookie below 4 kB', async () => {
  const longest = { email: `${'a'.repeat(250)}@b.c`, phoneNumber: '60121234567' };
  const refids = [...'abcdefgh'].map((letter) => letter.repeat(26)).filter(isRefid);
  let line = '';
  const accountName = 'A*** '.repeat(50);
  for (const refid of refids)
    line = await record(refid, { contact: longest, gatewayRequest: request, cameFromBill: true, accountName }, false);
  expect(line.length).toBeLessThan(4_000);
  expect(await readTypedContact(refids.at(-1) ?? '')).toEqual(longest);
  expect(await readTypedContact(refids[0] ?? '')).toBeNull();
});

test('row 14: the name on a bill is returned to the visit that took the bill to payment, for that payment only', async () => {
  await record(own, { contact, cameFromBill: true, accountName: 'A*** B***' }, false);
  await record(own, { gatewayRequest: request }, false);
  expect(await readBillOfVisit(own)).toEqual({ cameFromBill: true, accountName: 'A*** B***' });
  expect(await readBillOfVisit(other)).toEqual({ cameFromBill: false, accountName: null });
  cookies.clear();
  expect(await readBillOfVisit(own)).toEqual({ cameFromBill: false, accountName: null });
});

test('the cookie of a frame is partitioned', async () => {
  expect(await makeVisitPaymentCookie(own, { contact }, true)).toMatch(/; SameSite=None; Secure; Partitioned$/);
});

test('carries what is known of the bill and of the user to the result, for that payment only', async () => {
  const bill = { accountNumber: 'digest', totalAmountDue: '138.78', customerType: 'REGULAR' };
  await record(own, { contact, carried: bill }, false);
  await record(own, { gatewayRequest: request, carried: { partnerUserKey: 'user' } }, false);
  expect(await readCarriedData(own)).toEqual({ ...bill, partnerUserKey: 'user' });
  expect(Object.values(await readCarriedData(other))).toEqual([null, null, null, null]);
});
