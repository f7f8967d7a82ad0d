import { mergeDeeply } from './merge-deeply';

const request = { method: 'fpx', card: { name: 'ALI', expiry: { month: 1, year: 2027 } }, tags: ['a', 'b'], bank: 'x' };

test('values are merged at every depth, and no argument is changed', () => {
  const before = structuredClone(request);
  expect(mergeDeeply(request, { card: { expiry: { month: 2 } }, bank: 'y' })).toEqual({
    ...request,
    card: { name: 'ALI', expiry: { month: 2, year: 2027 } },
    bank: 'y',
  });
  expect(request).toEqual(before);
});

test('arrays are replaced whole, undefined leaves what was there', () => {
  expect(mergeDeeply(request, { tags: ['c'], bank: undefined })).toEqual({ ...request, tags: ['c'] });
});

test('null and objects replace each other', () => {
  const holder: { card: { name: string } | null } = { card: null };
  const filled = mergeDeeply(holder, { card: { name: 'ALI' } });
  expect(filled).toEqual({ card: { name: 'ALI' } });
  expect(mergeDeeply(filled, { card: null })).toEqual({ card: null });
});

test.each([
  '{"__proto__": {"polluted": true}}',
  '{"card": {"__proto__": {"polluted": true}}}',
  '{"card": {"expiry": {"__proto__": {"polluted": true}}}}',
  '{"constructor": {"prototype": {"polluted": true}}}',
  '{"card": {"constructor": {"prototype": {"polluted": true}}}}',
  '{"card": {"fresh": {"constructor": {"prototype": {"polluted": true}}}}}',
  '{"prototype": {"polluted": true}}',
  '{"bank": {"__proto__": {"polluted": true}}}',
])('row 30: the edit %s reaches no prototype', (edit) => {
  const merged = mergeDeeply(request, JSON.parse(edit));
  expect({}).not.toHaveProperty('polluted');
  expect(JSON.stringify(merged)).not.toContain('polluted');
  expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
  expect(Object.getPrototypeOf(merged.card)).toBe(Object.prototype);
});
