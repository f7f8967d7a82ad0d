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
import { openOtherVersion } from './other-version.mjs';
import { archives } from './pack.mjs';
import { findMissingMarks, findSandboxCode, findStartWithSandbox } from './without-sandbox.mjs';
import { openTraceReceiver } from './trace-receiver.mjs';
import { traceSteps } from './trace-steps.mjs';

/** How long the site gets to hear of another version, ms: it asks for its config every two seconds. */
const patienceMs = 30_000;

/**
 * @typedef {object} Walk
 * @property {StackClient} stack
 * @property {import('./other-version.mjs').OtherVersion} other
 * @property {import('./trace-receiver.mjs').TraceReceiver} traces
 * @property {NodeJS.ProcessEnv} environment
 * @property {string} folder
 */

/** @typedef {{ name: string, walk: (walk: Walk) => Promise<string | null> }} Step gives what is wrong, or null */

/** @param {StackClient} stack @param {Record<string, string>} choice */
async function payOnce(stack, choice) {
  const identity = makeIdentity();
  const payer = await pay(stack, { start: '/', choice, button: 'approve', ...identity });
  return payer.shownStatuses.at(-1) === 'successful'
    ? null
    : `the payer was told ${payer.shownStatuses.join(', ') || 'nothing'}`;
}

/** @param {StackClient} stack @param {(answer: { status: number, text: string }) => boolean} isIt */
async function waitForReadiness({ site }, isIt) {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const answer = await fetch(`${site}/api/health/ready`);
    const seen = { status: answer.status, text: await answer.text() };
    if (isIt(seen)) return null;
    if (Date.now() > deadline) return `readiness says ${seen.status} ${seen.text}`;
    await pause(100);
  }
}

/** @param {Walk} walk */
async function askDoctor({ environment, folder }) {
  const program = join(folder, 'backend/dist/ops.mjs');
  const how = { cwd: join(folder, 'backend'), env: environment };
  return runProgram(process.execPath, [program, 'doctor'], how);
}

/** @type {readonly Step[]} */
const steps = [
  ...traceSteps,
  { name: 'a payment by FPX', walk: ({ stack }) => payOnce(stack, choices.fpx) },
  { name: 'a payment by card', walk: ({ stack }) => payOnce(stack, choices.card) },
  {
    name: 'the doctor of the backend’s package finds all in order',
    async walk(walk) {
      const { code, output } = await askDoctor(walk);
      return code === 0 ? null : output;
    },
  },
  ...[2, 0].map((version) => ({
    name: `a payment with a backend whose contract is version ${version}, and which says more than is known`,
    walk: async (/** @type {Walk} */ { stack, other }) => {
      other.speak(version);
      const wrong = await waitForReadiness(stack, ({ status }) => status === 200);
      return wrong ?? payOnce(stack, choices.fpx);
    },
  })),
  {
    name: 'a backend of version 3 is named, by readiness and by the doctor',
    async walk(walk) {
      walk.other.speak(3);
      const wrong = await waitForReadiness(
        walk.stack,
        ({ status, text }) => status === 503 && text.includes('version 3 of the contract'),
      );
      if (wrong !== null) return wrong;
      const { code, output } = await askDoctor(walk);
      return code === 1 && /WRONG contract: .*version 3/.test(output) ? null : output;
    },
  },
  {
    name: 'once it speaks the site’s version again, all is well',
    async walk({ stack, other }) {
      other.speak(1);
      return waitForReadiness(stack, ({ status }) => status === 200);
    },
  },
];

/** @param {import('./pack.mjs').ArchiveName} name @param {string} to the folder to unpack it into */
async function unpack(name, to) {
  await mkdir(to, { recursive: true });
  const { code, output } = await runProgram('tar', ['-xzf', archives[name], '-C', to], { cwd: to });
  if (code !== 0) throw new PlainFailure(output);
}

/** Packages that an archive certainly holds. */
const held = { site: ['next', 'react'], backend: ['@electric-sql/pglite', 'fastify', 'zod'] };

/**
 * @param {string} folder
 * @param {keyof typeof held} name
 * @returns {Promise<string | null>} what is wrong with the bill of materials of an archive
 */
