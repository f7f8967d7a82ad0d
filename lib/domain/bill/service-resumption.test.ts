import { sen } from '../money';
import { resumesService, serviceResumesBy } from './service-resumption';

const suspended = { accountStatus: 'suspended', overdueBalance: sen(13_878) } as const;

test.each([
  ['all that is overdue', suspended, 13_878, true],
  ['more than is overdue', suspended, 20_000, true],
  ['a part of it', suspended, 13_877, false],
  ['an account that is active', { ...suspended, accountStatus: 'active' as const }, 13_878, false],
  ['an account without an overdue balance', { ...suspended, overdueBalance: sen(0) }, 13_878, false],
])('paying %s', (_what, bill, amount, resumes) => {
  expect(resumesService(bill, amount)).toBe(resumes);
});

const paidAt = '2026-11-21T14:30:00Z';

test('service resumes within an hour of the payment', () => {
  for (const status of ['queued', 'accepted'] as const) {
    expect(serviceResumesBy(paidAt, { status, receiptNumber: null, usualMinutes: 5 })).toBe('2026-11-21T15:30:00.000Z');
  }
});

test('nothing is promised of a payment that the biller gets later, or has not taken', () => {
  expect(serviceResumesBy(paidAt, { status: 'queued', receiptNumber: null, usualMinutes: 1440 })).toBeNull();
  for (const status of ['pending', 'review'] as const) {
    expect(serviceResumesBy(paidAt, { status, receiptNumber: null, usualMinutes: 5 })).toBeNull();
  }
  expect(serviceResumesBy(paidAt, null)).toBeNull();
});
