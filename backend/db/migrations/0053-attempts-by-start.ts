/** Finds the attempts that were begun in a time: how banks and wallets do just now is read from them. */
export const attemptsByStartMigration = `
create index attempts_by_start on attempts (created_at);
`;
