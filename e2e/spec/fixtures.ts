import { spawn } from 'node:child_process';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import type { APIRequestContext, Locator } from '@playwright/test';
import { readForms } from '../fixtures/html-forms';
import { expect, test as journey } from '../fixtures/journey';
import { recordDataLayer, type DataLayerEvent } from '../fixtures/data-layer';
import { listen } from '../fixtures/partner-frame';
import { stack } from '../fixtures/stack';
import { randomClientAddress } from '../fixtures/test';

export { expect } from '../fixtures/journey';

export type Language = 'en' | 'ms';

/** English with scripts, Malay without: the two halves of what a page must do. */
export const variants = [
  { language: 'en', javaScriptEnabled: true },
  { language: 'ms', javaScriptEnabled: false },
] as const;

/** The fields of an order that every order has. */
export const order = {
  partnerKey: 'EBILL',
  items: [{ name: 'Decoder', amount: 12_900 }],
  currency: 'MYR',
  charges: [],
};

/** A site of its own, in front of a backend that a test plays. */
interface SeparateSite {
  readonly url: string;
  /** What the site has logged. */
  readonly log: () => string;
}

interface Specification {
  /** Restores the sandbox after a test of `@controls`, whether or not the test has passed. */
  restoreSandbox: void;
  /** Starts a site whose backend is `answer`, and returns it when it responds to requests. */
  startSite: (answer: RequestListener) => Promise<SeparateSite>;
  /** Returns the HTML of a page, in a language. */
  read: (path: string, language?: Language) => Promise<string>;
  /** Changes the common config, waits until the site has it, and restores the sandbox after the test. */
  configure: (values: Readonly<Record<string, unknown>>) => Promise<void>;
  /** The data layer of this visit, after consent. */
  events: readonly DataLayerEvent[];
}

/** Waits until the site's common config, which it keeps for five seconds, has these values. */
async function waitForConfig(request: APIRequestContext, values: Readonly<Record<string, unknown>>) {
  const read = async () => (await (await request.get(`${stack.site}/apg/util/config`)).json()) as unknown;
  await expect.poll(read, { timeout: 8_000 }).toMatchObject(values);
}

