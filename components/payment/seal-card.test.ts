import { makeCardSealer } from './seal-card';

const now = () => '2026-11-21T12:00:00Z';
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

function seal(method: string, encrypt = jest.fn(async (data: unknown) => `sealed ${JSON.stringify(data)}`)) {
  const fields = new URLSearchParams({ selectedPaymentMethod: method, ...typed });
  return makeCardSealer(encrypt, now)(fields);
}

const sealedCard = 'sealed {"number":"4111111111111111","expiry":"12/39","cvv":"123","name":"Aminah"}';

test.each([
  ['newCard', { cardDetails: sealedCard }],
  ['epp', { cardDetailsEPP: sealedCard }],
  ['savedCard', { savedCardCvv: 'sealed {"cvv":"456"}' }],
  ['fpx', {}],
])('a form that pays by %s carries of all cards no more than its own, encrypted', async (method, expected) => {
  expect(Object.fromEntries(await seal(method))).toEqual({ selectedPaymentMethod: method, ...expected });
});

test('without encryption the form is sent as without scripts', async () => {
  const sent = await seal('newCard', jest.fn().mockRejectedValue(new Error('no Web Crypto')));
  expect(sent.get('cardNumber')).toBe(card.number);
});
