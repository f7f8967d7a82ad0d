import { expect, type Page } from '@playwright/test';
import { test } from './development';

/*
 * `npm run dev`, in a copy of the project: a change appears in an open page without a reload. The time that it took is an annotation of the test
 * result, not an assertion, since other tests run at the same time.
 */

/** Makes a change, waits until it is visible, and records the time in between. */
async function measure(name: string, change: () => void, waitUntilVisible: () => Promise<void>): Promise<void> {
  const start = performance.now();
  change();
  await waitUntilVisible();
  const description = `${name}: ${Math.round(performance.now() - start)} ms`;
  test.info().annotations.push({ type: 'visible after', description });
  console.log(description);
}

/** Opens the home page, and sets state that a reload would lose: a global variable, and a typed number. */
async function openHome(page: Page): Promise<void> {
  const socket = page.waitForEvent('websocket');
  await page.goto('/');
  // The server sends changes once it has built what the page subscribes to.
  await (await socket).waitForEvent('framereceived', ({ payload }) => String(payload).includes('"type":"built"'));
  await page.getByRole('textbox', { name: 'Account number' }).fill('1234567801');
  await page.evaluate(() => Object.assign(window, { hasNotReloaded: true }));
}

async function expectNoReload(page: Page): Promise<void> {
  expect(await page.evaluate(() => 'hasNotReloaded' in window)).toBe(true);
  await expect(page.getByRole('textbox', { name: 'Account number' })).toHaveValue('1234567801');
}

test('a change of markup, text or style appears in an open page without a reload', async ({
  page,
  development: { copy },
}) => {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  await openHome(page);

  const added = page.getByTestId('added');
  await measure(
    'markup with a new class',
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
    'a message in messages/en.json',
    () => copy.edit('messages/en.json', `"${title}"`, `"${title} today"`),
    () => expect(heading).toHaveText(`${title} today`),
  );
  await expectNoReload(page);

  await measure(
    'a token in app/globals.css',
    () => copy.edit('app/globals.css', /--page: #\w+;/, '--page: #123456;'),
    () => expect(page.locator('body')).toHaveCSS('background-color', 'rgb(18, 52, 86)'),
  );
  await expectNoReload(page);
  expect(errors).toEqual([]);
});

test('a change of the backend restarts it', async ({ request, development: { copy, server } }) => {
  const readHealth = async () => (await request.get(`${server.backend}/health`)).text();
  await measure(
    'the backend',
    () => copy.edit('backend/http/health.ts', "'ok'", "'changed'"),
    // It is unavailable during the restart.
    () => expect(async () => expect(await readHealth()).toContain('changed')).toPass({ timeout: 40_000 }),
  );
  expect(server.output()).toContain('Restarted the backend.');
});
