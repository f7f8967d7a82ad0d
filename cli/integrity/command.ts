import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { routes } from '@/lib/routes';
import { OperatorError } from '@/cli/operator-client';
import { hashScript, scriptManifestSchema, type ScriptManifest } from './script-manifest';
import { verifyPage } from './verify-page';

export const usage = `npm run ops -- integrity URL...     pages as they are served against the scripts that were built here and the headers that they ought to have:
                               home, and a payment page of quick pay; exit code 1 for any difference.
                               --card-target ORIGIN --cookie TEXT: for ${routes.cardEntry}, the origin of the gateway to which
                               the browser posts the card, and the cookies of the visit that began the payment`;

const options = { 'card-target': { type: 'string' }, cookie: { type: 'string' } } as const;

function readParameters(parameters: readonly string[]) {
  try {
    const { positionals: urls, values } = parseArgs({ args: [...parameters], options, allowPositionals: true });
    const target = values['card-target'];
    const areUrls =
      urls.length > 0 && [...urls, ...(target === undefined ? [] : [target])].every((url) => URL.canParse(url));
    if (!areUrls) throw new OperatorError(usage);
    return { urls, cookie: values.cookie, cardTarget: target === undefined ? null : new URL(target).origin };
  } catch {
    throw new OperatorError(usage);
  }
}

/** Milliseconds until the request for a page or a script times out. */
const timeoutMs = 15_000;

async function readManifest(): Promise<ScriptManifest> {
  const file = `${process.env['NEXT_DIST_DIR'] || '.next'}/script-manifest.json`;
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) throw new OperatorError(`${file} is missing: run it where the site was built.`);
  return scriptManifestSchema.parse(JSON.parse(text));
}

async function fetchFrom(url: string | URL, cookie?: string): Promise<Response> {
  const headers: Record<string, string> = cookie === undefined ? {} : { cookie };
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, { redirect: 'manual', headers, signal }).catch(() => null);
  if (response === null) throw new OperatorError(`${url} does not answer.`);
  return response;
}

/** All built scripts, also those that a page loads on interaction. */
async function verifyFiles(origin: string, { scripts }: ScriptManifest): Promise<readonly string[]> {
  const differences: string[] = [];
  for (const [path, hash] of Object.entries(scripts)) {
    const response = await fetchFrom(new URL(path, origin));
    const content = Buffer.from(await response.arrayBuffer());
    if (response.status !== 200) differences.push(`${path} answers ${response.status}`);
    else if (hashScript(content) !== hash) differences.push(`${path} is not what was built`);
  }
  return differences;
}

/** Checks pages of a site. Throws an OperatorError with the differences, one per line, if there are any. */
export async function runIntegrityCommand(parameters: readonly string[]): Promise<object> {
  const { urls, cookie, cardTarget: target } = readParameters(parameters);
  const manifest = await readManifest();
  const differences: string[] = [];
  for (const url of urls) {
    const isCardEntry = new URL(url).pathname === routes.cardEntry;
    const response = await fetchFrom(url, isCardEntry ? cookie : undefined);
    if (response.status !== 200) throw new OperatorError(`${url} answers ${response.status}.`);
    const cardTarget = isCardEntry ? target : null;
    const page = { url, headers: response.headers, html: await response.text(), cardTarget };
    const found = verifyPage(page, manifest);
    differences.push(...found.map((difference) => `${url}: ${difference}`));
  }
  for (const origin of new Set(urls.map((url) => new URL(url).origin))) {
    differences.push(...(await verifyFiles(origin, manifest)));
  }
  if (differences.length > 0) throw new OperatorError(differences.join('\n'));
  return { pages: urls.length, scripts: Object.keys(manifest.scripts).length, differences: [] };
}
