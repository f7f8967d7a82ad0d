import { expect, test } from '../fixtures/journey';
import ta from '@/messages/ta.json';
import zhHans from '@/messages/zh-Hans.json';

/* The languages that only the payer's own choice gives: Simplified Chinese and Tamil. */

const languages = [
  { code: 'zh-Hans', ownName: '简体中文', words: zhHans },
  { code: 'ta', ownName: 'தமிழ்', words: ta },
] as const;

for (const { code, ownName, words } of languages) {
  test(`the switch offers ${ownName}, in which home and help then are @both`, async ({ page, home }) => {
    await home.open();
    await page.getByRole('button', { name: ownName }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', code);
    await expect(page).toHaveTitle(words.home.metaTitle);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.home.title);
    await expect(page.getByRole('button', { name: ownName })).toBeHidden();
    for (const name of ['English', 'Bahasa Melayu']) await expect(page.getByRole('button', { name })).toBeVisible();
    await page.goto('/apg/help');
    await expect(page.locator('html')).toHaveAttribute('lang', code);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.help.title);
  });

  test(`a browser that asks for ${code} is answered in English, until the payer chooses`, async ({ request }) => {
    const html = await (await request.get('/', { headers: { 'accept-language': code } })).text();
    expect(html).toContain('<html lang="en"');
  });

  test(`the switch in ${ownName} is within a window of 320 pixels`, async ({ page, home }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await home.open();
    await page.getByRole('button', { name: ownName }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', code);
    const buttons = page.locator('header button[name="locale"]');
    await expect(buttons).toHaveCount(3);
    for (const button of await buttons.all()) {
      const box = await button.boundingBox();
      expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 321) <= 320).toBe(true);
      expect(box?.height).toBeGreaterThanOrEqual(44);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });
}

test.describe('a browser that prefers ms-MY', () => {
  test.use({ locale: 'ms-MY' });

  test('reads English by the rule, and is offered Malay in Malay until the payer chooses @both', async ({
    page,
    home,
  }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await home.open();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await page.getByRole('button', { name: 'Baca dalam Bahasa Melayu' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'ms');
    await page.getByRole('button', { name: 'English', exact: true }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page.getByRole('button', { name: 'Bahasa Melayu', exact: true })).toBeVisible();
  });
});
