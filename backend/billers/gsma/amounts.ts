import { z } from 'zod';
import { formatPlainRinggit, sen, type Sen } from '@/lib/domain/money';

/** The definition's pattern of amounts, but for zeros at the end, which its own examples have. */
const amountPattern = /^(0|[1-9]\d{0,17})(?:\.(\d{1,4}))?$/;

/** Returns an amount of ringgit as sen; null for another form, for fractions of a sen, and beyond what can be an amount. */
function parseAmount(text: string): Sen | null {
  const [, ringgit, decimals = ''] = amountPattern.exec(text) ?? [];
  if (ringgit === undefined || ringgit.length > 9) return null;
  const digits = decimals.padEnd(4, '0');
  return digits.endsWith('00') ? sen(Number(ringgit) * 100 + Number(digits.slice(0, 2))) : null;
}

/** Takes the text of an amount and gives sen. */
export const amountSchema = z.string().transform((text, context) => {
  const amount = parseAmount(text);
  if (amount !== null) return amount;
  context.addIssue('must be a decimal amount');
  return z.NEVER;
});

/** Writes an amount as the definition's pattern has it: `15`, `15.2`, `15.21`, without zeros at the end. */
export function formatAmount(amount: Sen): string {
  const text = formatPlainRinggit(amount);
  if (text.endsWith('.00')) return text.slice(0, -3);
  return text.endsWith('0') ? text.slice(0, -1) : text;
}
