import { parseRinggit } from '@/lib/domain/money';
import { failure, success, type Result } from '@/lib/domain/result';

const signed = /^(?:(-)|(\())?\s?(?:RM|MYR)?\s?(-)?([\d.,]{1,20})(-|\))?$/i;

/**
 * Parses an amount as gateways write it, in ringgit: `138.78`, `RM1,138.78`, `-138.78`, `138.78-` or `(138.78)`; with the decimal mark `,`
 * `1.138,78`. Returns sen, negative with a minus or in parentheses.
 */
export function parseSettlementAmount(text: string, decimalMark: '.' | ','): Result<number, 'malformed'> {
  const match = signed.exec(text.trim());
  if (match === null) return failure('malformed');
  const [, before, opening, inner, digits = '', end] = match;
  if ((opening === '(') !== (end === ')')) return failure('malformed');
  const signs = [before, opening, inner, end === '-' ? end : undefined].filter((sign) => sign !== undefined);
  if (signs.length > 1) return failure('malformed');
  const swapped: Readonly<Record<string, string>> = { '.': ',', ',': '.' };
  const plain = decimalMark === '.' ? digits : digits.replace(/[.,]/g, (mark) => swapped[mark] ?? mark);
  const amount = parseRinggit(plain);
  return amount.ok && signs.length > 0 ? success(0 - amount.value) : amount;
}
