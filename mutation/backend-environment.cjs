const BackendEnvironment = require('../backend/db/jest-environment.cjs');
const { leaveAtFirstFailure } = require('./first-failure.cjs');

/** A store that tests have given back, with its tables. @type {import('@electric-sql/pglite').PGlite | undefined} */
let idle;

const emptyAllTables = `
  rollback;
  do $$ begin
    execute (
      select 'truncate ' || string_agg(quote_ident(tablename), ', ') || ' restart identity cascade'
      from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations'
    );
  end $$;
`;

module.exports = class extends BackendEnvironment {
  handleTestEvent = leaveAtFirstFailure;

  /**
   * Gives a store that is empty but for its tables: making them takes as long as some dozen tests do.
   *
   * @override
   * @param {typeof import('@electric-sql/pglite').PGlite} PGlite
   * @param {import('@electric-sql/pglite').PGliteOptions} options
   */
  async openNewStore(PGlite, options) {
    const store = idle ?? (await super.openNewStore(PGlite, options));
    if (store === idle) await store.exec(emptyAllTables);
    idle = undefined;
    const close = store.close.bind(store);
    store.close = async () => {
      store.close = close;
      if (idle !== undefined) return close();
      idle = store;
    };
    return store;
  }
};
