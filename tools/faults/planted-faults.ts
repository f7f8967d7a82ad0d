import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { bundle } from '../start/bundle.mjs';
import { PlainFailure, projectRoot } from '../start/project.mjs';
import type { Plugin } from 'esbuild';

/** Faults that a run must find: each takes one piece of the backend's source for another, in its own bundle. */
const plantedFaults: Readonly<Record<string, { file: string; from: string; to: string }>> = {
  /** A caller goes on before what it has done holds. */
  'answers-before-commit': {
    file: 'backend/db/database.ts',
    from: `  const value = await traced(transactionSpan, () =>
    db.transaction().execute(async (trx) => {
      commitCallbacks.set(trx, callbacks);
      const result = await work(trx);
      reachFaultPoint('before-commit');
      return result;
    }),
  );`,
    to: `  const value = await new Promise<Value>((resolve, reject) => {
    const committing = db.transaction().execute(async (trx) => {
      commitCallbacks.set(trx, callbacks);
      resolve(await work(trx));
      await new Promise((later) => setTimeout(later, 200));
      reachFaultPoint('before-commit');
    });
    committing.catch(reject);
  });`,
  },
  /** The credit is written when the transaction that calls it paid is over. */
  'credits-apart': {
    file: 'backend/payments/reports.ts',
    from: 'credit: creditInsert(trx, order, paid.updated, reference, now),',
    to: `...void setTimeout(() => void creditInsert(services.db, order, paid.updated, reference, now).execute(), 20),`,
  },
  /** A connection that the store's server ends while it is in use ends the backend. */
  'dies-with-its-store': {
    file: 'backend/db/database.ts',
    from: "pool.on('connect', (client) => client.on('error', () => {}));",
    to: '',
  },
  /** A code that was made and never shown is left to be paid, and to keep its payer from paying. */
  'keeps-unseen-codes': {
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
      build.onLoad({ filter: /\.ts$/ }, async (asked) => {
        if (asked.path !== path) return undefined;
        const source = await readFile(path, 'utf8');
        if (source.split(from).length !== 2) throw new Error(`${file} no longer has what '${name}' replaces`);
        return { contents: source.replace(from, () => to), loader: 'ts' };
      });
    },
  };
}

/** Gives the work the backend's bundle: the built one, or one with a planted fault. */
export async function withPlantedFault<Value>(
  name: string | undefined,
  work: (entry: string) => Promise<Value>,
): Promise<Value> {
  if (name === undefined) return work('dist/backend.mjs');
  await mkdir(join(projectRoot, 'dist'), { recursive: true });
  const folder = await mkdtemp(join(projectRoot, 'dist', 'run-'));
  try {
    await bundle({ backend: 'backend/main.ts' }, folder, [plant(name)]);
    return await work(relative(projectRoot, join(folder, 'backend.mjs')));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
