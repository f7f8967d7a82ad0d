import type { PerformanceRecords } from '../records';
import { ratioToBare } from './server';
import { findNamed, inSeconds, kB, oneOf, table, twoOf, whole } from './table';
import { documentOf } from './weight';

/** What the same benches measured last while forms were enhanced by code outside React and the CSS was inside each page. */
const before = {
  home: { js: 116_678, document: 10_375, lcp: 676, ratio: 0.56 },
  bill: { js: 116_569, document: 13_225, lcp: 689, ratio: 0.39 },
  payment: { js: 117_527, document: 13_712, lcp: 702, ratio: 0.3 },
  result: { js: 118_430, document: 10_458, lcp: 698, ratio: 0.36 },
} as const;
const beforeAll = { touch: 37_813, interaction: 40, tbt: 39, journeys: 13.3 } as const;

/** Returns the figures before and after React took the front end over, side by side. */
export function describeBeforeReact({ weight, page, server }: PerformanceRecords): string {
  const pages = Object.entries(before).map(([name, old]) => {
    const weighed = findNamed(weight.pages, name).weight;
    return [
      name,
      `${kB(old.js)} → ${kB(weighed.first.js.br)}`,
      `${kB(old.document)} → ${kB(documentOf(weighed))}`,
      `${inSeconds(old.lcp)} → ${inSeconds(findNamed(page.pages, name).lcp)}`,
      `${twoOf(old.ratio)} → ${twoOf(ratioToBare(server.pages, name))}`,
    ];
  });
  const touch = Math.max(...weight.pages.map((one) => one.weight.touch?.js.br ?? 0));
  const slowest = Math.max(...page.interactions.filter((one) => one.page !== 'bare').map(({ worst }) => worst.median));
  const tbt = Math.max(...Object.keys(before).map((name) => findNamed(page.pages, name).tbt));
  return `## Before and after React

The front end was once enhanced by code outside React, with the CSS inside each page; [decision 14](decisions/0014-react.md) says why that was
given up. The figures of the last measurement before, → and now:

${table([['page', 'scripts, kB br', 'HTML and CSS, kB br', 'largest paint', 'pages a second, × bare'], ...pages])}

First touch of a form: ${kB(beforeAll.touch)} → ${kB(touch)} kB. Slowest interaction: ${beforeAll.interaction} → ${whole(slowest)} ms. Scripts in the way of the paint: ${beforeAll.tbt} → ${whole(tbt)} ms.
Whole journeys: ${oneOf(beforeAll.journeys)} → ${oneOf(server.journeys.full.perSecond)} a second.`;
}
