import { z } from 'zod';
import { isDisplayText } from '@/lib/domain/display-text';

/** A text of an operator or a biller, on one line, without characters that change how the text around it is shown. */
export function printable(longest: number) {
  return z.string().trim().min(1).max(longest).refine(isDisplayText);
}
