import { expect, test } from '../fixtures/journey';

/** These change the common config for everyone: they run alone, after the others. */

test.afterEach(async ({ sandbox }) => {
  await sandbox.reset();
});

test('row 27: the custom message stands on the first page, as text', async ({ page, sandbox }) => {
  const message = 'Counters are closed <b>today</b>';
  await sandbox.configure({ quickPayCustomMessageEnabled: true, quickPayCustomMessageContent: message });
  await expect(async () => {
    await page.goto('/');
    await expect(page.getByText(message)).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 6_000 });
});

test('row 27: a hostile config is text on the page, and no address of it that is not the web', async ({
  account,
  sandbox,
  wire,
  openVisit,
}) => {
  const markup = '</p><script>alert(1)</script><img src=x onerror=alert(1)>';
  await sandbox.configure({
    quickPayCustomMessageEnabled: true,
    quickPayCustomMessageContent: markup,
    autoDebitBannerEnabled: true,
    autoDebitBannerLink: 'javascript:alert(2)',
    myastroUrl: 'javascript:alert(3)',
    myastroImageUrl: 'data:text/html,alert(4)',
    autoDebitType: 'ulm',
    ulmAuthorizeUrl: 'javascript:alert(5)',
    isUserFeedbackEnabled: true,
    userbackAccessToken: '"></script><script>alert(6)</script>',
  });
  const visit = await openVisit();
  const home = async () => (await visit.get('/')).text();
  await expect.poll(home, { timeout: 6_000 }).toContain('&lt;script&gt;alert(1)');
  await visit.post('/api/bill/lookup', { accountNumber: account('01') });
  const refid = await wire.payAtBank(account('01'));
  for (const path of ['/', '/pay/ebill', `/bankResultFPX?refid=${refid}`, `/ulm/autodebit/register?refid=${refid}`]) {
    const html = await (await visit.get(path)).text();
    expect(html, path).not.toMatch(/<script>alert|<img src=x|javascript:alert|data:text/);
  }
});
