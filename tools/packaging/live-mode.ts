import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { choices } from '../payer/identity';
import { pay } from '../payer/pay';
import { StackClient } from '../stack/client';
import { findFreePort } from '../start/ports.mjs';
import { projectRoot } from '../start/project.mjs';
import { runProgram } from '../start/run-program.mjs';
import { Service, type ServiceDescription } from '../start/service.mjs';
import { readSettings } from '../start/settings.mjs';
import { describeServices } from '../start/stack.mjs';
import { provideCluster } from '../test/postgres-cluster.mjs';

/*
 * A deployment for real payers on one machine: the archives without the sandbox's, PostgreSQL, bills from files, and a stand-in for FPX in a
 * process of its own. It is operated by the commands of docs/operate.md, "Bills from files", in the document's words.
 */

/** The first account of examples/biller-files/bills.csv, which owes RM138.78. */
const accountNumber = '1234567801';

/** The lines of a section of docs/operate.md that are commands. */
async function readCommands(section: string): Promise<readonly (readonly string[])[]> {
  const text = await readFile(join(projectRoot, 'docs/operate.md'), 'utf8');
  const [, after = ''] = text.split(`\n## ${section}\n`);
  const [body = ''] = after.split('\n## ');
  const prefix = 'npm run ops -- ';
  return body
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith(prefix))
    .map((line) => line.slice(prefix.length).split(' '));
}

const standInKeysSchema = z.object({ fpxSellerPrivateKey: z.string(), fpxPublicKey: z.string() });

interface LiveDeployment {
  readonly stack: StackClient;
  /** Runs a command of the operator in the operator's folder; throws if it fails. */
  readonly operate: (parameters: readonly string[]) => Promise<string>;
  readonly folder: string;
}

/** Describes the stand-in for FPX, which keeps its keys in a folder of its own. */
function describeStandIn(sandboxFolder: string, environment: NodeJS.ProcessEnv & { BANKS_PORT: string }) {
  return {
    name: 'FPX',
    entry: 'dist/banks.mjs',
    folder: sandboxFolder,
    health: `http://127.0.0.1:${environment.BANKS_PORT}/health`,
    environment: { ...environment, SANDBOX: 'on' },
  } satisfies ServiceDescription;
}

/** Reads the variables of the only gateway, FPX, which is the stand-in. */
async function readGateways(keysFile: string, standIn: string): Promise<Record<string, string>> {
  const keys = standInKeysSchema.parse(JSON.parse(await readFile(keysFile, 'utf8')));
  return {
    FPX_HOST: standIn,
    FPX_SELLER_EX_ID: 'EX00010001',
    FPX_SELLER_ID: 'SE00010001',
    FPX_SELLER_KEY: keys.fpxSellerPrivateKey,
    FPX_PUBLIC_KEY: keys.fpxPublicKey,
  };
}

function expectIn(text: string, expected: string, what: string): void {
  if (!text.includes(expected)) throw new Error(`${what} has no '${expected}': ${text.slice(0, 2_000)}`);
}

/** Reads the reference of the only payment in an exported file. */
async function readReference(file: string): Promise<string> {
  const [header = '', first = '', ...others] = (await readFile(file, 'utf8')).trimEnd().split('\r\n');
  if (others.length > 0) throw new Error(`${file} has ${others.length + 1} payments`);
  expectIn(first, `${accountNumber},B-2026-11-0001,138.78,MYR,`, file);
  return first.split(',')[header.split(',').indexOf('reference')] ?? '';
}

