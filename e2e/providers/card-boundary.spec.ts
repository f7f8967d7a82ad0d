import { readdirSync, readFileSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, test } from '../fixtures/journey';
import { listStackProcesses, searchMemory } from '../fixtures/process-memory';
import { stack } from '../fixtures/stack';
import { CardEntryPage } from '../pages/card-entry-page';

/*
 * No digit of a card that is posted to CHIP is in any process of ours: memory, store, logs, requests. The simulators are CHIP here, and get
 * the card. The stack runs with GATEWAYS=chip and CARD_ENTRY=direct.
 */

test.setTimeout(180_000);

/* Numbers that only these tests use; each passes the Luhn check. The planted one is sent to us on purpose. */
const cards = { on: '4485275742308327', off: '4716461583322103' } as const;
const planted = '4539148803436467';

/** A number as a form, a URL or a page may have it. */
function spell(number: string): readonly string[] {
  const groups = number.match(/\d{4}/g) ?? [];
  return ['', ' ', '-', '+', '%20'].map((separator) => groups.join(separator));
}

/** The processes of the site and the backend, by what they run. */
function listOwnProcesses() {
  const own = listStackProcesses(stack.dataDir).filter(({ command }) => !command.includes('banks.mjs'));
  for (const server of ['backend.mjs', 'front.mjs']) {
    expect(
      own.filter(({ command }) => command.includes(server)),
      server,
    ).not.toEqual([]);
  }
  return own;
}

/** Returns the processes of ours in whose memory a number is. */
function findInMemory(number: string): readonly string[] {
  return listOwnProcesses().flatMap(({ pid, command }) => {
    const { found, bytes } = searchMemory(pid, spell(number));
    // A shell that starts a server takes more.
    expect(bytes, command).toBeGreaterThan(100_000);
    return found.map((text) => `${command}: ${text.length} characters`);
  });
}

/** Returns the files of the stack, its store and its log among them, that contain one of the texts. */
function findInFiles(texts: readonly string[]): readonly string[] {
  const files = readdirSync(stack.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return [...new Set([...files, stack.logFile])].filter((file) => {
    // A server may delete a file meanwhile.
    if (statSync(file, { throwIfNoEntry: false }) === undefined) return false;
    const content = readFileSync(file, 'latin1');
    return texts.some((text) => content.includes(text));
  });
}

for (const scripts of ['on', 'off'] as const) {
  test.describe(`scripts ${scripts}`, () => {
    test.use({ javaScriptEnabled: scripts === 'on' });

    test('row 31: a card that the browser posts to CHIP is in no memory, store, log or request of ours', async ({
      page,
      account,
      startPayment,
      payment,
      bank,
      result,
    }) => {
      const number = cards[scripts];
      const withCard: string[] = [];
      page.on('request', (request) => {
        const sent = `${request.url()} ${request.postData() ?? ''} ${JSON.stringify(request.headers())}`;
        if (spell(number).some((text) => sent.includes(text))) withCard.push(new URL(request.url()).origin);
      });
      const refid = await startPayment(account('01'));
      await payment.choosePlain('newCard');
      // A card that is saved is kept by CHIP, too.
      await payment.field('saveCard').check();
      await payment.pay.click();
      const card = new CardEntryPage(page);
      await card.arrive();
      // Typed wrong first: validated in the browser only.
      await card.fill({ number, expiry: '13/39' });
      await card.pay.click();
      await card.arrive();
      await card.payWith({ number });
      await bank.press('Approve');
      await expect(result.status).toHaveAttribute('data-status', 'successful');

      expect(withCard).toEqual([stack.banks]);
      expect(findInFiles([refid]), 'the files that know the payment').not.toEqual([]);
      expect(findInFiles(spell(number))).toEqual([]);
      expect(findInMemory(number)).toEqual([]);
    });
  });
}

test('row 31: a card number that is posted to us is found in our memory', async () => {
  expect(findInMemory(planted)).toEqual([]);
  const { hostname, port, host } = new URL(stack.site);
  const socket = connect(Number(port), hostname);
  const body = `cardNumber=${planted}&`;
  const head = [
    'POST /api/payment/pay HTTP/1.1',
    `host: ${host}`,
    `origin: ${stack.site}`,
    'content-type: application/x-www-form-urlencoded',
    `content-length: ${body.length + 100}`,
  ];
  try {
    // The body never ends: it is in memory for as long as the site waits for the rest.
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
    await expect.poll(() => findInMemory(planted), { timeout: 60_000 }).not.toEqual([]);
  } finally {
    socket.destroy();
  }
});
