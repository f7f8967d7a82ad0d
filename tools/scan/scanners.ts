import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runProgram } from '../start/run-program.mjs';

export interface Target {
  /** Origin. */
  site: string;
  /** URLs of pages, some with the reference of a payment. */
  pages: readonly string[];
  /** Forms of the pages. */
  forms: readonly { url: string; body: string }[];
  /** For the scanners' output. */
  folder: string;
}

export type ScanReport = { readonly findings: readonly string[]; readonly scope: string };

/**
 * All of wapiti's modules but those that need its own server (ssrf, xxe), its databases (nikto, buster, wapp) or accounts, and `csrf`, which
 * looks for tokens: the site checks Origin instead.
 */
const wapitiModules =
  'backup,blindsql,cookieflags,crlf,csp,exec,file,htaccess,http_headers,methods,permanentxss,redirect,shellshock,sql,xss';

/** False positives, each with its reason. */
const wapitiFalsePositives = [
  // The scan uses http; over https cookies are secure, and Strict-Transport-Security is sent.
  { kind: 'Secure Flag cookie', info: /./ },
  { kind: 'HTTP Secure Headers', info: /Strict-Transport-Security/ },
  // Obsolete, replaced by Content-Security-Policy.
  { kind: 'HTTP Secure Headers', info: /X-XSS-Protection/ },
  // Two routes accept any suffix, and show their ordinary page.
  { kind: 'Backup file', info: /found for \S+\/(?:epayment\/entry|view\/dcb)$/ },
];

export async function runWapiti({ site, pages, folder }: Target): Promise<ScanReport> {
  const report = join(folder, 'wapiti.json');
  const starts = pages.flatMap((page) => ['--start', page]);
  const limits = ['--max-scan-time', '120', '--max-attack-time', '60', '--depth', '4', '--timeout', '15'];
  const stores = ['--store-session', join(folder, 'session'), '--store-config', join(folder, 'config')];
  const { output } = await runProgram('wapiti', [
    ...['--url', `${site}/`, '--scope', 'folder', ...starts, '--module', wapitiModules, ...limits, ...stores],
    ...['--format', 'json', '--output', report, '--flush-session', '--no-bugreport', '--verbose', '1'],
  ]);
  const {
    vulnerabilities,
    anomalies,
  }: {
    vulnerabilities: Record<string, { info: string; curl_command: string }[]>;
    anomalies: Record<string, { info: string; curl_command: string }[]>;
  } = JSON.parse(await readFile(report, 'utf8'));
  const findings = [...Object.entries(vulnerabilities), ...Object.entries(anomalies)].flatMap(([kind, entries]) =>
    entries
      .filter(({ info }) => !wapitiFalsePositives.some((known) => known.kind === kind && known.info.test(info)))
      .map(({ info, curl_command }) => `${kind}: ${info}\n    ${curl_command}`),
  );
  const found = Number(/found (\d+) URLs and forms/.exec(output)?.[1] ?? 0);
  if (found <= pages.length) findings.push(`it discovered nothing beyond the given pages: ${found} URLs\n${output}`);
  return { findings, scope: `${found} URLs and forms` };
}

export async function runSqlmap({ pages, forms, folder }: Target): Promise<ScanReport> {
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
  return { findings, scope: `${requests.length} requests` };
}

/** Milliseconds in which a page must load during an attack. */
const loadTimeoutMs = 5_000;

/** Slow headers, slow bodies and slow reads: the site must serve other clients meanwhile, and close the slow connections. */
export async function runSlowHttpTest({ site, forms }: Target): Promise<ScanReport> {
  const findings = [];
  const attacks = {
    'slow headers': ['-H', '-u', `${site}/`],
    'slow bodies': ['-B', '-s', '8192', '-u', forms[0]?.url ?? ''],
    'slow reads': ['-X', '-w', '10', '-y', '20', '-n', '5', '-z', '32', '-k', '3', '-u', `${site}/apg/help`],
  };
  for (const [name, parameters] of Object.entries(attacks)) {
    const attack = runProgram('slowhttptest', [
      ...['-c', '300', '-r', '150', '-i', '5', '-l', '45', '-p', '3'],
      ...parameters,
    ]);
    let isOver = false;
    void attack.then(() => (isOver = true));
    while (!isOver) {
      const start = performance.now();
      const response = await fetch(`${site}/`, { signal: AbortSignal.timeout(loadTimeoutMs) }).catch(() => null);
      await response?.arrayBuffer().catch(() => {});
      const durationMs = Math.round(performance.now() - start);
      if (response?.status !== 200)
        findings.push(`${name}: another client got ${response?.status ?? 'no response'} after ${durationMs} ms`);
      await Promise.race([attack, pause(1_000)]);
    }
    const { output } = await attack;
    if (!/Exit status/.test(output)) findings.push(`${name}: it did not run\n${output}`);
    const held = /connected:\s+(\d+)/.exec(output.slice(output.lastIndexOf('initializing')))?.[1];
    if (/Hit test time limit/.test(output) && Number(held) > 0)
      findings.push(`${name}: ${held} connections were still held after 45 s`);
  }
  return { findings, scope: `${Object.keys(attacks).length} attacks, 300 connections each` };
}
