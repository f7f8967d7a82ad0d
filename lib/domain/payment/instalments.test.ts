import { minInstalmentTotal, listInstalmentTerms } from './instalments';
import { sen } from '../money';

const plans = [
  { bank: 'MBB', bankName: 'Maybank', months: [12, 6], minimum: sen(50_000) },
  { bank: 'CIMB', bankName: 'CIMB Bank', months: [24, 6], minimum: sen(10_000) },
  { bank: 'PBB', bankName: 'Public Bank', months: [24], minimum: sen(20_000) },
];

test('each number of months is listed once, fewest first, with the amount per month and the banks that offer it', () => {
  expect(listInstalmentTerms(plans, sen(13_878))).toEqual([
    { months: 6, monthly: 2_313, banks: ['Maybank', 'CIMB Bank'] },
    // 1,156.5 sen: the odd half is the bank's to settle.
    { months: 12, monthly: 1_157, banks: ['Maybank'] },
    { months: 24, monthly: 579, banks: ['CIMB Bank', 'Public Bank'] },
  ]);
  expect(listInstalmentTerms([], sen(13_878))).toEqual([]);
});

test('the minimum total is that of the plan with the lowest minimum, in any order', () => {
  expect(minInstalmentTotal(plans)).toBe(10_000);
  expect(minInstalmentTotal(plans.toReversed())).toBe(10_000);
  expect(minInstalmentTotal([])).toBeNull();
});
