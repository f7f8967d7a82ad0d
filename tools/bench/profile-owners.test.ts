import { ownerOf, sumByOwner } from './profile-owners.mjs';

test.each([
  ['node:internal/streams/readable', 'Node'],
  ['', 'Node'],
  ['components/payment/pay-form.tsx', 'ours, components'],
  ['middleware.ts', 'ours, middleware.ts'],
  ['node_modules/next/dist/compiled/react-dom/cjs/react-dom-server.node.production.js', 'React'],
  ['node_modules/next/src/server/app-render/app-render.tsx', 'next'],
  ['node_modules/use-intl/dist/esm/production/core.js', 'next-intl'],
  ['node_modules/@formatjs/icu-messageformat-parser/lib/parser.js', 'next-intl'],
  ['node_modules/@electric-sql/pglite/dist/index.js', '@electric-sql/pglite'],
])('%s is of %s', (path, owner) => {
  expect(ownerOf(path)).toBe(owner);
});

test('the time of a function is its own, and idling is nobody’s', () => {
  const frame = (functionName: string, url = '') => ({
    functionName,
    url,
    scriptId: '0',
    lineNumber: 0,
    columnNumber: 0,
  });
  const { owners } = sumByOwner({
    nodes: [
      { id: 1, callFrame: frame('(idle)') },
      { id: 2, callFrame: frame('(garbage collector)') },
      { id: 3, callFrame: frame('read', 'node:fs') },
    ],
    startTime: 0,
    endTime: 100,
    samples: [1, 2, 3, 3, 1],
    timeDeltas: [5, 10, 20, 30, 35],
  });
  expect([...owners]).toEqual([
    ['garbage collection', 20],
    ['Node', 65],
  ]);
});
