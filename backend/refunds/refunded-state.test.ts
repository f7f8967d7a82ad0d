import { sen } from '@/lib/domain/money';
import { isAsBooked, isRefundIncluded } from './refunded-state';

test.each([
  [{ amount: sen(0) }, 0, true],
  [{ amount: sen(3_000) }, 3_000, true],
  [{ amount: sen(3_000) }, 0, false],
  [{ amount: sen(0) }, 3_000, false],
  // It tells nothing of parts.
  [{ isRefunded: false }, 3_000, true],
  [{ isRefunded: true }, 0, false],
])('a gateway that tells %p, with %d sen booked, is as booked: %p', (told, booked, expected) => {
  expect(isAsBooked(told, booked)).toBe(expected);
});

test.each([
  [{ amount: sen(8_000) }, true],
  [{ amount: sen(3_000) }, false],
  // Somebody else has refunded, too: a person finds out.
  [{ amount: sen(9_000) }, false],
  [{ isRefunded: true }, true],
  [{ isRefunded: false }, false],
])('a refund of 5000 sen after 3000 is included where the gateway tells %p: %p', (told, expected) => {
  expect(isRefundIncluded(told, 3_000, 5_000)).toBe(expected);
});
