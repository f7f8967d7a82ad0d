/** Cards that a gateway keeps: it verifies them without a charge, and gives a token of them. */
export const cardTokensMigration = `
alter table card_verifications drop constraint card_verifications_amount_check;
alter table card_verifications
  -- 0: verified by the gateway without a charge, which keeps the card.
  add constraint card_verifications_amount_check check (amount >= 0),
  -- The gateway's id of the verification.
  add column gateway_payment text,
  -- The gateway's token of the card, once it is verified. After the end of its registration the gateway deletes the card: 'reversed'.
  add column card_token text;

-- Either the card itself, sealed, or the verification after which its gateway keeps it.
alter table auto_debits alter column card_sealed drop not null;
alter table auto_debits add column card_verification bigint references card_verifications (id);
alter table auto_debits add constraint auto_debits_card check ((card_sealed is null) <> (card_verification is null));
`;
