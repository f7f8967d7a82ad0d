import type { ScreenName } from './screens';
import { inEachLanguage, test } from './take';

const pages = {
  help: '/apg/help',
  'help-search': '/apg/help?q=TAC',
  terms: '/legal/terms-and-conditions',
  accessibility: '/legal/accessibility',
  'not-found': '/no/such/page',
} as const satisfies Partial<Record<ScreenName, string>>;

/** `npm run pictures`: the pages that anybody may open. Nothing is compared here. */
inEachLanguage(() => {
  for (const [name, path] of Object.entries(pages) as [keyof typeof pages, string][]) {
    test(name, async ({ page, allowConsoleError, take }) => {
      allowConsoleError(/status of 404/);
      await page.goto(path);
      await take(name);
    });
  }
});