/** Returns a port that nobody listens on. */
async function findFreePort(): Promise<string> {
  const server = createServer();
  const { port } = new URL(await listen(server));
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export const test = journey.extend<Specification>({
  restoreSandbox: [
    async ({ sandbox }, use, { tags }) => {
      // The page is closed before the reset: it would ask for a payment that the reset deletes.
      await use();
      if (tags.includes('@controls')) await sandbox.reset();
    },
    { auto: true },
  ],
  startSite: async ({ request }, use, testInfo) => {
    const stops: (() => Promise<unknown>)[] = [];
    await use(async (answer) => {
      const backend = createServer(answer);
      const [backendUrl, port] = [await listen(backend), await findFreePort()];
      const url = `http://localhost:${port}`;
      const addresses = { PORT: port, PUBLIC_ORIGIN: url, BACKEND_URL: backendUrl, METRICS_PORT: await findFreePort() };
      const site = spawn(process.execPath, [join(__dirname, '../../tools/start/start.mjs')], {
        env: { ...process.env, ...addresses, SANDBOX: 'off', DATA_DIR: testInfo.outputPath('data') },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let log = '';
      for (const stream of [site.stdout, site.stderr]) stream.on('data', (text) => (log += String(text)));
      const exited = new Promise((resolve) => site.once('exit', resolve));
      stops.push(async () => {
        site.kill('SIGTERM');
        await exited;
        backend.closeAllConnections();
        backend.close();
      });
      const isUp = async () => (await request.get(`${url}/api/health`).catch(() => null))?.ok();
      await expect.poll(isUp, { timeout: 30_000, message: log }).toBe(true);
      return { url, log: () => log };
    });
    await Promise.all(stops.map((stop) => stop()));
  },
  read: async ({ playwright }, use) => {
    const headers = { 'x-forwarded-for': randomClientAddress() };
    const request = await playwright.request.newContext({ extraHTTPHeaders: headers });
    await use(async (path, language = 'en') => {
      const response = await request.get(new URL(path, stack.site).href, { headers: { 'accept-language': language } });
      return response.text();
    });
    await request.dispose();
  },
  configure: async ({ sandbox, page, playwright }, use) => {
    const request = await playwright.request.newContext();
    const before: Record<string, unknown> = await (await request.get(`${stack.site}/apg/util/config`)).json();
    const changed = new Set<string>();
    await use(async (values) => {
      for (const name of Object.keys(values)) changed.add(name);
      await sandbox.configure(values);
      await waitForConfig(request, values);
    });
    // A page that is still open would ask for a payment that the reset deletes.
    await page.goto('about:blank');
    await sandbox.reset();
    await waitForConfig(request, Object.fromEntries([...changed].map((name) => [name, before[name]])));
    await request.dispose();
  },
  events: async ({ context }, use) => use(await recordDataLayer(context)),
});

const contains = (words: string | RegExp) =>
  typeof words === 'string' ? new RegExp(words.replace(/[()/.*+?]/g, String.raw`\$&`)) : words;

/** Common words of Malay that are no English words: one of them is in each sentence of more than two words that a page shows. */
const malayWord =
  /\b(ada|akaun|anda|atau|bahawa|bagi|batal|bayaran|boleh|bulan|cuba|dalam|dan|dengan|dibatalkan|diperlukan|e[-‑]mel|hendaklah|ialah|ini|jumlah|kad|kami|kurang|lagi|masukkan|melebihi|membuat|nama|nombor|oleh|pada|pilih|sah|semula|sila|telah|telefon|tidak|untuk|wajib|yang)\b/i;

/** What the words of both languages have in common: amounts and formats such as RM3,000 and 601XXXXXXXXX. */
const valuesIn = (words: string | RegExp) =>
  typeof words === 'string' ? (words.match(/RM ?[\d,]+|601X+/g) ?? []).map((value) => value.replace('RM ', 'RM')) : [];

/** Expects words in Malay: not the English ones, but words of that language with the same amounts. */
function expectMalay(shown: string, words: string | RegExp) {
  expect(shown).toMatch(malayWord);
  expect(shown).not.toMatch(contains(words));
  for (const value of valuesIn(words)) expect(shown.replaceAll('RM ', 'RM')).toContain(value);
}

/** Expects the English words of the specification on the English page; in Malay the sentence of that language in the same place. */
export async function expectWords(place: Locator, language: Language, words: string | RegExp) {
  if (language === 'en') return expect(place).toContainText(words);
  await expect(place).toContainText(malayWord);
  expectMalay(await place.innerText(), words);
}

/** Expects the English words of the specification in the English HTML of a page, and Malay instead in the other. */
export function expectWordsIn(text: string, language: Language, words: string | RegExp) {
  if (language === 'en') expect(text).toMatch(contains(words));
  else expectMalay(text, words);
}

/** Expects a field in error, with the words in its accessible description. */
export async function expectFieldError(field: Locator, language: Language, words: string | RegExp) {
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  if (language === 'en') return expect(field).toHaveAccessibleDescription(contains(words));
  await expect(field).toHaveAccessibleDescription(malayWord);
  const describedBy = (await field.getAttribute('aria-describedby')) ?? '';
  const texts = describedBy.split(' ').map((id) => field.page().locator(`[id="${id}"]`).innerText());
  expectMalay((await Promise.all(texts)).join(' '), words);
}

/** Returns the page's text, without tags. */
export const textOf = (html: string) =>
  html
    .replace(/<(script|style)\b.*?<\/\1>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');

/** Returns the value of a stable name, in HTML. */
export const valueOf = (html: string, name: string) =>
  new RegExp(`data-testid="${name}"[^>]*>([^<]*)<`).exec(html)?.[1]?.trim() ?? null;

export const hasForm = (html: string, url: string) => readForms(html).some((form) => form.url === url);
