import { readFile } from 'node:fs/promises';
import { OperatorError } from '@/cli/operator-client';
import { hashScript, scriptManifestSchema, type ScriptManifest } from './script-manifest';
import { verifyPage } from './verify-page';

export const usage = `npm run ops -- integrity URL...     pages as they are served against the scripts that were built here and the headers that they ought to have:
                               home, and a payment page of quick pay; exit code 1 for any difference`;

/** Milliseconds until the request for a page or a script times out. */
const timeoutMs = 15_000;

async function readManifest(): Promise<ScriptManifest> {
  const file = `${process.env['NEXT_DIST_DIR'] || '.next'}/script-manifest.json`;
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) throw new OperatorError(`${file} is missing: run it where the site was built.`);
  return scriptManifestSchema.parse(JSON.parse(text));
}

async function fetchFrom(url: string | URL): Promise<Response> {
  const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) }).catch(() => null);
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
export async function runIntegrityCommand(urls: readonly string[]): Promise<object> {
  if (urls.length === 0 || !urls.every((url) => URL.canParse(url))) throw new OperatorError(usage);
  const manifest = await readManifest();
  const differences: string[] = [];
  for (const url of urls) {
    const response = await fetchFrom(url);
    if (response.status !== 200) throw new OperatorError(`${url} answers ${response.status}.`);
    const found = verifyPage({ url, headers: response.headers, html: await response.text() }, manifest);
    differences.push(...found.map((difference) => `${url}: ${difference}`));
  }
  for (const origin of new Set(urls.map((url) => new URL(url).origin))) {
    differences.push(...(await verifyFiles(origin, manifest)));
  }
  if (differences.length > 0) throw new OperatorError(differences.join('\n'));
  return { pages: urls.length, scripts: Object.keys(manifest.scripts).length, differences: [] };
}
