/** The embedded store as `jest-environment.cjs` loaded it. */
exports.PGlite = Reflect.get(globalThis, 'loadedPGlite');
