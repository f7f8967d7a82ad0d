import { readFileSync } from 'node:fs';
import { randomClientAddress } from '../fixtures/test';
import { expect, test } from '../fixtures/journey';
import { stack } from '../fixtures/stack';

/** Counts the lines of the stack's log that contain a text. */
const countLines = (text: string) =>
  readFileSync(stack.logFile, 'utf8')
    .split('\n')
    .filter((line) => line.includes(text)).length;

/** For one event, one process and one minute; the requests of a test may span two. */
const maximumLines = 2 * 60;
const report = JSON.stringify([
  {
    type: 'csp-violation',
    body: { effectiveDirective: 'img-src', blockedURL: 'https://evil.example', documentURL: stack.site },
  },
]);

test('row 47: what anybody can send a thousand times is written a few times', async ({ playwright }) => {
  const context = await playwright.request.newContext();
  const headers = () => ({ 'x-forwarded-for': randomClientAddress(), origin: 'https://evil.example' });
  const sent: Readonly<Record<string, () => Promise<unknown>>> = {
    'form.refused': () => context.post(`${stack.site}/api/bill/lookup`, { headers: headers(), form: { a: 'b' } }),
    'callback refused': () => context.post(`${stack.backend}/callbacks/fpx`, { form: { a: 'b' } }),
    'policy-violation': () =>
      context.post(`${stack.site}/api/policy-report`, {
        headers: { ...headers(), 'content-type': 'application/reports+json' },
        data: report,
      }),
    // Next prints an error for such a request.
    'error console': () => context.get(stack.site, { headers: { rsc: '1', 'next-router-prefetch': '2' } }),
  };
  for (const [event, send] of Object.entries(sent)) {
    const before = countLines(event);
    for (let index = 0; index < 15; index += 1) await Promise.all(Array.from({ length: 10 }, send));
    const written = countLines(event) - before;
    expect(written, event).toBeGreaterThan(0);
    expect(written, event).toBeLessThanOrEqual(maximumLines);
  }
  await context.dispose();
});

test('row 47: a printed error is one line', async ({ request }) => {
  await request.get('/', { headers: { rsc: '1', 'next-router-prefetch': '2' } });
  const text = readFileSync(stack.logFile, 'utf8');
  expect(text).not.toMatch(/Ways to fix this|Learn more:/);
});
