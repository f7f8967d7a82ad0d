const { TestEnvironment } = require('jest-environment-node');

/**
 * Jest runs tests in a VM context, in which the embedded store cannot load its WebAssembly (it needs `import()`). It is loaded outside and
 * handed in; `jest.config.mjs` maps the package to `jest-pglite.cjs`, which takes it from here.
 */
module.exports = class BackendEnvironment extends TestEnvironment {
  /** @override */
  async setup() {
    await super.setup();
    const { PGlite } = await import('@electric-sql/pglite');
    this.global.loadedPGlite = PGlite;
  }
};
