import type { Attempt } from './model';
import { nextEnquiry, nextFollowUp, nextCheckAfterRedirect } from './schedule';

const at = (time: string) => new Date(`2026-11-21T${time}Z`);
const noon = at('12:00:00');
/** Minutes from noon to a moment. */
const minutesTo = (moment: Date | null) => (moment === null ? null : (moment.getTime() - noon.getTime()) / 60_000);
const later = (minutes: number) => new Date(noon.getTime() + minutes * 60_000);

const [hour, day] = [60, 24 * 60];

test('a pending payment is enquired with increasing delays, up to six hours', () => {
  const pauses = Array.from({ length: 10 }, (_, tries) => minutesTo(nextEnquiry(noon, tries)));
  expect(pauses).toEqual([1, 4, 10, 30, hour, 2 * hour, 4 * hour, 6 * hour, 6 * hour, 6 * hour]);
});

describe('a redirected payer', () => {
  const attempt = (kind: 'redirect' | 'barcode' | 'qr' | null, deadline: Date, createdAt = noon) =>
    ({ onward: kind && { kind }, deadline, created_at: createdAt }) as unknown as Attempt;

  test.each([
    ['redirect', 12, 12],
    ['redirect', 600, 30],
    ['barcode', 600, 30],
    ['qr', 600, 30],
    ['barcode', 31, 30],
    ['barcode', 30, 30],
    ['barcode', 20, 20],
    ['qr', 20, 20],
  ] as const)('%s, valid for %i minutes: checked after %i', (kind, goodFor, expected) => {
    expect(minutesTo(nextCheckAfterRedirect(attempt(kind, later(goodFor)), noon))).toBe(expected);
  });
});

test('a payer who is at the bank for a day is enquired with growing pauses, and at the deadline', () => {
  const attempt = { onward: { kind: 'redirect' }, created_at: noon, deadline: later(day + 2) } as unknown as Attempt;
  const checks: (number | null)[] = [];
  for (let now = noon; now < attempt.deadline; checks.push(minutesTo(now))) now = nextCheckAfterRedirect(attempt, now);
  expect(checks).toEqual([30, hour, 2 * hour, 4 * hour, 8 * hour, 14 * hour, 20 * hour, day + 2]);
});

describe('an attempt that we ended at noon', () => {
  test.each([
    [0, 15],
    [14, 15],
    [15, hour],
    [hour, day],
    [day - 1, day],
    [day, 2 * day],
    [2 * day, null],
    [5 * day, null],
  ])('that is unknown after %i minutes is enquired at %p', (after, expected) => {
    expect(minutesTo(nextFollowUp(noon, later(after), 'unknown', 0))).toBe(expected);
  });

  test.each([null, 'pending', 'pending-approval'] as const)(
    'whose bank reports %p is enquired for a week',
    (status) => {
      expect(minutesTo(nextFollowUp(noon, later(day), status, 0))).toBe(day + 1);
      expect(minutesTo(nextFollowUp(noon, later(day), status, 3))).toBe(day + 30);
      expect(minutesTo(nextFollowUp(noon, later(7 * day - 30), status, 3))).toBe(7 * day);
      expect(nextFollowUp(noon, later(7 * day - 29), status, 3)).toBeNull();
    },
  );

  test.each(['successful', 'failed', 'cancelled', 'expired'] as const)(
    'whose bank reports %s is not enquired again',
    (status) => {
      expect(nextFollowUp(noon, noon, status, 0)).toBeNull();
    },
  );
});
