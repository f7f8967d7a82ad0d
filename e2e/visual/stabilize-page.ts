import type { Page } from '@playwright/test';

/** Texts that differ between runs, by selector, with replacements of similar length. */
const texts: Readonly<Record<string, string>> = {
  '[data-testid="due-date"]': '6 Dec 2026',
  '[data-testid="payment-timer"] > p': 'Pay before 3:30 pm. After that, this page closes.',
  '[data-testid="receipt-number"]': 'R00000001',
  '[data-testid="site-footer"] p:first-child': '© 2026 ebill',
};

/** Values of the result's rows that differ between runs (dates, times and references), with replacements. */
const resultValuePatterns: readonly (readonly [pattern: RegExp, text: string])[] = [
  [/^\d{1,2} \S+ \d{4}$/, '22 Nov 2026'],
  [/^\d{1,2} \S+ \d{4}, /, '22 Nov 2026, 3:30 pm'],
  [/^\d{1,2}[:.]\d\d [a-z ]+$/, '3:30 pm'],
  [/^[a-z0-9]{20,}$/, 'abcdefghijklmnopqrstuvwxyz'],
  [/^(AQ|\d{4})[0-9A-Z]{8,}$/, 'AQ0123456789AB'],
];

/** Replaces dates, times and references of a page, so that its snapshot can be compared. */
export async function stabilizePage(page: Page): Promise<void> {
  // Wait for hydration: a text changed before it is a hydration mismatch.
  await page.waitForFunction(() => {
    const footer = document.querySelector('footer');
    return footer !== null && Object.keys(footer).some((key) => key.startsWith('__react'));
  });
  await page.evaluate(
    ([replacements, patterns]) => {
      for (const [selector, text] of Object.entries(replacements)) {
        for (const element of document.querySelectorAll(selector)) element.textContent = text;
      }
      for (const value of document.querySelectorAll('dd, dd [data-testid], dd .font-mono')) {
        if (value.childElementCount > 0) continue;
        const text = value.textContent?.trim() ?? '';
        const known = patterns.find(([pattern]) => new RegExp(pattern).test(text));
        if (known !== undefined) value.textContent = known[1];
      }
    },
    [texts, resultValuePatterns.map(([pattern, text]) => [pattern.source, text] as const)] as const,
  );
}