/** Imports bills, pays one, exports the payment and confirms it, by the commands of docs/operate.md. */
async function takeBillsAndPayment({ stack, operate, folder }: LiveDeployment): Promise<void> {
  const commands = await readCommands('Bills from files');
  const run = async (from: number, to: number) => {
    const outputs = [];
    for (const command of commands.slice(from, to)) outputs.push(await operate(command));
    return outputs;
  };
  const exportAt = commands.findIndex(([name, subject]) => name === 'postings' && subject === 'export');
  const [dryRun = '', imported = '', listed = ''] = await run(0, exportAt);
  expectIn(dryRun, '"isDryRun": true', 'the check of the bills');
  expectIn(imported, '"bills": 3', 'the import');
  expectIn(listed, '"currentBalance": 13878', 'the list of bills');

  const payer = await pay(stack, {
    ...{ start: '/', choice: choices.fpx, button: 'approve' },
    ...{ accountNumber, email: 'payer@example.com' },
  });
  const status = payer.shownStatuses.at(-1);
  if (status !== 'successful') throw new Error(`the payer was shown ${status ?? 'nothing'}`);
  const result = () => payer.open(`/bankResultFPX?refid=${payer.refid}`);
  expectIn((await result()).html, 'data-status="queued"', 'the result before the export');
  expectIn(
    await operate(['bills', 'list', accountNumber]),
    '"currentBalance": 0',
    'the list of bills after the payment',
  );

  await run(exportAt, exportAt + 1);
  const reference = await readReference(join(folder, 'payments.csv'));
  // What the biller has done with it, in the form of examples/biller-files/confirmations.csv.
  const confirmation = `${reference},OR-2026-000123,,${new Date().toISOString()}`;
  await writeFile(
    join(folder, 'confirmations.csv'),
    `reference,receipt_number,refusal,posted_at\r\n${confirmation}\r\n`,
  );
  const [checked = '', confirmed = '', sent = ''] = await run(exportAt + 1, commands.length);
  expectIn(checked, '"confirmed": 1', 'the check of the confirmations');
  expectIn(confirmed, '"confirmed": 1', 'the confirmation');
  expectIn(sent, '"postings": []', 'the list of payments without an answer');
  expectIn((await result()).html, 'OR-2026-000123', 'the result after the confirmation');
}

/**
 * Starts the archives for real payers and walks through `takeBillsAndPayment`.
 *
 * @param archivesFolder where the archives are unpacked: `site`, `live-backend` without the sandbox, `backend` with it
 * @returns an error message, or null
 */
export async function checkLiveMode(archivesFolder: string, log: (line: string) => void): Promise<string | null> {
  const folder = join(archivesFolder, 'operator');
  await mkdir(folder);
  await cp(join(projectRoot, 'examples'), join(folder, 'examples'), { recursive: true });
  const cluster = await provideCluster(log);
  if (cluster === undefined) return 'PostgreSQL is not available';
  const services: Service[] = [];
  const start = async (description: ServiceDescription) => {
    const service = new Service(description, log);
    services.push(service);
    await service.waitUntilHealthy();
  };
  try {
    const [port, backendPort, banksPort] = [await findFreePort(), await findFreePort(), await findFreePort()];
    const standIn = `http://127.0.0.1:${banksPort}`;
    const common = {
      ...process.env,
      ...{ REDIS_URL: '', LOG_LEVEL: 'warn', TRUSTED_PROXIES: '1' },
      PUBLIC_ORIGIN: `http://localhost:${port}`,
      PORT: String(port),
      BACKEND_PORT: String(backendPort),
      BANKS_PORT: String(banksPort),
    };
    const standInData = join(archivesFolder, 'stand-in');
    const sandboxFolder = join(archivesFolder, 'backend');
    await start(describeStandIn(sandboxFolder, { ...common, DATA_DIR: standInData }));
    const environment = {
      ...common,
      ...(await readGateways(join(standInData, 'keys/sandbox.json'), standIn)),
      ...{ SANDBOX: 'off', BILLER: 'stored', BACKEND_URL: '' },
      DATABASE_URL: cluster.url,
      DATA_DIR: join(archivesFolder, 'live-data'),
    };
    const descriptions = await describeServices(await readSettings(environment), environment);
    for (const description of descriptions) {
      const archive = description.name === 'backend' ? 'live-backend' : description.name;
      await start({ ...description, folder: join(archivesFolder, archive) });
    }
    const backend = `http://127.0.0.1:${backendPort}`;
    const program = join(archivesFolder, 'live-backend/dist/ops.mjs');
    const operate = async (parameters: readonly string[]) => {
      const ran = await runProgram(process.execPath, [program, ...parameters], { cwd: folder, env: environment });
      if (ran.code !== 0) throw new Error(`${parameters.join(' ')}: ${ran.output}`);
      return ran.output;
    };
    const stack = new StackClient({ site: `http://localhost:${port}`, backend, banks: standIn });
    await takeBillsAndPayment({ stack, operate, folder });
    return null;
  } finally {
    for (const service of services.reverse()) await service.stop();
    await cluster.stop();
  }
}
