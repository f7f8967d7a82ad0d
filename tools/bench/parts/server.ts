import { setTimeout as pause } from 'node:timers/promises';
import { measureBankLists } from '../bank-lists';
import { withBarePages } from '../bare';
import { measureJourneys, openPages } from '../journeys';
import { loadPage, measurePageLoads } from '../page-load';
import { readMemory } from '../machine';
import { withDedicatedCpu } from '../cpu-affinity';
import { withStackOnPostgres } from '../stack';
import type { ServerRecord, Unmeasured } from '../records';
import type { BenchOptions } from '../options';

/** Milliseconds after which the memory of a started server has settled. */
const settleMs = 5_000;

/** Load-tests the site on one CPU: each page and a bare one, journeys, and memory. */
export function measureServer(options: BenchOptions): Promise<Unmeasured<ServerRecord>> {
  return withBarePages(({ bare, floor }) =>
    withDedicatedCpu((pinToCpu) =>
      withStackOnPostgres({}, async (stack, { version }) => {
        const [site, backend] = [stack.servers.site, stack.servers.backend];
        const isPinned = [site, bare.server, floor.server].map(({ pid }) => pinToCpu(pid)).every(Boolean);
        await pause(settleMs);
        const idle = { site: readMemory(site.pid), backend: readMemory(backend.pid) };

        const opened = (await openPages(stack)).map((page) => ({ ...page, server: site }));
        const targets = [{ name: 'floor', ...floor }, { name: 'bare', ...bare }, ...opened];
        for (const target of targets) await loadPage(target, options.warmUp);
        const pages = await measurePageLoads(targets, options);
        const journeys = await measureJourneys(stack, options);
        const banks = await measureBankLists(stack, pinToCpu, options);
        const sitePages = pages.filter(({ name }) => opened.some((page) => page.name === name));
        const loaded = {
          site: Math.max(readMemory(site.pid), ...sitePages.map(({ memory }) => memory)),
          backend: readMemory(backend.pid),
        };
        return { postgresql: version, isDivided: isPinned, pages, journeys, banks, memory: { idle, loaded } };
      }),
    ),
  );
}
