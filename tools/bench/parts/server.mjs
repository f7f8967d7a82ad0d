import { setTimeout as pause } from 'node:timers/promises';
import { measureBankLists } from '../bank-lists.mjs';
import { withBarePages } from '../bare.mjs';
import { measureJourneys } from '../journeys.mjs';
import { loadPage } from '../load-generator.mjs';
import { readMemory } from '../machine.mjs';
import { measureLoads } from '../measured-load.mjs';
import { placePages } from '../payer-steps.mjs';
import { withDividedProcessors } from '../processors.mjs';
import { withStackOnPostgres } from '../stack.mjs';

/** @typedef {import('../records').ServerRecord} ServerRecord */

/** How long a server gets to put away what its start has left behind, ms. */
const settleMs = 5_000;

/**
 * What the site bears on one processor: each page beside a bare one, whole journeys, and how much memory that takes.
 *
 * @param {import('../options.mjs').BenchOptions} options
 * @returns {Promise<Omit<ServerRecord, 'machine' | 'isQuick'>>}
 */
export function measureServer(options) {
  return withBarePages(({ bare, floor }) =>
    withDividedProcessors((giveProcessor) =>
      withStackOnPostgres({}, async (stack, { version }) => {
        const [site, backend] = [stack.service('site'), stack.service('backend')];
        const isDivided = [site, bare.service, floor.service].map(({ pid }) => giveProcessor(pid)).every(Boolean);
        await pause(settleMs);
        const idle = { site: readMemory(site.pid), backend: readMemory(backend.pid) };

        const placed = (await placePages(stack)).map((page) => ({ ...page, service: site }));
        const targets = [{ name: 'floor', ...floor }, { name: 'bare', ...bare }, ...placed];
        for (const target of targets) await loadPage(target, options.warmUp);
        const pages = await measureLoads(targets, options);
        const journeys = await measureJourneys(stack, options);
        const banks = await measureBankLists(stack, giveProcessor, options);
        const ofSite = pages.filter(({ name }) => placed.some((page) => page.name === name));
        const loaded = {
          site: Math.max(readMemory(site.pid), ...ofSite.map(({ memory }) => memory)),
          backend: readMemory(backend.pid),
        };
        return { postgresql: version, isDivided, pages, journeys, banks, memory: { idle, loaded } };
      }),
    ),
  );
}
