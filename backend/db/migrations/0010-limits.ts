/** Card attempts, counted by velocity limits. Subjects are keyed digests, which reveal no card, issuer or address. */
export const limitsMigration = `
create table card_tries (
  -- Our number of the attempt, or of the verification, at the gateway.
  number text not null,
  kind text not null check (kind in ('payment', 'card', 'issuer', 'address', 'network', 'all')),
  subject text not null,
  at timestamptz not null,
  primary key (number, kind)
);
create index card_tries_by_subject on card_tries (kind, subject, at desc);
create index card_tries_by_age on card_tries (at);
`;
