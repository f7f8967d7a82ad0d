import type { PageWeight, Weight } from '../../../e2e/fixtures/page-weight';
import type { WeightRecord } from '../records';
import { findNamed, kB, table } from './table';

const both = ({ br, gz }: Weight) => `${kB(br)} / ${kB(gz)}`;
const sum = (one: Weight, other: Weight): Weight => ({ br: one.br + other.br, gz: one.gz + other.gz });

/** Bytes of a page's HTML and CSS, brotli. */
export const documentOf = ({ first }: PageWeight) => first.html.br + first.css.br;

/** Gives the weights as a table: kB of 1000 bytes, brotli and, behind the stroke, gzip. */
export function describeWeight({ pages }: WeightRecord): string {
  const bare = findNamed(pages, 'bare').weight.first.js.br;
  const rows = pages.map(({ name, weight }) => [
    name,
    both(sum(weight.first.html, weight.first.css)),
    both(weight.first.js),
    (weight.first.js.br / bare).toFixed(3),
    weight.touch === null ? '' : both(weight.touch.js),
  ]);
  return `## What a browser fetches

kB are 1000 bytes, each answer compressed by itself, as files are that are compressed once: brotli 11 and, behind the stroke, gzip 9. These
figures hardly depend on the machine. The CSS is one file for all pages. \`npm test\` holds each page to a budget (\`e2e/specs/page-load.spec.ts\`).

${table([['page', 'HTML and CSS', 'scripts', '× bare', 'on first touch'], ...rows])}`;
}
