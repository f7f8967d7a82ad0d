import { toFieldErrors } from './field-errors';
import { autoDebitCardFormSchema } from './auto-debit-card-form';

const schema = autoDebitCardFormSchema('2026-11-21T12:00:00+08:00');
const typed = { cardNumber: '4111 1111 1111 1111', cardExpiry: '12/29', cardCvv: '123', cardName: 'ALI' };

function errorsOf(input: unknown) {
  return toFieldErrors(schema.safeParse(input).error?.issues ?? []);
}

test('a card is read as typed, or as the browser has encrypted it', () => {
  expect(schema.parse(typed)).toEqual({
    card: {
      kind: 'typed',
      number: '4111111111111111',
      brand: 'visa',
      expiry: { month: 12, year: 2029 },
      cvv: '123',
      name: 'ALI',
    },
  });
  expect(schema.parse({ ...typed, cardDetails: 'aa.bb.cc.dd.ee' })).toEqual({
    card: { kind: 'encrypted', jwe: 'aa.bb.cc.dd.ee' },
  });
});

test('every field that is wrong is named, none when all are right', () => {
  expect(errorsOf({})).toEqual({
    cardNumber: { key: 'validation.cardNumber' },
    cardExpiry: { key: 'validation.cardExpiry' },
    cardCvv: { key: 'validation.cardCvv' },
    cardName: { key: 'validation.cardName' },
  });
  expect(errorsOf({ ...typed, cardExpiry: '10/26' })).toEqual({
    cardExpiry: { key: 'validation.cardExpiry' },
  });
  expect(errorsOf(typed)).toEqual({});
});
