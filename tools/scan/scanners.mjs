import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runProgram } from '../start/run-program.mjs';

/**
 * @typedef {object} Target
 * @property {string} site origin, as scanners reach it
 * @property {readonly string[]} pages addresses of pages that are in use, with references of a real payment
 * @property {readonly { url: string, body: string }[]} forms posts that the pages make
 * @property {string} folder for what the scanners write
 */

/** @typedef {{ readonly findings: readonly string[], readonly seen: string }} Verdict what was found, and how much was looked at */

/** Everything of wapiti but what needs a server of its maker (ssrf, xxe), its lists (nikto, buster, wapp) or accounts; and but `csrf`, which looks for tokens: ours is the Origin's check. */
const wapitiModules =
  'backup,blindsql,cookieflags,crlf,csp,exec,file,htaccess,http_headers,methods,permanentxss,redirect,shellshock,sql,xss';

/** What is right here although it is reported: each with its reason. */
const expectedOfWapiti = [
  // Spoken over plain http on this machine; over https the cookies have it, and Strict-Transport-Security is sent.
  { kind: 'Secure Flag cookie', info: /./ },
  { kind: 'HTTP Secure Headers', info: /Strict-Transport-Security/ },
  // An old header of browsers that are gone; the Content-Security-Policy takes its place.
  { kind: 'HTTP Secure Headers', info: /X-XSS-Protection/ },
  // Two prefixes answer whatever follows them, with their ordinary page.
  { kind: 'Backup file', info: /found for \S+\/(?:epayment\/entry|view\/dcb)$/ },
];

/** @param {Target} target @returns {Promise<Verdict>} */
export async function runWapiti({ site, pages, folder }) {
  const report = join(folder, 'wapiti.json');
  const starts = pages.flatMap((page) => ['--start', page]);
  const limits = ['--max-scan-time', '120', '--max-attack-time', '60', '--depth', '4', '--timeout', '15'];
  const stores = ['--store-session', join(folder, 'session'), '--store-config', join(folder, 'config')];
  const { output } = await runProgram('wapiti', [
    ...['--url', `${site}/`, '--scope', 'folder', ...starts, '--module', wapitiModules, ...limits, ...stores],
    ...['--format', 'json', '--output', report, '--flush-session', '--no-bugreport', '--verbose', '1'],
  ]);
  /** @type {{ vulnerabilities: Record<string, { info: string, curl_command: string }[]>, anomalies: Record<string, { info: string, curl_command: string }[]> }} */
  const { vulnerabilities, anomalies } = JSON.parse(await readFile(report, 'utf8'));
  const findings = [...Object.entries(vulnerabilities), ...Object.entries(anomalies)].flatMap(([kind, entries]) =>
    entries
      .filter(({ info }) => !expectedOfWapiti.some((expected) => expected.kind === kind && expected.info.test(info)))
      .map(({ info, curl_command }) => `${kind}: ${info}\n    ${curl_command}`),
  );
  const found = Number(/found (\d+) URLs and forms/.exec(output)?.[1] ?? 0);
  if (found <= pages.length) findings.push(`it found no more than it was told of: ${found} addresses\n${output}`);
  return { findings, seen: `${found} addresses and forms` };
}

/** @param {Target} target @returns {Promise<Verdict>} */
export async function runSqlmap({ pages, forms, folder }) {
  const requests = [...pages.filter((page) => page.includes('?')).map((url) => ({ url, body: '' })), ...forms];
  const findings = [];
  for (const { url, body } of requests) {
    const home = join(folder, 'sqlmap');
    await mkdir(home, { recursive: true });
    const { output } = await runProgram('sqlmap', [
      ...['--url', url, ...(body === '' ? [] : ['--data', body]), '--batch', '--level', '2', '--risk', '1'],
      ...['--dbms', 'PostgreSQL', '--flush-session', '--disable-coloring', '--output-dir', home, '--ignore-code', '*'],
    ]);
    if (/do(?:es)? not (?:appear|seem) to be injectable/.test(output) && !/is vulnerable/.test(output)) continue;
    findings.push(`${url} ${body}\n${output.trimEnd().split('\n').slice(-8).join('\n')}`);
  }
  return { findings, seen: `${requests.length} requests` };
}

/** How long a page may take while others hold connections open, ms. */
const patience = 5_000;

/** Slow heads, slow bodies and slow readers: the site must answer others meanwhile, and let go of them. @param {Target} target @returns {Promise<Verdict>} */
export async function runSlowHttpTest({ site, forms }) {
  const findings = [];
  const ways = {
    'slow heads': ['-H', '-u', `${site}/`],
    'slow bodies': ['-B', '-s', '8192', '-u', forms[0]?.url ?? ''],
    'slow readers': ['-X', '-w', '10', '-y', '20', '-n', '5', '-z', '32', '-k', '3', '-u', `${site}/apg/help`],
  };
  for (const [name, parameters] of Object.entries(ways)) {
    const attack = runProgram('slowhttptest', [
      '-c',
      '300',
      '-r',
      '150',
      '-i',
      '5',
      '-l',
      '45',
      '-p',
      '3',
      ...parameters,
    ]);
    let over = false;
    void attack.then(() => (over = true));
    while (!over) {
      const began = performance.now();
      const answer = await fetch(`${site}/`, { signal: AbortSignal.timeout(patience) }).catch(() => null);
      await answer?.arrayBuffer().catch(() => {});
      const took = Math.round(performance.now() - began);
      if (answer?.status !== 200)
        findings.push(`${name}: another payer got ${answer?.status ?? 'no answer'} after ${took} ms`);
      await Promise.race([attack, pause(1_000)]);
    }
    const { output } = await attack;
    if (!/Exit status/.test(output)) findings.push(`${name}: it did not run\n${output}`);
    const held = /connected:\s+(\d+)[^]*?$/.exec(output.slice(output.lastIndexOf('initializing')))?.[1];
    if (/Hit test time limit/.test(output) && Number(held) > 0)
      findings.push(`${name}: ${held} connections were still held after 45 s`);
  }
  return { findings, seen: `${Object.keys(ways).length} ways, 300 connections each` };
}
