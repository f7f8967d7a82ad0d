import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../start/project.mjs';
import { runProgram } from '../start/run-program.mjs';
import { findTool } from './tools';

const folder = findTool('lighthouse');

export function readLighthouseVersion(): string {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;
}

/** Times in ms; `lcp` with real throttling, `simulatedLcp` as simulated by Lighthouse. */
export type Paint = { lcp: number; simulatedLcp: number; tbt: number; cls: number };

/**
 * Audits a page as on a slow phone (CPU × 1/4) with slow 4G and an empty cache: once with real throttling, once with Lighthouse's simulated
 * throttling.
 *
 * @param page its cookies are sent as a header, since Lighthouse clears the browser's
 * @param port the browser's remote debugging port
 */
export async function auditPaint(page: { url: string; cookie?: string }, port: number): Promise<Paint> {
  const [throttled, simulated] = [
    await runLighthouse(page, port, 'devtools'),
    await runLighthouse(page, port, 'simulate'),
  ];
  return { ...simulated, simulatedLcp: simulated.lcp, lcp: throttled.lcp, cls: Math.max(throttled.cls, simulated.cls) };
}

/** Lighthouse sometimes misses the start of the navigation in its trace (NO_NAVSTART): the run is then repeated. */
const maximumRuns = 3;

async function runLighthouse(
  { url, cookie = '' }: { url: string; cookie?: string },
  port: number,
  throttling: 'devtools' | 'simulate',
  run = 1,
) {
  const { code, output } = await runProgram(
    process.execPath,
    [
      ...[join(folder, 'cli/index.js'), url, `--port=${port}`],
      ...[
        '--only-categories=performance',
        `--throttling-method=${throttling}`,
        '--output=json',
        '--quiet',
        '--no-enable-error-reporting',
      ],
      ...(cookie === '' ? [] : [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`]),
    ],
    { cwd: projectRoot },
  );
  const start = output.indexOf('{\n');
  if (start < 0) throw new Error(`Lighthouse failed on ${url} (exit code ${code}):\n${output}`);
  const { audits, finalDisplayedUrl, runtimeError } = JSON.parse(output.slice(start, output.lastIndexOf('}') + 1));
  if (runtimeError?.code === 'NO_NAVSTART' && run < maximumRuns)
    return runLighthouse({ url, cookie }, port, throttling, run + 1);
  if (code !== 0 || runtimeError !== undefined || finalDisplayedUrl !== url) {
    throw new Error(
      `Lighthouse opened ${finalDisplayedUrl} for ${url}: ${runtimeError?.message ?? `exit code ${code}`}`,
    );
  }
  const [lcp, tbt, cls] = ['largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'].map(
    (name) => audits[name].numericValue,
  );
  return { lcp, tbt, cls };
}
