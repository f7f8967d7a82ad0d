import { firstBasket } from './catalogue';
import { readVisit } from './visits';

const visit = { basket: firstBasket, customer: 'siti', email: 'customer@shop.example', orders: [] };
const read = (fields: Record<string, string>) => {
  const { customer, email } = readVisit(new URLSearchParams(fields), visit);
  return [customer, email];
};

test('another customer brings their own address, unless one was typed with the choice', () => {
  expect(read({ customer: 'aminah', email: visit.email })).toEqual(['aminah', 'aminah@shop.example']);
  expect(read({ customer: 'aminah', email: 'typed@shop.example' })).toEqual(['aminah', 'typed@shop.example']);
  expect(read({ customer: 'aminah', email: '' })).toEqual(['aminah', 'aminah@shop.example']);
  expect(read({ customer: 'guest', email: visit.email })).toEqual(['guest', visit.email]);
});

test('the same customer keeps what was typed, and a form without a customer changes nothing', () => {
  expect(read({ customer: 'siti', email: 'typed@shop.example' })).toEqual(['siti', 'typed@shop.example']);
  expect(read({})).toEqual(['siti', visit.email]);
  expect(read({ customer: 'nobody', email: visit.email })).toEqual(['siti', visit.email]);
});
