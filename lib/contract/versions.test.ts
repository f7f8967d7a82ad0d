import { z } from 'zod';
import { problemSchema } from './call';
import { callNames, calls } from './calls';
import { configGet, versionGet } from './common-config';
import { describeIncompatibility, areVersionsCompatible } from './versions';

/*
 * During an upgrade an older site asks a newer backend, or a newer site an older one. Within one version of the contract either side may
 * have learnt to say more: whoever reads takes what it knows, and leaves the rest.
 */

const schemaNode = z.looseObject({ additionalProperties: z.unknown().optional() });

/** The places where a schema refuses unknown fields. */
function listClosed(node: unknown, path = ''): string[] {
  if (Array.isArray(node)) return node.flatMap((one, index) => listClosed(one, `${path}/${index}`));
  const read = schemaNode.safeParse(node);
  if (!read.success) return [];
  const own = read.data.additionalProperties === false ? [path] : [];
  return [...own, ...Object.entries(read.data).flatMap(([name, inner]) => listClosed(inner, `${path}/${name}`))];
}

const closedOf = (schema: z.ZodType) =>
  listClosed(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }));

test('a schema that refuses unknown fields is detected', () => {
  expect(closedOf(z.array(z.object({ inner: z.strictObject({ a: z.string() }) })))).toEqual([
    '/items/properties/inner',
  ]);
});

test.each(callNames)('%s: neither side refuses what a newer one adds', (name) => {
  const { request, response } = calls[name];
  expect([closedOf(request), closedOf(response)]).toEqual([[], []]);
});

test('unknown fields of a problem are kept, and those of a response are dropped', () => {
  const problem = { type: 'about:blank', title: 'x', status: 409, code: 'of-tomorrow', call: 'bill.get', hint: 'new' };
  expect(problemSchema.parse(problem)).toMatchObject({ code: 'of-tomorrow' });
  const config = { isApgDown: false, serverTime: '2026-11-21T12:00:00+08:00', ofTomorrow: { deep: true } };
  expect(configGet.response.parse(config)).not.toHaveProperty('ofTomorrow');
});

test('treats a missing version as version 1', () => {
  const { contractVersion } = configGet.response.parse({ isApgDown: false, serverTime: '2026-11-21T12:00:00+08:00' });
  expect(contractVersion).toBe(1);
});

test('adjacent versions are compatible, others are not', () => {
  expect([3, 4, 5, 6, 7].map((theirs) => areVersionsCompatible(theirs, 5))).toEqual([false, true, true, true, false]);
  expect(describeIncompatibility(3, 5)).toContain('upgrade the backend');
  expect(describeIncompatibility(7, 5)).toContain('upgrade the site');
});

test('reads the version of an otherwise unknown response', () => {
  expect(versionGet.response.parse({ contractVersion: 9, isApgDown: 'by halves' })).toEqual({ contractVersion: 9 });
});
