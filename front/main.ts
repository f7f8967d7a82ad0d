import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import next from 'next';
import { z } from 'zod';
import { readSiteConfiguration } from '@/lib/configuration/site';
import { captureConsole } from '@/lib/telemetry/log/capture-console';
import { createJsonLog } from '@/lib/telemetry/log/json-log';
import { createRoutePatternFinder, type FindRoutePattern } from '@/lib/telemetry/metrics/route-patterns';
import { listenForMetrics } from '@/lib/telemetry/metrics/server';
import { createSiteMetrics } from '@/lib/telemetry/metrics/site-metrics';
import { startTracing } from '@/lib/telemetry/tracing/exporter';
import { watchEventLoop } from './event-loop';
import { forwardUpgrades } from './hot-reload';
import { listAllowedHosts } from './request-validation';
import { createFront, drainServer } from './server';
import { createStaticFiles } from './static-files';
import { traceRequests } from './traced-handler';

const frontLog = createJsonLog('front', 'info');

function log(level: 'info' | 'error', entry: Readonly<Record<string, unknown>>): void {
  frontLog[level]({ ...entry });
}

const patternsSchema = z.record(z.string(), z.string());

/** Next's list of built routes, so that new routes are measured by name, too. */
function readRoutePatterns(build: string): FindRoutePattern {
  const manifest: unknown = JSON.parse(readFileSync(join(build, 'app-path-routes-manifest.json'), 'utf8'));
  return createRoutePatternFinder(Object.values(patternsSchema.parse(manifest)));
}

const builtWithSchema = z.object({ config: z.record(z.string(), z.unknown()) });

/** Next uses the configuration of the build, as its standalone server does: no source file is read. */
function useBuildConfiguration(build: string): void {
  const built: unknown = JSON.parse(readFileSync(join(build, 'required-server-files.json'), 'utf8'));
  process.env['__NEXT_PRIVATE_STANDALONE_CONFIG'] = JSON.stringify(builtWithSchema.parse(built).config);
}

async function main(): Promise<void> {
  const read = readSiteConfiguration(process.env);
  if (!read.ok) {
    console.error(read.error.join('\n'));
    process.exitCode = 1;
    return;
  }
  const settings = read.value;
  const isDevelopment = process.env['NODE_ENV'] === 'development';
  if (isDevelopment && !settings.isLocal) {
    console.error(
      `NODE_ENV=development relaxes the policy of pages: not at ${settings.publicOrigin}, only at localhost.`,
    );
    process.exitCode = 1;
    return;
  }
  const build = join(process.cwd(), process.env['NEXT_DIST_DIR'] || '.next');
  if (!isDevelopment) useBuildConfiguration(build);
  // Next attaches its upgrade handler to this server, which never listens.
  const nextServer = createServer();
  const site = next({
    dev: isDevelopment,
    dir: process.cwd(),
    port: settings.port,
    hostname: new URL(settings.publicOrigin).hostname,
    httpServer: nextServer,
    quiet: !isDevelopment,
  });
  await site.prepare();
  // From here on requests cause the console output; in development it is printed for the developer.
  if (!isDevelopment) captureConsole(frontLog);

  const files = join(build, 'static');
  const serveFile = !isDevelopment && existsSync(files) ? createStaticFiles(files) : undefined;
  // In development there is no list of routes.
  const listPatterns = () => (isDevelopment ? createRoutePatternFinder([]) : readRoutePatterns(build));
  let isDraining = false;
  const stopTracing =
    settings.tracing === null
      ? null
      : await startTracing('ebill-site', settings.tracing, () => log('error', { msg: 'trace export failed' }));
  const handle = site.getRequestHandler();
  const metrics = settings.metrics === null ? null : createSiteMetrics(listPatterns(), () => isDraining);
  const server = createFront({
    settings,
    handle: stopTracing === null ? handle : traceRequests(handle, listPatterns()),
    serveFile,
    isDraining: () => isDraining,
    isDevelopment,
    // A development server compiles pages on its event loop, while requests wait.
    ...(isDevelopment ? { maxInProgress: null } : { measureDelay: watchEventLoop().measureDelay }),
    ...(metrics !== null && { onResponse: metrics.countRequest }),
    log,
  });
  const closeWebSockets = isDevelopment
    ? forwardUpgrades(server, nextServer, listAllowedHosts(settings.publicOrigin, settings.port))
    : null;
  server.once('error', (error) => {
    process.stderr.write(`The site cannot listen on port ${settings.port}: ${error.message}\n`);
    process.exit(1);
  });
  const leave = async () => {
    if (isDraining) return;
    isDraining = true;
    // Load balancers see that it is not ready before the server closes.
    await pause(settings.drainSeconds * 1000);
    closeWebSockets?.();
    await drainServer(server);
    await site.close();
    await stopTracing?.();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void leave());
  if (metrics !== null && settings.metrics !== null) {
    listenForMetrics(metrics.registry, settings.metrics, ({ message }) =>
      log('error', { msg: 'metrics are not served', reason: message }),
    );
  }
  server.listen(settings.port);
}

await main();
