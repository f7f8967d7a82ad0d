import { addDays, toMalaysiaDay } from '../../lib/domain/malaysia-time';
import { expect, test } from '../fixtures/journey';
import { stack } from '../fixtures/stack';
import en from '../../messages/en.json';

/* These tests move the clock for all visits, so they run serially. */

test.afterAll(async ({ playwright }) => {
  // Restore the sandbox for the tests that follow.
  const request = await playwright.request.newContext();
  await request.post(`${stack.backend}/sandbox/reset`, { data: {} });
  await request.dispose();
});

const words = en.emailReminder;

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled });

    test('a bill is reminded of once, before it is due, until the payer stops it', async ({
      account,
      home,
      bill,
      reminder,
      sandbox,
      page,
    }) => {
      const accountNumber = account('01');
      const email = `clock-${accountNumber}@ebill.example`;
      await home.open();
      await home.lookUp(accountNumber);
      await expect(bill.pay).toBeVisible();
      await reminder.askFor(email);
      await page.goto(await reminder.findLink(email, 'confirm'));
      await reminder.confirm.click();
      await expect(reminder.title).toHaveText(words.confirmedTitle);

      const { now } = await sandbox.advanceClock('PT1S');
      const today = addDays(toMalaysiaDay(now), 1);
      await sandbox.issueBill(accountNumber, 5_000, addDays(today, 5));
      // Reminders are sent from nine in the morning.
      const seconds = Math.ceil((Date.parse(`${today}T10:00:00+08:00`) - Date.parse(now)) / 1_000);
      await sandbox.advanceClock(`PT${seconds}S`);
      await sandbox.advanceClock('P1D');
      expect(await reminder.mails(email)).toHaveLength(1);
      await sandbox.advanceClock('P2D');
      await expect.poll(async () => (await reminder.mails(email)).length).toBe(2);
      const [text = ''] = await reminder.mails(email);
      expect(text).toContain(`••••••${accountNumber.slice(-4)}`);
      expect(text).not.toContain(accountNumber);
      const link = /https?:\S+\/pay\/direct\/ebill\S+/.exec(text)?.[0] ?? '';
      expect(link).not.toContain(accountNumber);
      await page.goto(link);
      await expect(bill.pay).toBeVisible();
      await sandbox.advanceClock('P1D');
      expect(await reminder.mails(email)).toHaveLength(2);

      await page.goto(await reminder.findLink(email, 'stop'));
      await reminder.confirm.click();
      await expect(reminder.title).toHaveText(words.stoppedTitle);
      await sandbox.issueBill(accountNumber, 5_000, addDays(today, 20));
      await sandbox.advanceClock('P17D');
      expect(await reminder.mails(email)).toHaveLength(2);
    });
  });
}
