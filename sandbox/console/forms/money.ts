import { parseRinggit } from '@/lib/domain/money';

/** Reads ringgit as they are typed and gives sen; what is no amount is NaN, which every control refuses. */
export function readSen(text: string | undefined): number {
  const read = parseRinggit(text ?? '');
  return read.ok ? read.value : NaN;
}
