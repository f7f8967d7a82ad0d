import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { bundle } from '../start/bundle.mjs';
import { PlainFailure, projectRoot } from '../start/project.mjs';
import type { Plugin } from 'esbuild';

/** Faults that a run must find. Each replaces one piece of the backend's source in a separate bundle. */
const plantedFaults: Readonly<Record<string, { file: string; from: string; to: string }>> = {
  /** The caller gets its result before the transaction commits. */
  'responds-before-commit': {
    file: 'backend/db/database.ts',
    from: `  const value = await traceSpan(transactionSpan, () =>
    db.transaction().execute(async (trx) => {
      commitCallbacks.set(trx, callbacks);
      const result = await callback(trx);
      reachFaultPoint('before-commit');
      return result;
    }),
  );`,
    to: `  const value = await new Promise<Value>((resolve, reject) => {
    const committing = db.transaction().execute(async (trx) => {
      commitCallbacks.set(trx, callbacks);
      resolve(await callback(trx));
      await new Promise((later) => setTimeout(later, 200));
      reachFaultPoint('before-commit');
    });
    committing.catch(reject);
  });`,
  },
  /** The credit is written after the transaction that sets the order to paid. */
  'credit-outside-transaction': {
    file: 'backend/payments/reports.ts',
    from: 'credit: creditInsert(trx, order, paid.updated, reference, now),',
    to: `...void setTimeout(() => void creditInsert(services.db, order, paid.updated, reference, now).execute(), 20),`,
  },
  /** A connection that PostgreSQL closes while it is in use ends the backend. */
  'unhandled-connection-error': {
    file: 'backend/db/database.ts',
    from: "pool.on('connect', (client) => client.on('error', () => {}));",
    to: '',
  },
  /** A refund whose answer was lost is sent again to a gateway that would make a second one. */
  'refund-sent-again': {
    file: 'backend/refunds/delivery.ts',
    from: `      ? { status: 'succeeded', gatewayReference: order.gatewayReference }
      : { status: 'unknown' };`,
    to: `      ? { status: 'succeeded', gatewayReference: order.gatewayReference }
      : calls.refund(order);`,
  },
  /** A barcode or QR code that was created and never shown stays payable and blocks other attempts. */
  'unshown-code-stays-payable': {
    file: 'backend/payments/enquiries.ts',
    from: "new Set(['created', 'initiated', 'redirected'])",
    to: "new Set(['redirected'])",
  },
};

function plant(name: string): Plugin {
  const fault = plantedFaults[name];
  if (fault === undefined)
    throw new PlainFailure(`There is no fault '${name}': ${Object.keys(plantedFaults).join(', ')}`);
  const { file, from, to } = fault;
  const path = join(projectRoot, file);
  return {
    name,
    setup(build) {
      build.onLoad({ filter: /\.ts$/ }, async (loaded) => {
        if (loaded.path !== path) return undefined;
        const source = await readFile(path, 'utf8');
        if (source.split(from).length !== 2)
          throw new Error(`${file} no longer contains the text that '${name}' replaces`);
        return { contents: source.replace(from, () => to), loader: 'ts' };
      });
    },
  };
}

/** Calls `callback` with the backend's bundle: the built one, or one with a planted fault. */
export async function withPlantedFault<Value>(
  name: string | undefined,
  callback: (entry: string) => Promise<Value>,
): Promise<Value> {
  if (name === undefined) return callback('dist/backend.mjs');
  await mkdir(join(projectRoot, 'dist'), { recursive: true });
  const folder = await mkdtemp(join(projectRoot, 'dist', 'run-'));
  try {
    await bundle({ backend: 'backend/main.ts' }, folder, [plant(name)]);
    return await callback(relative(projectRoot, join(folder, 'backend.mjs')));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
