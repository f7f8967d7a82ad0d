/** Reminders of an account's bills by e-mail, as the links in them show them. */
export interface LinkedReminder {
  /** `asked`: not confirmed yet; `expired`: not confirmed in time, or asked for again since. */
  readonly state: 'asked' | 'confirmed' | 'expired' | 'stopped';
  /** Null before the address has confirmed: it is told of no account. */
  readonly maskedAccountNumber: string | null;
  /** How many days before a bill is due they are sent. */
  readonly daysBefore: number;
}
