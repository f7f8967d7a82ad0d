import { sen } from '../money';
import { isReminderDue, nextLookDay, nextReminderTime, reminderTimeOf } from './reminder-policy';

const policy = { daysBefore: 3, idleDays: 180 };
const bill = { dueDate: '2026-12-10', outstanding: sen(5_000) };

describe('a reminder', () => {
  test.each([
    ['2026-12-06', false],
    ['2026-12-07', true],
    ['2026-12-10', true],
    ['2026-12-11', false],
  ])('on %s of a bill that is due on 10 December: %s', (today, isDue) => {
    expect(isReminderDue(bill, policy, today)).toBe(isDue);
  });

  test.each([
    ['is paid', { ...bill, outstanding: sen(0) }],
    ['has no due date', { ...bill, dueDate: null }],
  ])('is not sent of a bill that %s', (_name, unremarkable) => {
    expect(isReminderDue(unremarkable, policy, '2026-12-09')).toBe(false);
  });
});

describe('the biller is asked again', () => {
  test.each([
    ['tomorrow without a due date', null, '2026-12-02'],
    ['tomorrow where the bill is overdue', '2026-11-01', '2026-12-02'],
    ['tomorrow where its reminder is due', '2026-12-04', '2026-12-02'],
    ['on the day of the reminder', '2026-12-08', '2026-12-05'],
    ['after a week where that is later', '2026-12-31', '2026-12-08'],
  ])('%s', (_name, dueDate, expected) => {
    expect(nextLookDay({ dueDate }, policy, '2026-12-01')).toBe(expected);
  });
});

test('reminders are sent from nine in the morning in Malaysia', () => {
  expect(reminderTimeOf('2026-12-07').toISOString()).toBe('2026-12-07T01:00:00.000Z');
  // One in the morning of 7 December in Malaysia.
  expect(nextReminderTime(new Date('2026-12-06T17:00:00Z')).toISOString()).toBe('2026-12-08T01:00:00.000Z');
});
