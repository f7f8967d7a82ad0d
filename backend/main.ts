import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readBackendConfiguration, type BackendConfiguration } from '@/lib/configuration/backend';
import { listenForMetrics } from '@/lib/telemetry/metrics/server';
import { startTracing } from '@/lib/telemetry/tracing/exporter';
import { assembleBackend } from './assemble';
import { generateCardDataKey } from './cards/encryption';
import { openStore } from './db/database';
import { createGateways } from './gateways-wiring';
import { createGatewaySettings, type GatewaySettings } from './gateways/settings';
import { createLog, describeError } from './http/log';
import { describeSandboxGateways } from '../sandbox/gateway-settings';
import { SandboxStore } from '../sandbox/store-mark';

/** In the sandbox alone: keeps a secret that nobody has configured, so that what it sealed opens after the next start. */
function keepSandboxSecret(dataDir: string, name: string, make: () => string): string {
  const folder = join(dataDir, 'keys');
  const file = join(folder, name);
  try {
    return readFileSync(file, 'utf8');
  } catch {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const secret = make();
    writeFileSync(file, secret, { mode: 0o600 });
    return secret;
  }
}

function findGatewaySettings(configuration: BackendConfiguration): GatewaySettings {
  const { backendUrl, banksOrigin, dataDir, gateways, publicOrigin } = configuration;
  const own = { siteOrigin: publicOrigin, backendUrl };
  return gateways === null
    ? describeSandboxGateways({ ...own, banksUrl: banksOrigin, dataDir })
    : createGatewaySettings(gateways, own);
}

/** Something that the operator must mend: one line says what. */
class PlainFailure extends Error {}

/** How long requests under way may take after the order to stop, ms. */
const drainMs = 10_000;

async function main(): Promise<void> {
  const read = readBackendConfiguration(process.env);
  if (!read.ok) throw new PlainFailure(read.error.join('\n'));
  const configuration = read.value;
  const { dataDir } = configuration;
  const gatewaySettings = findGatewaySettings(configuration);
  const log = createLog(configuration.logLevel);
  const stopTracing =
    configuration.tracing === null
      ? null
      : await startTracing('ebill-backend', configuration.tracing, () => log.error({ event: 'traces not taken' }));
  let leaving = false;
  const store = await openStore(configuration);
  const { app, jobs, metrics } = await assembleBackend({
    ...configuration,
    store,
    log,
    cardKey:
      configuration.cardKey ??
      Buffer.from(
        keepSandboxSecret(dataDir, 'card.key', () => randomBytes(32).toString('base64url')),
        'base64url',
      ),
    cardDataKey: configuration.cardDataKey ?? keepSandboxSecret(dataDir, 'card-data.pem', generateCardDataKey),
    isLeaving: () => leaving,
    isMeasured: configuration.metrics !== null,
    createGateways: (clock, carrier) => createGateways(gatewaySettings, clock, carrier),
  }).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  await listen(app, configuration);
  if (metrics !== null && configuration.metrics !== null) {
    listenForMetrics(metrics.registry, configuration.metrics, (error) =>
      log.error({ event: 'metrics not served', error: describeError(error) }),
    );
  }
  jobs.start();
  log.info({ event: 'listening' });

  const leave = async () => {
    if (leaving) return;
    leaving = true;
    // Balancers that ask whether it is ready are told so before the door closes.
    await pause(configuration.drainSeconds * 1000);
    const forced = setTimeout(() => process.exit(0), drainMs);
    forced.unref();
    await app.close();
    await jobs.stop();
    await store.close();
    await stopTracing?.();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void leave());
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
    error.name !== 'FolderInUse'
  )
    console.error(error.stack);
  process.exit(1);
});
