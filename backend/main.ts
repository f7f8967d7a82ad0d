import { setTimeout as pause } from 'node:timers/promises';
import { readBackendConfiguration, type BackendConfiguration } from '@/lib/configuration/backend';
import { listenForMetrics } from '@/lib/telemetry/metrics/server';
import { startTracing } from '@/lib/telemetry/tracing/exporter';
import { hourMs } from './clock';
import { assembleBackend } from './assemble';
import { createGsmaSettings, type GsmaSettings } from './billers/gsma/settings';
import { openStore } from './db/database';
import { SandboxStore } from './db/sandbox-store';
import { createGateways } from './gateways-wiring';
import { createGatewaySettings } from './gateways/settings';
import { createLog, describeError } from './http/log';
import { loadSandbox, SandboxMissing } from './load-sandbox';
import { healthRefreshMs } from './provider-health/service';
import type { Sandbox } from './sandbox';

/** Returns the configured settings, with those that the sandbox generates: without the sandbox the configuration is complete. */
function readSettings(configuration: BackendConfiguration, sandbox: Sandbox | null) {
  const { backendUrl, cardDataKey, cardKey, dataDir, gateways, postsCardsDirectly, publicOrigin } = configuration;
  const own = { siteOrigin: publicOrigin, backendUrl, postsCardsDirectly };
  if (sandbox !== null) {
    return {
      gatewaySettings: sandbox.describeGateways(own, dataDir),
      cardKey: cardKey ?? sandbox.loadCardKey(dataDir),
      cardDataKey: cardDataKey ?? sandbox.loadCardDataKey(dataDir),
    };
  }
  if (gateways === null || cardKey === null || cardDataKey === null) throw new Error('the configuration is incomplete');
  return { gatewaySettings: createGatewaySettings(gateways, own), cardKey, cardDataKey };
}

/** The settings of the connector `gsma`: by default the sandbox's simulator. */
function readGsmaSettings(
  { backendUrl, dataDir, gsma }: BackendConfiguration,
  sandbox: Sandbox | null,
): GsmaSettings | null {
  if (gsma === null) return null;
  const endpoint = gsma.endpoint ?? sandbox?.describeGsmaBiller(dataDir) ?? null;
  if (endpoint === null) throw new Error('the configuration is incomplete');
  return createGsmaSettings(gsma, endpoint, { backendUrl });
}

/** An error that the operator must fix: it is printed as one line, without a stack. */
class PlainFailure extends Error {}

/** The time limit of requests in progress after SIGTERM, ms. */
const drainMs = 10_000;

async function main(): Promise<void> {
  const read = readBackendConfiguration(process.env);
  if (!read.ok) throw new PlainFailure(read.error.join('\n'));
  const configuration = read.value;
  const sandbox = configuration.isSandbox ? await loadSandbox(configuration) : null;
  const { gatewaySettings, cardKey, cardDataKey } = readSettings(configuration, sandbox);
  const log = createLog(configuration.logLevel);
  const stopTracing =
    configuration.tracing === null
      ? null
      : await startTracing('ebill-backend', configuration.tracing, () => log.error({ event: 'trace export failed' }));
  let isDraining = false;
  const store = await openStore(configuration);
  const { app, jobs, metrics, services } = await assembleBackend({
    ...configuration,
    store,
    log,
    sandbox,
    cardKey,
    cardDataKey,
    gsma: readGsmaSettings(configuration, sandbox),
    isDraining: () => isDraining,
    isMeasured: configuration.metrics !== null,
    createGateways: (clock, carrier) => createGateways(gatewaySettings, configuration.methodGateways, clock, carrier),
  }).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  await listen(app, configuration);
  if (metrics !== null && configuration.metrics !== null) {
    listenForMetrics(metrics.registry, configuration.metrics, (error) =>
      log.error({ event: 'metrics not served', error: describeError(error) }),
    );
    const checkJournal = () =>
      metrics
        .checkJournal()
        .catch((error: unknown) => log.error({ event: 'journal not checked', error: describeError(error) }));
    void checkJournal();
    setInterval(() => void checkJournal(), hourMs).unref();
  }
  jobs.start();
  const readHealth = () =>
    services.providerHealth
      .refresh()
      .catch((error: unknown) => log.error({ event: 'provider health not read', error: describeError(error) }));
  void readHealth();
  setInterval(() => {
    if (!isDraining) void readHealth();
  }, healthRefreshMs).unref();
  log.info({ event: 'listening' });

  const shutDown = async () => {
    if (isDraining) return;
    isDraining = true;
    // Load balancers see that the process is not ready before it stops listening.
    await pause(configuration.drainSeconds * 1000);
    const forced = setTimeout(() => process.exit(0), drainMs);
    forced.unref();
    await app.close();
    await jobs.stop();
    await store.close();
    await stopTracing?.();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void shutDown());
}

async function listen(
  app: Awaited<ReturnType<typeof assembleBackend>>['app'],
  { host, port }: BackendConfiguration,
): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      throw new PlainFailure(
        `Port ${port} of the backend is taken: stop what uses it, or set BACKEND_PORT to another.`,
      );
    }
    throw error;
  }
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : 'the backend could not start');
  if (
    error instanceof Error &&
    !(error instanceof PlainFailure) &&
    !(error instanceof SandboxStore) &&
    !(error instanceof SandboxMissing) &&
    error.name !== 'FolderInUse'
  )
    console.error(error.stack);
  process.exit(1);
});
