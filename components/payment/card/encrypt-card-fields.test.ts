import { encryptCard } from './encrypt-card';
import { createCardEncryption } from './encrypt-card-fields';

jest.mock('./encrypt-card', () => ({ encryptCard: jest.fn() }));

const encrypt = jest.mocked(encryptCard);
const key = { kid: 'key-1' };
const card = { number: '4111 1111 1111 1111', expiry: '12/39', cvv: '123', name: 'Aminah' };
const typed = {
  cardNumber: card.number,
  cardExpiry: card.expiry,
  cardCvv: card.cvv,
  cardName: card.name,
  eppCardNumber: card.number,
  eppCardExpiry: card.expiry,
  eppCardCvv: card.cvv,
  eppCardName: card.name,
  savedCardCvv: '456',
};
const fieldsOf = (method: string) => new URLSearchParams({ selectedPaymentMethod: method, ...typed });
const makeEncryption = () => createCardEncryption(key, () => '2026-11-21T12:00:00Z');

beforeEach(() => encrypt.mockReset().mockImplementation(async (data) => `encrypted ${JSON.stringify(data)}`));

const encryptedCard = 'encrypted {"number":"4111111111111111","expiry":"12/39","cvv":"123","name":"Aminah"}';

test.each([
  ['newCard', { cardDetails: encryptedCard }],
  ['epp', { cardDetailsEPP: encryptedCard }],
  ['savedCard', { savedCardCvv: 'encrypted {"cvv":"456"}' }],
  ['fpx', {}],
])(
  'replaces all card fields of a form with method %s by the ciphertext of that method’s card',
  async (method, expected) => {
    const prepared = await makeEncryption()(fieldsOf(method));
    expect(Object.fromEntries(prepared)).toEqual({ selectedPaymentMethod: method, ...expected });
  },
);

test('encrypts the same card once and a changed card again', async () => {
  const prepare = makeEncryption();
  await prepare(fieldsOf('newCard'));
  await prepare(fieldsOf('newCard'));
  expect(encrypt).toHaveBeenCalledTimes(1);
  const changed = fieldsOf('newCard');
  changed.set('cardCvv', '999');
  await prepare(changed);
  expect(encrypt).toHaveBeenCalledTimes(2);
});

test('keeps the plain fields if the browser cannot encrypt', async () => {
  encrypt.mockRejectedValue(new Error('no Web Crypto'));
  const prepared = await makeEncryption()(fieldsOf('newCard'));
  expect(prepared.get('cardNumber')).toBe(card.number);
});

test('tries again after a failed encryption', async () => {
  const prepare = makeEncryption();
  encrypt.mockRejectedValueOnce(new Error('no Web Crypto'));
  await prepare(fieldsOf('newCard'));
  expect((await prepare(fieldsOf('newCard'))).get('cardDetails')).toBe(encryptedCard);
});
