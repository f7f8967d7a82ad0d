import { mkdtemp, mkdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { choices, makeIdentity } from '../payer/identity';
import { pay } from '../payer/pay';
import { StackClient } from '../stack/client';
import { findFreePort } from '../start/ports.mjs';
import { PlainFailure } from '../start/project.mjs';
import { runProgram } from '../start/run-program.mjs';
import { Service } from '../start/service.mjs';
import { readSettings } from '../start/settings.mjs';
import { describeServices } from '../start/stack.mjs';
import { startVersionSkewProxy } from './version-skew-proxy.mjs';
import { checkLiveMode } from './live-mode';
import { checkLiveModeByChip } from './live-mode-chip';
import { archives } from './pack.mjs';
import { checkNoSandboxCode, checkSandboxCode, checkSandboxRefused } from './sandbox-separation.mjs';
import { startTraceCollector } from './trace-collector.mjs';
import { tracingChecks } from './tracing-checks.mjs';

/** Milliseconds until the site must have noticed another version; it reloads its config every two seconds. */
const readinessTimeoutMs = 30_000;

/**
 * @typedef {object} Deployment
 * @property {StackClient} stack
 * @property {import('./version-skew-proxy.mjs').VersionSkewProxy} proxy
 * @property {import('./trace-collector.mjs').TraceCollector} traces
 * @property {NodeJS.ProcessEnv} environment
 * @property {string} folder
 */

/** @typedef {{ name: string, run: (deployment: Deployment) => Promise<string | null> }} Check `run` returns an error message, or null */

/** @param {StackClient} stack @param {Record<string, string>} choice */
async function payOnce(stack, choice) {
  const identity = makeIdentity();
  const payer = await pay(stack, { start: '/', choice, button: 'approve', ...identity });
  return payer.shownStatuses.at(-1) === 'successful'
    ? null
    : `the payer was shown ${payer.shownStatuses.join(', ') || 'nothing'}`;
}

/** @param {StackClient} stack @param {(response: { status: number, text: string }) => boolean} isExpected */
async function waitForReadiness({ site }, isExpected) {
  const deadline = Date.now() + readinessTimeoutMs;
  for (;;) {
    const response = await fetch(`${site}/api/health/ready`);
    const readiness = { status: response.status, text: await response.text() };
    if (isExpected(readiness)) return null;
    if (Date.now() > deadline) return `readiness returns ${readiness.status} ${readiness.text}`;
    await pause(100);
  }
}

/** @param {Deployment} deployment */
async function runDoctor({ environment, folder }) {
  const program = join(folder, 'backend/dist/ops.mjs');
  return runProgram(process.execPath, [program, 'doctor'], { cwd: join(folder, 'backend'), env: environment });
}

/** @type {readonly Check[]} */
const checks = [
  ...tracingChecks,
  { name: 'a payment by FPX', run: ({ stack }) => payOnce(stack, choices.fpx) },
  { name: 'a payment by card', run: ({ stack }) => payOnce(stack, choices.card) },
  {
    name: 'the doctor in the backend’s archive finds no errors',
    async run(deployment) {
      const { code, output } = await runDoctor(deployment);
      return code === 0 ? null : output;
    },
  },
  ...[2, 0].map((version) => ({
    name: `a payment with a backend of contract version ${version} that adds unknown fields`,
    run: async (/** @type {Deployment} */ { stack, proxy }) => {
      proxy.setVersion(version);
      const error = await waitForReadiness(stack, ({ status }) => status === 200);
      return error ?? payOnce(stack, choices.fpx);
    },
  })),
  {
    name: 'readiness and the doctor report an incompatible backend of version 3',
    async run(deployment) {
      deployment.proxy.setVersion(3);
      const error = await waitForReadiness(
        deployment.stack,
        ({ status, text }) => status === 503 && text.includes('version 3 of the contract'),
      );
      if (error !== null) return error;
      const { code, output } = await runDoctor(deployment);
      return code === 1 && /WRONG contract: .*version 3/.test(output) ? null : output;
    },
  },
  {
    name: 'the site is ready again when the versions match',
    async run({ stack, proxy }) {
      proxy.setVersion(1);
      return waitForReadiness(stack, ({ status }) => status === 200);
    },
  },
];

/** @param {import('./pack.mjs').ArchiveName} name @param {string} to folder */
async function unpack(name, to) {
  await mkdir(to, { recursive: true });
  const { code, output } = await runProgram('tar', ['-xzf', archives[name], '-C', to], { cwd: to });
  if (code !== 0) throw new PlainFailure(output);
}

/** Packages that an archive certainly contains. */
const expectedPackages = { site: ['next', 'react'], backend: ['@electric-sql/pglite', 'fastify', 'zod'] };

/**
 * @param {string} folder
 * @param {keyof typeof expectedPackages} name
 * @returns {Promise<string | null>} what is wrong with the SBOM of an archive
 */
async function checkSbom(folder, name) {
  const { bomFormat, components } = JSON.parse(await readFile(join(folder, name, 'sbom.cdx.json'), 'utf8'));
  /** @type {readonly { name: string, licenses?: readonly unknown[] }[]} */
  const listed = components;
  const missing = expectedPackages[name].filter((one) => !listed.some((component) => component.name === one));
  const unlicensed = listed.filter(({ licenses = [] }) => licenses.length === 0);
  if (bomFormat === 'CycloneDX' && missing.length === 0 && unlicensed.length === 0) return null;
  return `${bomFormat}: missing ${missing.join(', ')}; without a licence ${unlicensed.map((one) => one.name).join(', ')}`;
}

/** Checks of the backend's archive before, and after, the sandbox's is unpacked over it. @param {string} folder @returns {readonly Check[]} */
function listSeparationChecks(folder) {
  const backend = join(folder, 'backend');
  return [
    {
      name: 'the SBOM of the site’s archive has its packages and their licences',
      run: () => checkSbom(folder, 'site'),
    },
    {
      name: 'the SBOM of the backend’s archive has its packages and their licences',
      run: () => checkSbom(folder, 'backend'),
    },
    { name: 'the backend’s archive contains no sandbox code', run: () => checkNoSandboxCode(backend) },
    {
      name: 'without the sandbox’s archive, SANDBOX=on fails with a one-line message',
      run: ({ environment }) => checkSandboxRefused(backend, environment),
    },
    {
      name: 'the sandbox’s archive contains that code',
      async run() {
        await unpack('sandbox', backend);
        return checkSandboxCode(backend);
      },
    },
  ];
}

/** Describes each process; the simulators are in the sandbox's archive. @param {string} folder */
async function describeProcesses(folder) {
  const [port, backendPort, banksPort] = [await findFreePort(), await findFreePort(), await findFreePort()];
  const proxy = await startVersionSkewProxy(`http://127.0.0.1:${backendPort}`);
  const traces = await startTraceCollector();
  const environment = {
    ...process.env,
    OTEL_EXPORTER_OTLP_ENDPOINT: traces.endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=${traces.secret}`,
    BACKEND_URL: '',
    REDIS_URL: '',
    DATABASE_URL: '',
    SANDBOX: 'on',
    TRUSTED_PROXIES: '1',
    LOG_LEVEL: 'warn',
    PUBLIC_ORIGIN: `http://localhost:${port}`,
    PORT: String(port),
    BACKEND_PORT: String(backendPort),
    BANKS_PORT: String(banksPort),
    DATA_DIR: join(folder, 'data'),
  };
  const settings = await readSettings(environment);
  const descriptions = await describeServices(settings, environment);
  const packaged = descriptions.map((one) => {
    if (one.name === 'banks') return { ...one, folder: join(folder, 'backend') };
    const overrides = one.name === 'site' ? { BACKEND_URL: `http://127.0.0.1:${proxy.port}` } : {};
    return { ...one, folder: join(folder, one.name), environment: { ...one.environment, ...overrides } };
  });
  const stack = new StackClient({
    site: `http://localhost:${port}`,
    backend: `http://127.0.0.1:${backendPort}`,
    banks: `http://127.0.0.1:${banksPort}`,
  });
  return {
    packaged,
    deployment: {
      stack,
      proxy,
      traces,
      folder,
      environment: { ...environment, BACKEND_URL: `http://127.0.0.1:${proxy.port}` },
    },
  };
}

/** Runs checks in order; returns how many failed. @param {readonly Check[]} list @param {Deployment} deployment @param {(line: string) => void} log */
async function runChecks(list, deployment, log) {
  let failed = 0;
  for (const { name, run } of list) {
    const start = performance.now();
    const error = await run(deployment).catch((thrown) => String(thrown));
    if (error !== null) failed += 1;
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    log(error === null ? `✓ ${name} (${seconds} s)` : `✗ ${name}: ${error}`);
  }
  return failed;
}

/** @type {readonly Check[]} */
const liveModeChecks = [
  {
    name: 'for real payers, bills come from a file, one is paid by FPX, and the payment leaves in a file and is confirmed',
    run: ({ folder }) => checkLiveMode(folder, () => {}),
  },
  {
    name: 'for real payers with CHIP only, bills are paid by FPX and by card',
    run: ({ folder }) => checkLiveModeByChip(folder, () => {}),
  },
];

/**
 * Unpacks the archives outside the project, starts them, and checks them.
 *
 * @param {(line: string) => void} log
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function verifyArchives(log) {
  const folder = await mkdtemp(join(tmpdir(), 'ebill-packages-'));
  await unpack('site', join(folder, 'site'));
  await unpack('backend', join(folder, 'backend'));
  const { packaged, deployment } = await describeProcesses(folder);
  const separationChecks = listSeparationChecks(folder);
  /** @type {Service[]} */
  const services = [];
  let failed = 0;
  try {
    failed += await runChecks(separationChecks, deployment, log);
    for (const name of ['backend', 'banks', 'site']) {
      const description = packaged.find((one) => one.name === name);
      if (description === undefined) throw new Error(`no process is called ${name}`);
      const service = new Service(description, log);
      services.push(service);
      await service.waitUntilHealthy();
    }
    failed += await runChecks(checks, deployment, log);
    await unpack('backend', join(folder, 'live-backend'));
    failed += await runChecks(liveModeChecks, deployment, log);
  } finally {
    for (const service of services.reverse()) await service.stop();
    deployment.proxy.close();
    deployment.traces.close();
    await rm(folder, { recursive: true, force: true });
  }
  return { passed: separationChecks.length + checks.length + liveModeChecks.length - failed, failed };
}
