import { reminderStop } from '@/lib/contract/reminders';
import { makeLinkFormHandler } from '@/lib/server/forms/link-form';

/** Stops reminders. */
export const POST = makeLinkFormHandler({
  name: 'reminder',
  page: 'stopReminder',
  call: reminderStop,
  addressLimit: 'codesByAddress',
});
