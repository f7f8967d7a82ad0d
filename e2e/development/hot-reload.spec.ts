import { expect, type Page } from '@playwright/test';
import { test } from './development';

/*
 * `npm run dev`, in a copy of the project: a change shows in an open page without a reload. What is waited for may take ten seconds, since
 * other tests run at the same time; how long it took is written down with the result.
 */

/** Makes a change, waits until it shows, and notes the milliseconds in between. */
async function measure(what: string, change: () => void, shows: () => Promise<void>): Promise<void> {
  const began = performance.now();
  change();
  await shows();
  const description = `${what}: ${Math.round(performance.now() - began)} ms`;
  test.info().annotations.push({ type: 'visible after', description });
  console.log(description);
}

/** Opens the home page with what a reload would lose: a mark on the window, and a typed number. */
async function openHome(page: Page): Promise<void> {
  const socket = page.waitForEvent('websocket');
  await page.goto('/');
  // Changes are sent from the moment when the server has built what the page has subscribed to.
  await (await socket).waitForEvent('framereceived', ({ payload }) => String(payload).includes('"type":"built"'));
  await page.getByRole('textbox', { name: 'Account number' }).fill('1234567801');
  await page.evaluate(() => Object.assign(window, { hasNotReloaded: true }));
}

async function expectNoReload(page: Page): Promise<void> {
  expect(await page.evaluate(() => 'hasNotReloaded' in window)).toBe(true);
  await expect(page.getByRole('textbox', { name: 'Account number' })).toHaveValue('1234567801');
}

test('a change of markup, text or style shows in an open page without a reload', async ({
  page,
  development: { copy },
}) => {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  await openHome(page);

  const added = page.getByTestId('added');
  await measure(
    'markup with a class that no other element has',
    () =>
      copy.edit(
        'components/layout/site-header.tsx',
        '</header>',
        '<p data-testid="added" className="pl-[37px]">2026</p></header>',
      ),
    () => expect(added).toHaveCSS('padding-left', '37px'),
  );
  await expectNoReload(page);

  const heading = page.getByRole('heading', { level: 1 });
  const title = await heading.innerText();
  await measure(
    'a message of messages/en.json',
    () => copy.edit('messages/en.json', `"${title}"`, `"${title} today"`),
    () => expect(heading).toHaveText(`${title} today`),
  );
  await expectNoReload(page);

  await measure(
    'a token of app/globals.css',
    () => copy.edit('app/globals.css', /--page: #\w+;/, '--page: #123456;'),
    () => expect(page.locator('body')).toHaveCSS('background-color', 'rgb(18, 52, 86)'),
  );
  await expectNoReload(page);
  expect(faults).toEqual([]);
});

test('a change of the backend starts it again with the change', async ({ request, development: { copy, server } }) => {
  const readHealth = async () => (await request.get(`${server.backend}/health`)).text();
  await measure(
    'the backend',
    () => copy.edit('backend/http/health.ts', "'ok'", "'changed'"),
    // It is away for a moment.
    () => expect(async () => expect(await readHealth()).toContain('changed')).toPass({ timeout: 40_000 }),
  );
  expect(server.output()).toContain('Restarted the backend.');
});
