import type { Bill } from './bill';
import { getBillMessage } from './bill-message';
import { sen } from '../money';

const now = '2026-11-21T12:00:00+08:00';
const active = {
  accountStatus: 'active',
  currentBalance: sen(13878),
  overdueBalance: sen(0),
  dueDate: '2026-12-05',
} satisfies Partial<Bill>;

test('nothing outstanding (account case 00)', () => {
  const bill = { ...active, currentBalance: sen(0), dueDate: null };
  expect(getBillMessage(bill, now)).toEqual({ kind: 'noneOutstanding', daysUntilDue: null });
});

test('due in 14 days (case 01)', () => {
  expect(getBillMessage(active, now)).toEqual({ kind: 'active', daysUntilDue: 14 });
});

test('overdue and suspended (case 02)', () => {
  const bill = { ...active, accountStatus: 'suspended', overdueBalance: sen(13878), dueDate: '2026-11-11' } as const;
  expect(getBillMessage(bill, now)).toEqual({ kind: 'overdue', daysUntilDue: -10 });
});

test('overdue from an earlier bill before the due date of the newest (case 03)', () => {
  const bill = { ...active, overdueBalance: sen(6939), dueDate: '2026-11-28' };
  expect(getBillMessage(bill, now)).toEqual({ kind: 'overdueBeforeDueDate', daysUntilDue: 7 });
  expect(getBillMessage({ ...bill, accountStatus: 'suspended' }, now).kind).toBe('overdue');
});

test('a credit is nothing outstanding (case 06)', () => {
  expect(getBillMessage({ ...active, currentBalance: sen(-2000), dueDate: null }, now).kind).toBe('noneOutstanding');
});

test('an overdue balance is shown even with a credit', () => {
  const bill = { ...active, currentBalance: sen(0), overdueBalance: sen(100) };
  expect(getBillMessage(bill, now).kind).toBe('overdue');
});

test('a closed account has its own message', () => {
  expect(getBillMessage({ ...active, accountStatus: 'closed' }, now).kind).toBe('closed');
});

test('the due date itself is in time, in Malaysia, and the day after is not', () => {
  const bill = { ...active, dueDate: '2026-11-21' };
  expect(getBillMessage(bill, '2026-11-21T15:59:59Z')).toEqual({ kind: 'active', daysUntilDue: 0 });
  expect(getBillMessage(bill, '2026-11-21T16:00:00Z')).toEqual({ kind: 'overdue', daysUntilDue: -1 });
});

test('a balance that is wholly overdue is not called part of it', () => {
  expect(getBillMessage({ ...active, overdueBalance: sen(13878), dueDate: '2026-11-28' }, now).kind).toBe('overdue');
  expect(getBillMessage({ ...active, overdueBalance: sen(100), dueDate: null }, now).kind).toBe('overdue');
});
