import { createBankListCache } from './bank-list-cache';

/* rails.md: the list of banks is cached for 3 minutes. */

const minuteMs = 60_000;
let now = 0;
let asked: string[] = [];
let answer: string | null = 'first';
const open = () =>
  createBankListCache(
    async (kind: 'personal' | 'corporate') => {
      asked.push(kind);
      return answer;
    },
    () => now,
  );

beforeEach(() => {
  [now, asked, answer] = [0, [], 'first'];
});

it('asks once per 3 minutes and kind, also for concurrent reads', async () => {
  const cache = open();
  expect(await Promise.all([cache.read('personal'), cache.read('personal')])).toEqual(['first', 'first']);
  answer = 'second';
  now = 3 * minuteMs - 1;
  expect(await cache.read('personal')).toBe('first');
  expect(await cache.read('corporate')).toBe('second');
  expect(asked).toEqual(['personal', 'corporate']);
  now += 1;
  expect(await cache.read('personal')).toBe('second');
});

it('keeps the last list without a response, and asks again 15 seconds later', async () => {
  const cache = open();
  await cache.read('personal');
  [now, answer] = [3 * minuteMs, null];
  expect(await cache.read('personal')).toBe('first');
  now += 14_999;
  answer = 'second';
  expect(await cache.read('personal')).toBe('first');
  expect(asked).toHaveLength(2);
  now += 1;
  expect(await cache.read('personal')).toBe('second');
});

it('has no list before the first response', async () => {
  answer = null;
  expect(await open().read('personal')).toBeNull();
});

it('asks again after the clock was set back', async () => {
  const cache = open();
  now = 10 * minuteMs;
  await cache.read('personal');
  now -= 1;
  await cache.read('personal');
  expect(asked).toHaveLength(2);
});

it('does not keep what was asked before it was cleared', async () => {
  let respond: (list: string) => void = () => undefined;
  const responses = [new Promise<string>((resolve) => (respond = resolve)), Promise.resolve('new')];
  const cache = createBankListCache(
    async () => responses.shift() ?? null,
    () => now,
  );
  const old = cache.read('personal');
  cache.clear();
  expect(await cache.read('personal')).toBe('new');
  respond('old');
  expect(await old).toBe('old');
  expect(await cache.read('personal')).toBe('new');
});
