import { keepBillDraft, readBillDraft } from './bill-draft';

afterEach(() => sessionStorage.clear());

test('keeps what was typed for the bill that was shown last', () => {
  keepBillDraft('first', { email: 'a@example.com', phoneNumber: '60121234567', amount: '1234.50' });
  expect(readBillDraft('first')).toEqual({ email: 'a@example.com', phoneNumber: '60121234567', amount: '1234.50' });
  keepBillDraft('second', { email: 'b@example.com' });
  expect(readBillDraft('first')).toEqual({});
  expect(readBillDraft('second')).toEqual({ email: 'b@example.com' });
});

test.each([
  '4111111111111111',
  '4111 1111 1111 1111',
  '3782-822463-10005',
  '4222222222222',
  'my card 4111 1111 1111 1111',
])('does not keep the card number %j that was typed into a wrong field', (typed) => {
  keepBillDraft('first', { email: typed, phoneNumber: '60121234567' });
  expect(readBillDraft('first')).toEqual({ phoneNumber: '60121234567' });
  expect(JSON.stringify(sessionStorage)).not.toContain(typed);
});

test('reads only text from storage that something else has written', () => {
  sessionStorage.setItem('ebill.bill', JSON.stringify({ state: { bill: 'first', fields: { email: 1 } }, version: 1 }));
  expect(readBillDraft('first')).toEqual({});
  sessionStorage.setItem('ebill.bill', '{');
  expect(readBillDraft('first')).toEqual({});
});
