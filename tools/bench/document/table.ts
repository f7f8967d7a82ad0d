export type Row = readonly string[];

/** Returns a table as Prettier writes it: the first column left-aligned, numbers right-aligned. */
export function table([head = [], ...rows]: readonly Row[]): string {
  const widths = head.map((_, column) => Math.max(3, ...[head, ...rows].map((row) => (row[column] ?? '').length)));
  const lineOf = (cells: Row) => `| ${cells.join(' | ')} |`;
  const pad = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [head.map(pad), rule, ...rows.map((row) => row.map(pad))].map(lineOf).join('\n');
}

/** Returns the item with that name. */
export function findNamed<Thing extends { readonly name: string }>(things: readonly Thing[], wanted: string): Thing {
  const found = things.find(({ name }) => name === wanted);
  if (found === undefined) throw new Error(`there is no ${wanted}`);
  return found;
}

export const oneOf = (value: number) => value.toFixed(1);
export const twoOf = (value: number) => value.toFixed(2);
export const whole = (value: number) => Math.round(value).toLocaleString('en');
export const kB = (bytes: number) => oneOf(bytes / 1000);
export const percent = (share: number) => `${oneOf(share * 100)} %`;
/** Seconds, from milliseconds. */
export const inSeconds = (milliseconds: number) => twoOf(milliseconds / 1000);
