/** The links by which a payment is continued in another browser: the latest of each payment. */
export const continuationsMigration = `
create table payment_continuations (
  order_refid text primary key references orders (refid),
  -- The keyed digest of the link's token: the token itself is not stored.
  token_digest text not null unique,
  expires_at timestamptz not null,
  -- Null: nobody has used it.
  used_at timestamptz
);
create index payment_continuations_by_end on payment_continuations (expires_at);
`;
