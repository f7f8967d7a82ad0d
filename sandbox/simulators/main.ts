import { readBanksConfiguration } from '@/lib/configuration/banks';
import { loadSandboxKeys } from '../keys';
import { createSimulators } from './server';

async function main(): Promise<void> {
  const read = readBanksConfiguration(process.env);
  if (!read.ok) {
    console.error(read.error.join('\n'));
    process.exitCode = 1;
    return;
  }
  const { host, port, ...settings } = read.value;
  const simulators = createSimulators({ ...settings, keys: loadSandboxKeys(settings.dataDir) });
  try {
    await simulators.listen({ host, port });
  } catch (error) {
    console.error(
      `The simulators cannot listen on port ${port}: ${error instanceof Error ? error.message : 'unknown'}`,
    );
    process.exit(1);
  }
  const leave = () => void simulators.close().then(() => process.exit(0));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, leave);
}

await main();
