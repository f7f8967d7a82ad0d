import { isEmbeddedVisit } from './embedded-visit';

test.each([
  ['?refid=KWEBabc', true],
  ['refid=KWEBabc', true],
  ['?paymentId=KKabc', true],
  ['?x=1&paymentId=KK', true],
  ['', false],
  ['?refid=abcKWEB', false],
  ['?refid=kwebabc', false],
  ['?refid=KKabc', false],
  ['?paymentId=KWEBabc', false],
  ['?paymentid=KKabc', false],
  ['?refid=%4BWEBabc', true],
])('a visit with %j is embedded: %s', (search, expected) => {
  expect(isEmbeddedVisit(search)).toBe(expected);
});
