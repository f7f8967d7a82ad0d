/** E-mails of a day are counted by mailbox: see `mailboxOf` in backend/outbox/delivery.ts. */
export const mailboxesMigration = `
create index outbox_by_mailbox on outbox (lower(regexp_replace(recipient, '[+][^@]*@', '@')), delivered_at);
`;
