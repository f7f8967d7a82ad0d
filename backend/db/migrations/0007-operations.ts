/** Review queue: given-up messages and closed entries. */
export const operationsMigration = `
alter table outbox add column given_up_at timestamptz;

create table review_closings (
  entry text primary key,
  note text not null,
  closed_at timestamptz not null
);
`;
