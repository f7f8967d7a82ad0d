/** Finds attempts whose outcome is unknown for long. */
export const unknownOutcomesMigration = `
create index attempts_under_way on attempts (created_at)
  where state not in ('successful', 'failed', 'expired', 'cancelled');
`;
