import { z } from 'zod';
import { isAccountNumber } from '@/lib/domain/bill/account-number';
import { isMobileNumber } from '@/lib/domain/contact/phone';

/*
 * The columns of a file of bills (docs/operate.md, "Bills from files"): each schema takes the text of a cell and gives the value of the
 * table's column of the same name. Amounts are ringgit in the file and sen in the table.
 */

/** Digits of an amount in ringgit, and its decimals. */
const amountPattern = /^(-?)(\d{1,9})(?:\.(\d{1,2}))?$/;

function toSen(text: string): number {
  const [, sign, ringgit, decimals = ''] = amountPattern.exec(text) ?? [];
  const value = Number(ringgit) * 100 + Number(decimals.padEnd(2, '0'));
  return sign === '-' ? 0 - value : value;
}

const balance = z
  .string()
  .regex(amountPattern, 'must be an amount in ringgit such as 138.78 or -20.00')
  .transform(toSen);
const amountAbove = (least: number, expected: string) => balance.refine((value) => value >= least, expected);

const flag = z
  .enum(['true', 'false', ''], 'must be true or false')
  .transform((text) => text === 'true')
  .default(false);

const emptyAsNull = z.string().transform((text) => (text === '' ? null : text));
const plainText = (longest: number) =>
  z
    .string()
    .min(1, 'must not be empty')
    .max(longest, `must have at most ${longest} characters`)
    .regex(/^\P{Cc}*$/u, 'must not have control characters');

const columns = {
  account_number: z.string().refine(isAccountNumber, 'must be ten digits'),
  holder_name: plainText(100),
  account_status: z.enum(['active', 'suspended', 'closed'], 'must be active, suspended or closed'),
  customer_type: plainText(40),
  current_balance: balance,
  overdue_balance: amountAbove(0, 'must not be below 0'),
  due_date: emptyAsNull.pipe(z.iso.date('must be a day such as 2026-11-30, or empty').nullable()),
  maximum_amount: amountAbove(1, 'must be above 0'),
  bill_reference: emptyAsNull.pipe(plainText(64).nullable()).default(null),
  is_new: flag,
  standing: z
    .enum(['ordinary', 'blacklisted', 'processing', ''], 'must be ordinary, blacklisted or processing')
    .transform((text) => (text === '' ? 'ordinary' : text))
    .default('ordinary'),
  mobile_number: emptyAsNull
    .refine((text) => text === null || isMobileNumber(text), 'must be a mobile number such as 60121234567, or empty')
    .default(null),
  is_on_auto_debit: flag,
  is_epp: flag,
};

/** One line of a file of bills, by column. */
export const billLineSchema = z.object(columns);
export type BillLine = z.output<typeof billLineSchema>;

const names: readonly string[] = Object.keys(columns);
const required: readonly string[] = Object.entries(columns).flatMap(([name, schema]) =>
  schema instanceof z.ZodDefault ? [] : [name],
);

/** Returns what is wrong with the columns of a file; null if they can be read. A misspelt column is never left out silently. */
export function findColumnError(given: readonly string[]): string | null {
  const unknown = given.find((name) => !names.includes(name));
  if (unknown !== undefined) return `there is no column '${unknown}'; there are ${names.join(', ')}`;
  const missing = required.filter((name) => !given.includes(name));
  if (missing.length > 0) return `the file has no column ${missing.map((name) => `'${name}'`).join(', ')}`;
  return new Set(given).size < given.length ? 'a column is in the file twice' : null;
}
