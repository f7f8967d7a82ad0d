import {
  amountToCharge,
  chargingDayOf,
  chargingTimeOf,
  nextRetryDay,
  planNotice,
  type ChargeableBill,
  type ChargePolicy,
} from './auto-debit-charge';
import { sen } from './money';

const policy: ChargePolicy = { noticeDays: 3, retryDays: [1, 3, 5] };
const bill: ChargeableBill = {
  dueDate: '2026-03-20',
  overdueBalance: sen(0),
  outstanding: sen(13_878),
  maximumAmount: sen(300_000),
};

describe('notice of a charge', () => {
  it('tells nothing more than the notice days before the due date', () => {
    expect(planNotice(bill, policy, '2026-03-16')).toEqual({ kind: 'none' });
  });

  it('announces the outstanding amount on the due date from the first notice day', () => {
    expect(planNotice(bill, policy, '2026-03-17')).toEqual({
      ...{ kind: 'announce', dueDate: '2026-03-20', chargeOn: '2026-03-20', amount: 13_878 },
    });
  });

  it.each(['2026-03-20', '2026-03-25'])('leaves the payer a day when the bill becomes known on %s', (today) => {
    const plan = planNotice(bill, policy, today);
    expect(plan).toMatchObject({ kind: 'announce', chargeOn: today === '2026-03-20' ? '2026-03-21' : '2026-03-26' });
  });

  it('announces across the end of a month', () => {
    const plan = planNotice({ ...bill, dueDate: '2026-02-28' }, policy, '2026-02-28');
    expect(plan).toMatchObject({ chargeOn: '2026-03-01' });
  });

  it.each([
    ['nothing is owed', { outstanding: sen(0) }],
    ['less than the least payment of RM1 is owed', { outstanding: sen(99) }],
    ['the biller names no due date', { dueDate: null }],
  ])('announces nothing when %s', (_case, change) => {
    expect(planNotice({ ...bill, ...change }, policy, '2026-03-20')).toEqual({ kind: 'none' });
  });

  it('announces a bill of exactly the largest payment, and says that a larger one is not charged', () => {
    const largest = { ...bill, maximumAmount: sen(13_878) };
    expect(planNotice(largest, policy, '2026-03-20').kind).toBe('announce');
    expect(planNotice({ ...largest, outstanding: sen(13_879) }, policy, '2026-03-20').kind).toBe('too-large');
  });
});

describe('amount of a charge', () => {
  const announced = { dueDate: '2026-03-20', amount: sen(13_878) };

  it.each([
    ['all of an unpaid bill', {}, 13_878],
    ['what a part payment has left', { outstanding: sen(5_000) }, 5_000],
    ['nothing of a bill that was paid otherwise', { outstanding: sen(0) }, 0],
    ['nothing when less than RM1 is left', { outstanding: sen(99) }, 0],
    ['never more than was announced', { outstanding: sen(20_000) }, 13_878],
    ['never more than the largest payment', { maximumAmount: sen(10_000) }, 10_000],
    ['nothing of the next bill', { dueDate: '2026-04-20' }, 0],
    ['what is overdue when the next bill has come', { dueDate: '2026-04-20', overdueBalance: sen(4_000) }, 4_000],
    ['what is owed when the biller names no due date any more', { dueDate: null }, 13_878],
  ])('is %s', (_case, change, expected) => {
    expect(amountToCharge(announced, { ...bill, ...change }, '2026-03-20')).toBe(expected);
  });

  it('is of the next bill once that is due, too', () => {
    expect(amountToCharge(announced, { ...bill, dueDate: '2026-03-24' }, '2026-03-25')).toBe(13_878);
  });
});

describe('repetition of a declined charge', () => {
  it.each([
    [1, '2026-03-21'],
    [2, '2026-03-23'],
    [3, '2026-03-25'],
    [4, null],
  ])('after %s declines is on %s', (declines, day) => {
    const today = ['', '2026-03-20', '2026-03-21', '2026-03-23', '2026-03-25'][declines] ?? '';
    expect(nextRetryDay('2026-03-20', declines, policy, today)).toBe(day);
  });

  it('is not on the day of another charge, however late that was', () => {
    expect(nextRetryDay('2026-03-20', 1, policy, '2026-03-22')).toBe('2026-03-23');
  });

  it('is never without retry days', () => {
    expect(nextRetryDay('2026-03-20', 1, { ...policy, retryDays: [] }, '2026-03-20')).toBeNull();
  });
});

describe('day of charging', () => {
  it('begins at nine in Malaysia', () => {
    expect(chargingTimeOf('2026-03-20').toISOString()).toBe('2026-03-20T01:00:00.000Z');
  });

  it.each([
    ['2026-03-20T00:59:59.999Z', '2026-03-19'],
    ['2026-03-20T01:00:00Z', '2026-03-20'],
    ['2026-03-20T16:30:00Z', '2026-03-20'],
    ['2026-03-21T00:30:00Z', '2026-03-20'],
  ])('of %s is %s', (now, day) => {
    expect(chargingDayOf(new Date(now))).toBe(day);
  });
});
