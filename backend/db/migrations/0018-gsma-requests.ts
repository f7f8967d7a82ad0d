/** Requests to a biller behind the GSMA Mobile Money API. */
export const gsmaRequestsMigration = `
create table gsma_requests (
  -- Ours, of a posting or of its reversal.
  reference text primary key,
  -- X-CorrelationID of the request, by which callbacks name it.
  correlation_id text not null unique,
  amount bigint not null,
  -- The biller's name of the request; null while it has given none.
  server_correlation_id text,
  requested_at timestamptz not null
);
`;
