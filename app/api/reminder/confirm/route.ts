import { reminderConfirm } from '@/lib/contract/reminders';
import { makeLinkFormHandler } from '@/lib/server/forms/link-form';

/** Turns reminders on. */
export const POST = makeLinkFormHandler({
  name: 'reminder',
  page: 'confirmReminder',
  call: reminderConfirm,
  addressLimit: 'codesByAddress',
});