async function checkSbom(folder, name) {
  const { bomFormat, components } = JSON.parse(await readFile(join(folder, name, 'sbom.cdx.json'), 'utf8'));
  /** @type {readonly { name: string, licenses?: readonly unknown[] }[]} */
  const listed = components;
  const missing = held[name].filter((one) => !listed.some((component) => component.name === one));
  const unlicensed = listed.filter(({ licenses = [] }) => licenses.length === 0);
  if (bomFormat === 'CycloneDX' && missing.length === 0 && unlicensed.length === 0) return null;
  return `${bomFormat}: missing ${missing.join(', ')}; without a licence ${unlicensed.map((one) => one.name).join(', ')}`;
}

/** The backend's archive alone, and then with the sandbox's over it. @param {string} folder @returns {readonly Step[]} */
function listArchiveSteps(folder) {
  const backend = join(folder, 'backend');
  return [
    ...Object.keys(held).map((name) => ({
      name: `the bill of materials of the ${name}’s archive has its packages and their licences`,
      walk: () => checkSbom(folder, name === 'site' ? 'site' : 'backend'),
    })),
    { name: 'the backend’s archive has no code of the sandbox', walk: () => findSandboxCode(backend) },
    {
      name: 'the backend’s archive alone refuses to start with SANDBOX=on, in one line',
      walk: ({ environment }) => findStartWithSandbox(backend, environment),
    },
    {
      name: 'the sandbox’s archive, unpacked over it, has that code',
      async walk() {
        await unpack('sandbox', backend);
        return findMissingMarks(backend);
      },
    },
  ];
}

/** What each process of the walk is started with. The simulators are in the sandbox's archive. @param {string} folder */
async function describeProcesses(folder) {
  const [port, backendPort, banksPort] = [await findFreePort(), await findFreePort(), await findFreePort()];
  const other = await openOtherVersion(`http://127.0.0.1:${backendPort}`);
  const traces = await openTraceReceiver();
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
    const seen = one.name === 'site' ? { BACKEND_URL: `http://127.0.0.1:${other.port}` } : {};
    return { ...one, folder: join(folder, one.name), environment: { ...one.environment, ...seen } };
  });
  const stack = new StackClient({
    site: `http://localhost:${port}`,
    backend: `http://127.0.0.1:${backendPort}`,
    banks: `http://127.0.0.1:${banksPort}`,
  });
  return {
    packaged,
    walk: {
      stack,
      other,
      traces,
      folder,
      environment: { ...environment, BACKEND_URL: `http://127.0.0.1:${other.port}` },
    },
  };
}

/** Takes steps in their order, and says what came of each. @param {readonly Step[]} list @param {Walk} walk @param {(line: string) => void} say */
async function takeSteps(list, walk, say) {
  let failed = 0;
  for (const step of list) {
    const began = performance.now();
    const wrong = await step.walk(walk).catch((error) => String(error));
    if (wrong !== null) failed += 1;
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    say(wrong === null ? `✓ ${step.name} (${seconds} s)` : `✗ ${step.name}: ${wrong}`);
  }
  return failed;
}

/**
 * Unpacks the archives where there is neither the project nor its packages, starts them, and walks through them.
 *
 * @param {(line: string) => void} say
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function walkPackages(say) {
  const folder = await mkdtemp(join(tmpdir(), 'ebill-packages-'));
  await unpack('site', join(folder, 'site'));
  await unpack('backend', join(folder, 'backend'));
  const { packaged, walk } = await describeProcesses(folder);
  const archiveSteps = listArchiveSteps(folder);
  /** @type {Service[]} */
  const services = [];
  let failed = 0;
  try {
    failed += await takeSteps(archiveSteps, walk, say);
    for (const name of ['backend', 'banks', 'site']) {
      const description = packaged.find((one) => one.name === name);
      if (description === undefined) throw new Error(`there is no ${name}`);
      const service = new Service(description, say);
      services.push(service);
      await service.waitUntilHealthy();
    }
    failed += await takeSteps(steps, walk, say);
  } finally {
    for (const service of services.reverse()) await service.stop();
    walk.other.close();
    walk.traces.close();
    await rm(folder, { recursive: true, force: true });
  }
  return { passed: archiveSteps.length + steps.length - failed, failed };
}
