/** Saved cards that a gateway keeps, and the cards that gateways are asked to delete. */
export const keptSavedCardsMigration = `
-- A card that its gateway keeps: the gateway, and its token of the card, which is not stored here then.
alter table saved_cards alter column sealed drop not null;
alter table saved_cards
  add column gateway text,
  add column card_token text;
create index saved_cards_by_token on saved_cards (card_token) where card_token is not null;
create index card_verifications_by_token on card_verifications (card_token) where card_token is not null;
create index auto_debits_by_card_verification on auto_debits (card_verification);

create table card_deletions (
  id bigint generated always as identity primary key,
  gateway text not null,
  token text not null,
  -- The payment whose card it is; null: it is not known.
  order_refid text,
  requested_at timestamptz not null,
  -- When the gateway has deleted it.
  deleted_at timestamptz,
  -- When it was asked for the last time in vain: a person deletes the card.
  given_up_at timestamptz,
  unique (gateway, token)
);
create index card_deletions_given_up on card_deletions (given_up_at) where deleted_at is null;
`;
