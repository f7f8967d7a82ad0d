/** Reminders before a bill is due, to whoever has asked for them. */
export const billRemindersMigration = `
create table bill_reminders (
  id bigint generated always as identity primary key,
  -- Ours, unguessable: what the links in its messages are made for.
  reference text not null unique,
  account_number text not null,
  -- An e-mail address; null once the reminders are stopped.
  recipient text,
  -- A keyed digest of its mailbox.
  mailbox_digest text not null,
  language text not null,
  state text not null check (state in ('asked', 'confirmed', 'stopped')),
  asked_at timestamptz not null,
  -- When the link of the latest request was used; null: it was not.
  confirmed_at timestamptz,
  ended_at timestamptz,
  -- The link to the bill in the latest reminder.
  bill_link text,
  check (recipient is not null or state = 'stopped'),
  unique (account_number, mailbox_digest)
);
create index bill_reminders_by_mailbox on bill_reminders (mailbox_digest, asked_at);
create index bill_reminders_by_state on bill_reminders (state, asked_at);
create index bill_reminders_by_end on bill_reminders (ended_at) where ended_at is not null;

-- A mailbox is reminded of a bill, which its account and due date name, once.
create table bill_reminder_sends (
  reminder_id bigint not null references bill_reminders (id) on delete cascade,
  due_date text not null,
  at timestamptz not null,
  primary key (reminder_id, due_date)
);
`;
