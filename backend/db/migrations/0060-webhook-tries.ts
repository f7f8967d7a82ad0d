/** Each try to deliver a webhook. */
export const webhookTriesMigration = `
create table webhook_tries (
  id bigint generated always as identity primary key,
  webhook_id bigint not null references webhooks (id) on delete cascade,
  -- When it was sent.
  at timestamptz not null,
  -- Null: it was delivered.
  failure text
);
create index webhook_tries_by_webhook on webhook_tries (webhook_id, id);
`;
