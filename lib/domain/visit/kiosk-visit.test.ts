import { isKioskVisit } from './kiosk-visit';

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
])('a visit with %j is a kiosk visit: %s', (search, expected) => {
  expect(isKioskVisit(search)).toBe(expected);
});
