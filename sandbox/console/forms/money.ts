import { parseRinggit } from '@/lib/domain/money';

/** Converts typed ringgit to sen; NaN for anything else, which every control refuses. */
export function readSen(text: string | undefined): number {
  const read = parseRinggit(text ?? '');
  return read.ok ? read.value : NaN;
}
