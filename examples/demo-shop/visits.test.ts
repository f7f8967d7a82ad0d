import { firstBasket } from './catalogue';
import { createVisits, readVisit } from './visits';

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

test('what was bought leaves the basket of its visit only, and what was added since then stays', () => {
  const visits = createVisits();
  const keep = (orders: readonly string[]) =>
    visits.keep(undefined, { ...visit, basket: { decoder: 2, remote: 0, cable: 1 }, orders }).split(';')[0] ?? '';
  const [buyer, other] = [keep(['shop-1']), keep(['shop-2'])];
  visits.removeBought('shop-1', { decoder: 1, remote: 1, cable: 1 });
  expect(visits.read(buyer).basket).toEqual({ decoder: 1, remote: 0, cable: 0 });
  expect(visits.read(other).basket).toEqual({ decoder: 2, remote: 0, cable: 1 });
});
