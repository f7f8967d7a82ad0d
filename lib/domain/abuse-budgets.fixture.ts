import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A row of the table of abuse budgets in docs/security.md. */
export interface Budget {
  /** The constant with the number; empty if there is none. */
  readonly name: string;
  /** Such as `20 in 10 min`. */
  readonly figure: string;
  readonly test: { readonly file: string; readonly title: string };
}

/** Reads the table of abuse budgets. */
export function readBudgets(): readonly Budget[] {
  const page = readFileSync(join(process.cwd(), 'docs/security.md'), 'utf8');
  const [, rest = ''] = page.split('### Abuse budgets');
  const [section = ''] = rest.split('\n### ', 1);
  const lines = section.split('\n').filter((line) => /^\| an? |^\| all /.test(line));
  return lines.map((line) => {
    const [, , , figure = '', , stated = '', proof = ''] = line.split('|').map((cell) => cell.trim());
    const [, name = ''] = /^`(\w+)`/.exec(stated) ?? [];
    const [, file = '', title = ''] = /^`([^`]+)`: (.*)$/.exec(proof) ?? [];
    return { name, figure, test: { file, title } };
  });
}
