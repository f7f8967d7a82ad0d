/** Cards that a gateway keeps: it verifies them without a charge, and gives a token of them. */
export const cardTokensMigration = `
-- An amount of 0: verified by the gateway without a charge, which keeps the card.
alter table card_verifications drop constraint card_verifications_amount_check;
alter table card_verifications
  -- The gateway's id of the verification.
  add column gateway_payment text,
  -- The gateway's token of the card, once it is verified. After the end of its registration the gateway deletes the card: 'reversed'.
  add column card_token text;

-- The id of the verification after which its gateway keeps the card, which is not stored then.
alter table auto_debits alter column card_sealed drop not null;
alter table auto_debits add column card_verification bigint;
`;
