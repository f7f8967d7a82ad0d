import type { PerformanceRecords } from '../records';
import { findNamed, kB, table } from './table';
import { documentOf } from './weight';

/** Bytes after brotli, measured last while code outside React enhanced the forms and the CSS was inside each page. */
const before = {
  home: { js: 116_678, document: 10_375 },
  bill: { js: 116_569, document: 13_225 },
  payment: { js: 117_527, document: 13_712 },
  result: { js: 118_430, document: 10_458 },
} as const;
const firstTouchBefore = 37_813;

/** Returns what pages weighed before React rendered the forms and what they weigh now. */
export function describeBeforeReact({ weight }: PerformanceRecords): string {
  const rows = Object.entries(before).map(([name, old]) => {
    const { first, touch } = findNamed(weight.pages, name).weight;
    const document = documentOf({ first, touch });
    return [name, kB(old.js), kB(first.js.br), kB(old.document), kB(document)];
  });
  const touch = Math.max(...weight.pages.map((page) => page.weight.touch?.js.br ?? 0));
  return `## Before and after React

Code outside React once enhanced the forms, and the CSS was inside each page; [decision 14](decisions/0014-react.md) says why that was given up.
kB after brotli:

${table([['page', 'scripts before', 'scripts now', 'HTML and CSS before', 'HTML and CSS now'], ...rows])}

The first touch of a form added at most ${kB(firstTouchBefore)} kB before, and adds at most ${kB(touch)} kB now. The figures of paint, interaction and servers on this page
were measured before: \`npm run bench\` measures them again.`;
}
