import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { choices } from '../payer/identity';
import { pay } from '../payer/pay';
import { projectRoot } from '../start/project.mjs';
import { checkLiveDeployment, expectIn, type LiveDeployment, type ProviderStandIn } from './live-deployment';

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

/** Returns the stand-in for FPX, the only gateway. `sandboxFolder` has the simulators. */
function createStandIn(sandboxFolder: string): ProviderStandIn {
  return {
    async describe(environment) {
      const health = `http://127.0.0.1:${environment.BANKS_PORT}/health`;
      return { name: 'FPX', entry: 'dist/banks.mjs', folder: sandboxFolder, health, environment };
    },
    async readVariables(origin, dataDir) {
      const keys = standInKeysSchema.parse(JSON.parse(await readFile(join(dataDir, 'keys/sandbox.json'), 'utf8')));
      return {
        FPX_HOST: origin,
        FPX_SELLER_EX_ID: 'EX00010001',
        FPX_SELLER_ID: 'SE00010001',
        FPX_SELLER_KEY: keys.fpxSellerPrivateKey,
        FPX_PUBLIC_KEY: keys.fpxPublicKey,
      };
    },
  };
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
export function checkLiveMode(archivesFolder: string, log: (line: string) => void): Promise<string | null> {
  const standIn = createStandIn(join(archivesFolder, 'backend'));
  return checkLiveDeployment({ archivesFolder, name: 'live', log }, standIn, takeBillsAndPayment);
}
