import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../start/project.mjs';
import { runProgram } from '../start/run-program.mjs';
import { findTool } from './tools';

const folder = findTool('lighthouse');

export function readLighthouseVersion(): string {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;
}

/** times in ms */
export type Paint = { lcp: number; reckonedLcp: number; tbt: number; cls: number };

/**
 * Looks at a page on a cheap phone (four times as slow) on slow 4G with nothing cached: once slowed down in earnest, and once as
 * Lighthouse does by itself, which is at full speed and reckoned from that.
 * @param page its cookies are sent with each request, so that it may forget all others before it begins
 * @param port where a browser takes orders
 */
export async function auditPaint(page: { url: string; cookie?: string }, port: number): Promise<Paint> {
  const [slowed, reckoned] = [await runLighthouse(page, port, 'devtools'), await runLighthouse(page, port, 'simulate')];
  return { ...reckoned, reckonedLcp: reckoned.lcp, lcp: slowed.lcp, cls: Math.max(slowed.cls, reckoned.cls) };
}

/** Lighthouse sometimes misses the start of the navigation in its trace, and asks to be run again. */
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
  const begin = output.indexOf('{\n');
  if (begin < 0) throw new Error(`Lighthouse failed on ${url} (exit code ${code}):\n${output}`);
  const { audits, finalDisplayedUrl, runtimeError } = JSON.parse(output.slice(begin, output.lastIndexOf('}') + 1));
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
