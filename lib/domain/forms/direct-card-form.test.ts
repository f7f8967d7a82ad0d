import { directCardFormSchema, readDirectCard } from './direct-card-form';
import {
  directCvvPattern,
  directExpiryPattern,
  directNameMaxLength,
  directNamePattern,
  directNumberPattern,
} from './direct-card-limits';

const now = '2026-11-24T12:00:00Z';
const names = { number: 'card_number', expiry: 'expires', cvv: 'cvc', name: 'cardholder_name' };
const typed = {
  card_number: '4111 1111 1111 1111',
  expires: '1 / 2039',
  cvc: ' 123',
  cardholder_name: " Siti  O'Neil-Lim Jr. ",
};

// CHIP's `direct_post_url`: digits only, no whitespace; MM/YY; 3 or 4 digits; Latin letters, space, ', . and -, at most 30 characters.
test('a card is posted in the formats that the gateway takes, under its names', () => {
  expect(readDirectCard(typed, names, now)).toEqual({
    ok: true,
    value: {
      card_number: '4111111111111111',
      expires: '01/39',
      cvc: '123',
      cardholder_name: "Siti O'Neil-Lim Jr.",
    },
  });
});

test.each([
  [{ card_number: '4111111111111112' }, 'card_number', 'validation.cardNumberInstalments'],
  // The purchase takes Visa and Mastercard.
  [{ card_number: '378282246310005', cvc: '1234' }, 'card_number', 'validation.cardNumberInstalments'],
  [{ card_number: '' }, 'card_number', 'validation.cardNumberInstalments'],
  [{ expires: '10/26' }, 'expires', 'validation.cardExpiry'],
  [{ cvc: '1234' }, 'cvc', 'validation.cardCvv'],
  [{ cardholder_name: '' }, 'cardholder_name', 'validation.cardName'],
  [{ cardholder_name: 'Ravi A/L Kumar' }, 'cardholder_name', 'validation.cardNameLatin'],
  [{ cardholder_name: '陈美玲' }, 'cardholder_name', 'validation.cardNameLatin'],
  [{ cardholder_name: 'A'.repeat(31) }, 'cardholder_name', 'validation.cardNameLatin'],
])('%j is refused at %s', (changed, field, key) => {
  expect(readDirectCard({ ...typed, ...changed }, names, now)).toEqual({
    ok: false,
    error: [{ field, message: { key } }],
  });
  const parsed = directCardFormSchema(names, now).safeParse({ ...typed, ...changed });
  expect(parsed.error?.issues).toMatchObject([{ path: [field], params: { key } }]);
});

test('every field in error is reported', () => {
  const { error } = directCardFormSchema(names, now).safeParse({});
  expect(error?.issues.map(({ path }) => path)).toEqual(Object.values(names).map((name) => [name]));
});

describe('without scripts the browser', () => {
  const accepts = (pattern: string, text: string) => new RegExp(`^(?:${pattern})$`, 'v').test(text);

  test.each([
    [directNumberPattern, '4111111111111111', '4111 1111 1111 1111'],
    [directExpiryPattern, '09/31', '9/31'],
    [directExpiryPattern, '12/39', '13/39'],
    [directCvvPattern, '123', '12'],
    [directNamePattern, "Siti O'Neil-Lim Jr.", 'Ravi A/L Kumar'],
    [directNamePattern, 'A', " '."],
  ])('checks by %s', (pattern, valid, invalid) => {
    expect(accepts(pattern, valid)).toBe(true);
    expect(accepts(pattern, invalid)).toBe(false);
  });

  test('takes no longer name than the gateway', () => expect(directNameMaxLength).toBe(30));
});
