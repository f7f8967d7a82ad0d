import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '../../start/project.mjs';
import { loadPage } from '../load-generator.mjs';
import { placePage } from '../payer-steps.mjs';
import { sumByOwner } from '../profile-owners.mjs';
import { withFolder, withStackOnPostgres } from '../stack.mjs';

/** The page with the most on it. */
const profiled = 'payment';
const shownFiles = 15;

/** @param {string} file that is written at once @returns {Promise<import('node:inspector').Profiler.Profile>} */
async function readWhenThere(file) {
  const deadline = Date.now() + 60_000;
  while (!existsSync(file)) {
    if (Date.now() > deadline) throw new Error('the site has written no profile');
    await pause(50);
  }
  // Written in one go, but not read before it is whole.
  for (;;) {
    const text = await readFile(file, 'utf8');
    if (text.endsWith('}')) return JSON.parse(text);
    await pause(50);
  }
}

/** @param {ReadonlyMap<string, number>} times µs @param {number} requests */
function listTimes(times, requests) {
  const all = [...times.values()].reduce((sum, time) => sum + time, 0);
  return [...times]
    .toSorted(([, one], [, other]) => other - one)
    .map(([name, time]) => ({ name, perRequest: time / 1_000 / requests, share: time / all }));
}

/**
 * Whose code the site's processor works on while the payment page is asked for.
 *
 * @param {import('../options.mjs').BenchOptions} options
 * @returns {Promise<Omit<import('../records').ProfileRecord, 'machine' | 'isQuick'>>}
 */
export function measureProfile({ warmUp, rounds, seconds }) {
  return withFolder((folder) => {
    const file = join(folder, 'site.cpuprofile');
    const before = pathToFileURL(join(projectRoot, 'tools/bench/profile-on-signal.mjs')).href;
    const siteEnvironment = { NODE_OPTIONS: `--import ${before}`, PROFILE_FILE: file };
    return withStackOnPostgres({ siteEnvironment }, async (stack) => {
      const page = await placePage(stack, profiled);
      await loadPage(page, warmUp);
      stack.service('site').send('SIGUSR2');
      const { requests } = await loadPage(page, rounds * seconds);
      stack.service('site').send('SIGUSR2');
      const { owners, files } = sumByOwner(await readWhenThere(file));
      const longest = listTimes(files, requests).slice(0, shownFiles);
      return { page: profiled, requests, owners: listTimes(owners, requests), files: longest };
    });
  });
}
