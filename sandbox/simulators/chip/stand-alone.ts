import { readBanksConfiguration } from '@/lib/configuration/banks';
import { chipVariables } from '@/lib/configuration/gateway-variables';
import { loadChipKeys } from '../../chip-keys';
import { sandboxMerchant } from '../../keys';
import { createSimulatorApp } from '../app';
import { openBankStore } from '../bank/bank-store';
import { openEventLog } from '../bank/event-log';
import { createCallFaults } from '../providers/call-faults';
import { registerChip } from './chip';

/*
 * The simulator of CHIP as a process of its own, without the rest of the sandbox: a stand-in for CHIP in tests of deployments for real payers.
 * It has the variables of the simulators, and takes the key and the brand of `CHIP_API_KEY` and `CHIP_BRAND_ID`.
 */

const read = readBanksConfiguration(process.env);
if (!read.ok) throw new Error(read.error.join('\n'));
const { host, port, siteOrigin, backendUrl, banksOrigin, dataDir } = read.value;
const account = chipVariables.pick({ CHIP_API_KEY: true, CHIP_BRAND_ID: true }).parse(process.env);
const eventLog = openEventLog(dataDir);
const app = createSimulatorApp();
const chip = registerChip(app, {
  ...{ eventLog, bankStore: openBankStore(eventLog), faults: createCallFaults() },
  ...{ siteOrigin, banksOrigin, merchant: sandboxMerchant.name },
  ...{ apiKey: account.CHIP_API_KEY, brandId: account.CHIP_BRAND_ID },
  webhookUrl: `${backendUrl}${sandboxMerchant.chipWebhookPath}`,
  loadKeys: () => loadChipKeys(dataDir),
});
app.addHook('onClose', async () => chip.stop());
await app.listen({ host, port });
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
