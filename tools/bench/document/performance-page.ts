import type { PerformanceRecords } from '../records';
import { describeBeforeReact } from './before-react';
import { describeBackend } from './backend';
import { describeGoals } from './goals';
import { describePages } from './page';
import { describeCluster } from './cluster';
import { describeServer } from './server';
import { describeStart } from './start';
import { describeWeight } from './weight';

function listParts(): readonly (keyof PerformanceRecords)[] {
  return ['weight', 'page', 'server', 'backend', 'start', 'clone', 'soak', 'cluster'];
}

/** Says on what the parts were measured; parts that share a machine together. */
function describeMachines(records: PerformanceRecords): string {
  const machines = new Map<string, string[]>();
  for (const part of listParts()) {
    const { machine } = records[part];
    machines.set(machine, [...(machines.get(machine) ?? []), part]);
  }
  const lines = [...machines].map(([machine, parts]) =>
    machines.size === 1 ? `- ${machine}` : `- ${machine}: ${parts.join(', ')}`,
  );
  const quick = listParts().filter((part) => records[part].isQuick);
  if (quick.length === 0) return lines.join('\n');
  return `${lines.join('\n')}\n\nOnly a quick look was taken at ${quick.join(', ')}: their figures say nothing yet.`;
}

/** Gives docs/performance.md. */
export function describePerformance(records: PerformanceRecords): string {
  return `<!-- Written by \`npm run bench\`: its figures are those of tools/bench/results, its words those of tools/bench/document. -->

# Performance

What a payer's phone has to fetch, how soon it shows and answers, what the servers bear, and what was meant to be reached. Times depend on the
machine, and on whatever else it does; figures beside those of a bare page or of the same run tell more than they do alone. Measured on

${describeMachines(records)}

## Goals

${describeGoals(records)}

Beside its HTML every page of Next carries data by which React hydrates it: of a form its props, once; of what does not react, its elements. Why
pages stay dynamic is [decision 11](decisions/0011-dynamic-pages.md), why CSS is a file [decision 12](decisions/0012-styles-through-next.md),
and why React renders the forms [decision 14](decisions/0014-react.md).

${describeBeforeReact(records)}

## Measure it again

    npm run bench                     every part below but the last three, then this page
    npm run bench -- weight           the weight of pages
    npm run bench -- page             paint and interaction            --runs 5
    npm run bench -- server           pages and journeys a second      --rounds 5 --seconds 3 --warm-up 12 --journeys 300
    npm run bench -- backend          calls a second                   --sizes 100,10000,1000000 --calls 1500
    npm run bench -- start            a second start
    npm run bench -- clone            a start in a fresh clone
    npm run bench -- soak             memory over time                 --minutes 10
    npm run bench -- cluster          one site and backend, and two    --journeys 300
    npm run bench -- --quick          checks that it works; the figures are not meaningful

On Linux, on an otherwise idle machine. Each part starts what it needs, on free ports and in temporary folders, writes its record to
\`tools/bench/results\`, and then this page. A run with more than 2 % CPU steal is repeated, up to four times. The bare page
(\`tools/bench/bare\`) is a Next page that is rendered for each request, with one native form and a middleware that makes an id, a nonce and a
policy. Timings are never part of \`npm test\`.

${describeWeight(records.weight)}

${describePages(records.page)}

${describeServer(records.server)}

${describeBackend(records.backend)}

${describeStart(records.start, records.clone, records.soak)}

${describeCluster(records.cluster)}

## What holds without a measurement

- Nothing that a payer looks at moves by itself, while a page loads or when what its form needs arrives (\`e2e/specs/page-load.spec.ts\`).
- On slow 3G an account number can be typed and submitted before the scripts have come, and what is typed stays when they do
  (\`e2e/specs/slow-network.spec.ts\`).
- What a statement costs does not grow with what is stored: every statement of the backend's tests on PostgreSQL that looks for some rows by a
  condition is planned once more, and one that reads a whole table to find them fails the run (\`backend/db/query-plans.fixture.ts\`).
`;
}
