/** Changes a statement before it is sent to the database. */
export type StatementChange = (statement: string) => string;

/** Faults that the simulation must find: each is one that code or schema prevents. */
export interface PlantedFault {
  readonly statements: StatementChange;
  /** Schema constraints that are dropped for it. */
  readonly dropped: readonly string[];
  readonly losesCallbacks: boolean;
}

const asItIs: StatementChange = (statement) => statement;

export const plantedFaults = {
  none: { statements: asItIs, dropped: [], losesCallbacks: false },
  /** Transitions of a payment are not serialised by a row lock. */
  'missing-row-lock': {
    statements: (statement) => (/from "orders"/.test(statement) ? statement.replace(/ for update$/, '') : statement),
    dropped: [],
    losesCallbacks: false,
  },
  /** Money that arrives a second time is credited a second time: no check finds the first, and the table accepts it. */
  'double-credit': {
    statements: (statement) =>
      /^insert into "reviews"/.test(statement)
        ? `with again as (
             insert into credits (order_refid, attempt_id, amount, gateway, gateway_reference, at)
             values ($1, $2, $4, $5, $6, $8))
           ${statement}`
        : statement,
    dropped: [
      'alter table credits drop constraint credits_by_order',
      'alter table credits drop constraint credits_by_attempt',
      'alter table credits drop constraint credits_by_reference',
    ],
    losesCallbacks: false,
  },
  /** Of a payment of several accounts only the first credit is posted to the biller. */
  'missing-posting': {
    statements: (statement) => statement.replace('own (position, reference) using (position)', '$& where position = 1'),
    dropped: [],
    losesCallbacks: false,
  },
  /** The beginnings of payments of one account are not serialised by its row. */
  'missing-account-lock': {
    statements: (statement) =>
      /^insert into "bill_accounts"/.test(statement) ? 'select $1::text, $2::text' : statement,
    dropped: [],
    losesCallbacks: false,
  },
  /** An entry of the journal is written without its debit. */
  'unbalanced-entry': {
    statements: (statement) =>
      statement.replace('from journal_entry join journal_draft using (kind, source)', '$& where amount < 0'),
    dropped: [],
    losesCallbacks: false,
  },
  /** What is not a credit is recorded without its entry of the journal. */
  'missing-entry': {
    statements: (statement) =>
      /^with "journal_draft"/.test(statement)
        ? statement.replace('where 0 = (select', 'where -1 = (select')
        : statement,
    dropped: [],
    losesCallbacks: false,
  },
  /** Credits for bills are booked as owed to nobody. */
  'wrong-account': {
    statements: (statement) =>
      statement.replace(
        'select id, account, amount from journal_entry',
        "select id, case account when 'biller-payable' then 'suspense' else account end, amount from journal_entry",
      ),
    dropped: [],
    losesCallbacks: false,
  },
  /** Runs of reconciliation are not completed one after another, and the table takes an item that is settled twice. */
  'missing-run-lock': {
    statements: (statement) =>
      /^select "id" from "reconciliation_runs" order by "id" limit/.test(statement)
        ? statement.replace(/ for update$/, '')
        : statement,
    dropped: ['drop index settled_once'],
    losesCallbacks: false,
  },
  /** What earlier runs have settled is not read, and the table takes an item that is settled twice. */
  'settled-again': {
    statements: (statement) =>
      /^select .* from "settled_items"/.test(statement) ? `${statement} and false` : statement,
    dropped: ['drop index settled_once'],
    losesCallbacks: false,
  },
  'lost-callback': { statements: asItIs, dropped: [], losesCallbacks: true },
} as const satisfies Record<string, PlantedFault>;
export type PlantedFaultName = keyof typeof plantedFaults;

export function isPlantedFault(name: string): name is PlantedFaultName {
  return Object.hasOwn(plantedFaults, name);
}
