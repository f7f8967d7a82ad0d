import { firstBasket, linesOf, readBasket, totalOf } from './catalogue';

const read = (fields: Record<string, string>) => readBasket(new URLSearchParams(fields), firstBasket);

test('a form changes the basket within its limits', () => {
  expect(read({ add: 'remote' })).toEqual({ decoder: 1, remote: 1, cable: 0 });
  expect(read({ 'quantity.decoder': '9', add: 'decoder' })).toEqual({ decoder: 9, remote: 0, cable: 0 });
  expect(read({ 'quantity.cable': '3', remove: 'decoder' })).toEqual({ decoder: 0, remote: 0, cable: 3 });
  expect(read({ 'quantity.decoder': '-1', 'quantity.cable': '1e3' })).toEqual(firstBasket);
});

test('an order has a line for each product, and the total has the delivery', () => {
  const lines = linesOf({ decoder: 1, remote: 2, cable: 0 });
  expect(lines).toEqual([
    { name: 'Decoder', amount: 12_900 },
    { name: 'Remote control × 2', amount: 7_800 },
  ]);
  expect(totalOf(lines)).toBe(21_500);
});
