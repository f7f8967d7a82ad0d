import type { PageWeight, Weight } from '../e2e/fixtures/page-weight';

/** What `npm run bench:weight` writes. */
export interface WeightRecord {
  readonly pages: readonly { readonly name: string; readonly weight: PageWeight }[];
}

/** What the benches have written, one file each. */
export interface PerformanceRecords {
  readonly weight: WeightRecord;
}

type Row = readonly string[];

/** Gives a table as Prettier writes it: the first column to the left, figures to the right. */
function table([head = [], ...rows]: readonly Row[]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => (row[column] ?? '').length)));
  const lineOf = (cells: Row) => `| ${cells.join(' | ')} |`;
  const pad = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [head.map(pad), rule, ...rows.map((row) => row.map(pad))].map(lineOf).join('\n');
}

const kB = (bytes: number) => (bytes / 1000).toFixed(1);
const both = ({ br, gz }: Weight) => `${kB(br)} / ${kB(gz)}`;

function weightOf({ pages }: WeightRecord, wanted: string): PageWeight {
  const found = pages.find(({ name }) => name === wanted);
  if (found === undefined) throw new Error(`no weight of ${wanted}`);
  return found.weight;
}

const documentOf = ({ first }: PageWeight) => first.html.br + first.css.br;

/** Gives the weights as a table: kB of 1000 bytes, brotli and, behind the stroke, gzip. */
export function describeWeight(record: WeightRecord): string {
  const bare = weightOf(record, 'bare').first.js.br;
  return table([
    ['page', 'HTML', 'CSS', 'HTML and CSS', 'scripts', '× bare', 'on first touch'],
    ...record.pages.map(({ name, weight }) => [
      name,
      both(weight.first.html),
      both(weight.first.css),
      kB(documentOf(weight)),
      both(weight.first.js),
      (weight.first.js.br / bare).toFixed(3),
      weight.touch === null ? '' : both(weight.touch.js),
    ]),
  ]);
}

function describeGoals(record: WeightRecord): string {
  const pages = record.pages.filter(({ name }) => name !== 'bare').map(({ weight }) => weight);
  const bare = weightOf(record, 'bare').first.js.br;
  const heaviest = Math.max(...pages.map(({ first }) => first.js.br));
  const touch = Math.max(...pages.map((page) => page.touch?.js.br ?? 0));
  const documents = ['home', 'bill', 'payment', 'result'].map(
    (name) => `${name} ${kB(documentOf(weightOf(record, name)))}`,
  );
  return table([
    ['what', 'goal', 'measured'],
    ['scripts of the first load, every page', '≤ 120 kB', `${kB(heaviest)} kB at most`],
    ['the same against a bare page', '≤ 1.04', `${(heaviest / bare).toFixed(3)} at most`],
    ['what the first touch of a form adds', '≤ 45 kB', `${kB(touch)} kB at most`],
    ['HTML and CSS of home, bill, payment, result', '≤ 14 kB each', documents.join(', ')],
  ]);
}

/** Gives docs/performance.md. */
export function describePerformance({ weight }: PerformanceRecords): string {
  return `<!-- Written by \`npm run bench:weight\`: its figures are those of bench/results, its words those of bench/performance-page.ts. -->

# Performance

How much a payer's browser has to fetch. kB are 1000 bytes, each answer compressed by itself, as files are that are compressed once: brotli 11 and,
behind the stroke, gzip 9. These figures hardly depend on the machine.

    npm run bench:weight

starts the stack and, beside it, a bare page of Next (\`bench/bare\`: rendered at each request, one native form, no code of ours), and visits each
page with a browser that has been on no other page. \`npm test\` holds each page to a budget (\`e2e/specs/page-load.spec.ts\`).

${describeWeight(weight)}

## Goals

${describeGoals(weight)}

The payment page is heavier than its goal. Beside its HTML every page of Next carries the same tree once more, as data by which React takes the
page over; of this page that is more than half. Loading with the first touch what the form needs then (who is offered what, the key for card
data, the words of refusals) would not make up for it. Only a page that React does not take over would be below.

CSS holds no class that is only a word of the code (\`blur\`, \`ring\`), and what would take a dozen of Tailwind's variables (shadows, digits of one
width) has classes of its own.

## What holds without a measurement

- Nothing that a payer looks at moves by itself, while a page loads or when what its form needs arrives (\`e2e/specs/page-load.spec.ts\`).
- On slow 3G an account number can be typed and submitted before the scripts have come, and what is typed stays when they do
  (\`e2e/specs/slow-network.spec.ts\`).
- What a statement costs does not grow with what is stored: every statement of the backend's tests on PostgreSQL that looks for some rows by a
  condition is planned once more, and one that reads a whole table to find them fails the run (\`backend/db/query-plans.fixture.ts\`).

## Not measured here

Paint and interaction on a cheap phone, requests a second of the site, memory, and the time of a start. \`npm run bench:backend\` measures calls a
second of the backend, and prints them.
`;
}
