import type { Generated } from 'kysely';

/** A request for reminders before the bills of an account are due. */
export interface BillRemindersTable {
  id: Generated<number>;
  /** Ours, unguessable: what the links in its messages are made for. */
  reference: string;
  account_number: string;
  /** An e-mail address; null once the reminders are stopped. */
  recipient: string | null;
  /** A keyed digest of the recipient's mailbox. */
  mailbox_digest: string;
  language: string;
  state: 'asked' | 'confirmed' | 'stopped';
  asked_at: Date;
  /** When the link of the latest request was used; null: it was not. */
  confirmed_at: Date | null;
  ended_at: Date | null;
  /** The refid of the link to the bill in the latest reminder. */
  bill_link: string | null;
}

/** A reminder of one bill. */
export interface BillReminderSendsTable {
  reminder_id: number;
  /** `YYYY-MM-DD` in Malaysia. */
  due_date: string;
  at: Date;
}
