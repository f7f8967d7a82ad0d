const { AsyncLocalStorage } = require('node:async_hooks');
const { generateKeyPairSync } = require('node:crypto');
const { existsSync } = require('node:fs');
const { TestEnvironment } = require('jest-environment-node');

/** @typedef {import('@electric-sql/pglite').PGlite} PGlite */

/** An RSA key, PEM, one for all test files of a worker process: making it takes its time. @type {string | undefined} */
let cardDataKey;

function makeCardDataKey() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** Stores in memory without a table, which tests have closed. @type {PGlite[]} */
const idle = [];
/** The files of such a store. @type {Promise<Blob> | undefined} */
let emptyStore;

/**
 * Runs `work`; no timer that it sets keeps the worker process from ending, nor one that such a timer sets.
 *
 * @template Value @param {() => Value} work @returns {Value}
 */
function withoutHoldingProcess(work) {
  const { setTimeout } = globalThis;
  globalThis.setTimeout = Object.assign(
    (/** @type {() => void} */ fire, /** @type {number} */ delayMs) =>
      setTimeout(() => withoutHoldingProcess(fire), delayMs).unref(),
    setTimeout,
  );
  try {
    return work();
  } finally {
    globalThis.setTimeout = setTimeout;
  }
}

/** While PostgreSQL is at work it sets timers, for its statistics say, which set others. @param {PGlite} pglite */
function letGoOfTimers(pglite) {
  const execute = pglite.execProtocolRawSync.bind(pglite);
  pglite.execProtocolRawSync = (...parameters) => withoutHoldingProcess(() => execute(...parameters));
}

/** See query-plans.fixture.ts. @type {Set<string>} */
const plannedStatements = new Set();

/** Node passes on what is in each of these at every promise, as long as it is enabled: those of the files that are over too. @type {Set<AsyncLocalStorage<unknown>>} */
const storages = new Set();
AsyncLocalStorage.prototype.run = new Proxy(AsyncLocalStorage.prototype.run, {
  apply(run, storage, parameters) {
    storages.add(storage);
    return Reflect.apply(run, storage, parameters);
  },
});

const postgresqlconf = ['log_startup_progress_interval=0'];

/** The first of a worker process is made, which takes its time; others begin as copies of it. @param {typeof import('@electric-sql/pglite').PGlite} PGlite */
async function makeStore(PGlite) {
  if (emptyStore !== undefined) return PGlite.create({ postgresqlconf, loadDataDir: await emptyStore });
  const first = PGlite.create({ postgresqlconf });
  emptyStore = first.then((store) => store.dumpDataDir('none'));
  await emptyStore;
  return first;
}

/** @param {typeof import('@electric-sql/pglite').PGlite} PGlite */
async function takeStore(PGlite) {
  const handedOn = idle.pop();
  if (handedOn !== undefined) return handedOn;
  const made = await makeStore(PGlite);
  letGoOfTimers(made);
  made.close = async () => {
    await made.exec('drop schema public cascade; create schema public');
    idle.push(made);
  };
  return made;
}

/**
 * Jest runs tests in a VM context, in which the embedded store cannot load its WebAssembly (it needs `import()`). It is loaded outside and
 * handed in; `jest.config.mjs` maps the package to `jest-pglite.cjs`, which takes it from here. Making a store takes many times as long as
 * emptying one: one in memory is handed on from test to test, and one in a folder begins as a copy.
 */
module.exports = class BackendEnvironment extends TestEnvironment {
  /** @override */
  async setup() {
    await super.setup();
    const { PGlite } = await import('@electric-sql/pglite');
    this.global.plannedStatements = plannedStatements;
    this.global.cardDataKeyOfTests = cardDataKey ??= makeCardDataKey();
    this.global.loadedPGlite = {
      /** @param {import('@electric-sql/pglite').PGliteOptions} options */
      async create(options) {
        if (options.dataDir === undefined) {
          const store = await takeStore(PGlite);
          return Object.assign(store, { parsers: { ...store.parsers, ...options.parsers } });
        }
        if (options.loadDataDir !== undefined || existsSync(options.dataDir)) return PGlite.create(options);
        if (emptyStore === undefined) await (await takeStore(PGlite)).close();
        return PGlite.create({ ...options, loadDataDir: await emptyStore });
      },
    };
  }

  /** @override */
  async teardown() {
    for (const storage of storages) storage.disable();
    storages.clear();
    await super.teardown();
  }
};
