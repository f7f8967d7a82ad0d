import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { projectRoot } from '../../start/project.mjs';
import { withTemporaryFolder } from '../../stack/stack';
import { readPeakMemory } from '../machine';
import type { BenchOptions } from '../options';
import type { BillsRecord, Unmeasured } from '../records';
import { withStackOnPostgres } from '../stack';

const columns =
  'account_number,holder_name,account_status,customer_type,current_balance,overdue_balance,due_date,maximum_amount,' +
  'bill_reference,is_new,standing,mobile_number,is_on_auto_debit,is_epp';

/** Writes a file of bills; `round` changes every balance. */
async function writeBills(file: string, bills: number, round: number): Promise<void> {
  const output = createWriteStream(file);
  output.write(`${columns}\r\n`);
  for (let bill = 0; bill < bills; bill += 1) {
    const account = String(1_000_000_000 + bill);
    const balance = `${10 + ((bill + round) % 490)}.${String(bill % 100).padStart(2, '0')}`;
    const line = `${account},"CUSTOMER ${bill}",active,REGULAR,${balance},0.00,2026-12-14,3000.00,B-${round}-${bill},true,ordinary,60121234567,false,true\r\n`;
    if (!output.write(line)) await once(output, 'drain');
  }
  output.end();
  await finished(output);
}

/** Milliseconds between two readings of the memory of the command. */
const readingMs = 100;

/** Runs an operator's command; returns its time in seconds, and the most memory that it had. Throws if it fails. */
async function runOps(environment: NodeJS.ProcessEnv, parameters: readonly string[]) {
  const start = performance.now();
  const command = spawn(process.execPath, ['tools/start/run.mjs', 'cli/ops.ts', ...parameters], {
    ...{ cwd: projectRoot, env: environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let memory = 0;
  const reading = setInterval(() => (memory = Math.max(memory, readPeakMemory(command.pid))), readingMs);
  command.stdout.resume();
  const [code] = await once(command, 'close');
  clearInterval(reading);
  if (code !== 0) throw new Error(`ops ${parameters.join(' ')} ended with ${code}`);
  return { seconds: (performance.now() - start) / 1_000, memory };
}

/** Measures the import of a file of bills into PostgreSQL: the first one, and the next, which changes every bill. */
export function measureBills({ bills }: BenchOptions): Promise<Unmeasured<BillsRecord>> {
  const OPERATOR_KEY = randomBytes(32).toString('base64url');
  const environment = { BILLER: 'stored', OPERATOR_KEY };
  return withStackOnPostgres({ hasSite: false, environment }, (stack, cluster) =>
    withTemporaryFolder(async (folder) => {
      const ops = { ...process.env, BACKEND_URL: stack.backend, OPERATOR_KEY };
      const imports: { seconds: number; memory: number }[] = [];
      for (const [round, more] of [[0], [1, '--whole']] as const) {
        const file = join(folder, `${round}.csv`);
        await writeBills(file, bills, round);
        const asOf = ['--as-of', new Date().toISOString()];
        imports.push(await runOps(ops, ['bills', 'import', file, ...asOf, ...(more === undefined ? [] : [more])]));
      }
      const [first = NaN, next = NaN] = imports.map(({ seconds }) => seconds);
      const memory = {
        ops: Math.max(...imports.map((one) => one.memory)),
        backend: readPeakMemory(stack.servers.backend.pid),
      };
      return { postgresql: cluster.version, bills, first, next, memory };
    }),
  );
}
