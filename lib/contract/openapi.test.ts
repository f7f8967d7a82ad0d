import { readFileSync } from 'node:fs';
import path from 'node:path';
import { callNames, calls } from './calls';
import { makeOpenApiDocument } from './openapi';

const checkedIn: unknown = JSON.parse(readFileSync(path.join(__dirname, '../../docs/openapi.json'), 'utf8'));

test('docs/openapi.json is up to date with the contract (npm run docs -- openapi updates it)', () => {
  expect(checkedIn).toEqual(JSON.parse(JSON.stringify(makeOpenApiDocument())));
});

test('every call has its operation, and no two share one', () => {
  const document = makeOpenApiDocument() as { paths: Record<string, Record<string, { operationId: string }>> };
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual([...callNames].sort());
});

test.each(callNames)('%s: only reads are GETs with a query, and error codes have an error status', (name) => {
  const call = calls[name];
  if (call.method === 'GET') expect(call.kind).toBe('read');
  for (const status of Object.values(call.errors)) expect(status).toBeGreaterThanOrEqual(400);
});
