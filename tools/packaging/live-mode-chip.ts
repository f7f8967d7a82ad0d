import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { choices } from '../payer/identity';
import { pay } from '../payer/pay';
import { bundleAlone } from '../start/bundle.mjs';
import { projectRoot } from '../start/project.mjs';
import { checkLiveDeployment, expectIn, type LiveDeployment, type ProviderStandIn } from './live-deployment';

/* A deployment whose only payment provider is CHIP: the stand-in is the simulator of CHIP without the rest of the sandbox. */

/** Of an account that the stand-in takes. */
const credentials = { CHIP_API_KEY: `test-${randomUUID()}`, CHIP_BRAND_ID: randomUUID() };

const standIn: ProviderStandIn = {
  async describe(environment, dataDir) {
    const source = join(projectRoot, 'sandbox/simulators/chip/stand-alone.ts');
    await bundleAlone({ 'chip-stand-in': source }, dataDir, {});
    return {
      ...{ name: 'CHIP', entry: 'chip-stand-in.mjs', folder: dataDir },
      health: `http://127.0.0.1:${environment.BANKS_PORT}/health`,
      environment: { ...environment, ...credentials },
    };
  },
  readVariables: async (origin) => ({
    ...{ METHOD_GATEWAYS: 'fpx:chip,newCard:chip', CHIP_API_URL: `${origin}/chip/api/v1/` },
    ...credentials,
  }),
};

/** Two accounts of examples/biller-files/bills.csv that owe money. */
const payments = [
  { accountNumber: '1234567801', choice: choices.fpx },
  { accountNumber: '2345678902', choice: choices.cardAtGateway },
] as const;

/** Pays a bill by FPX and another one by card, which the biller's account then no longer owes. */
async function payByBoth({ stack, operate }: LiveDeployment): Promise<void> {
  await operate(['bills', 'import', 'examples/biller-files/bills.csv', '--as-of', new Date().toISOString()]);
  for (const { accountNumber, choice } of payments) {
    const payer = await pay(stack, {
      start: '/',
      choice,
      button: 'approve',
      accountNumber,
      email: 'payer@example.com',
    });
    const [method, status] = [choice.selectedPaymentMethod, payer.shownStatuses.at(-1)];
    if (status !== 'successful') throw new Error(`${method}: the payer was shown ${status ?? 'nothing'}`);
    expectIn(await operate(['bills', 'list', accountNumber]), '"currentBalance": 0', `the bill paid by ${method}`);
  }
}

/**
 * Starts the archives for real payers with CHIP only, and pays by FPX and by card.
 *
 * @param archivesFolder where the archives are unpacked
 * @returns an error message, or null
 */
export function checkLiveModeByChip(archivesFolder: string, log: (line: string) => void): Promise<string | null> {
  return checkLiveDeployment({ archivesFolder, name: 'chip', log }, standIn, payByBoth);
}
