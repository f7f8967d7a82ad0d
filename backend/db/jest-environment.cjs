const { TestEnvironment } = require('jest-environment-node');

/** The files of a new, empty store, as one worker process made them for all its tests. @type {Promise<Blob> | undefined} */
let newStore;

/** @param {typeof import('@electric-sql/pglite').PGlite} PGlite */
async function dumpNewStore(PGlite) {
  const pglite = await PGlite.create();
  const files = await pglite.dumpDataDir('none');
  await pglite.close();
  return files;
}

/**
 * Jest runs tests in a VM context, in which the embedded store cannot load its WebAssembly (it needs `import()`). It is loaded outside and
 * handed in; `jest.config.mjs` maps the package to `jest-pglite.cjs`, which takes it from here. A store in memory begins as a copy of one
 * that was just made: making one takes several times as long.
 */
module.exports = class BackendEnvironment extends TestEnvironment {
  /** @override */
  async setup() {
    await super.setup();
    const { PGlite } = await import('@electric-sql/pglite');
    /** @param {import('@electric-sql/pglite').PGliteOptions} options */
    const create = (options) =>
      options.dataDir === undefined ? this.openNewStore(PGlite, options) : PGlite.create(options);
    this.global.loadedPGlite = { create };
  }

  /**
   * @param {typeof import('@electric-sql/pglite').PGlite} PGlite
   * @param {import('@electric-sql/pglite').PGliteOptions} options
   * @returns {Promise<import('@electric-sql/pglite').PGlite>}
   */
  async openNewStore(PGlite, options) {
    return PGlite.create({ ...options, loadDataDir: await (newStore ??= dumpNewStore(PGlite)) });
  }
};
