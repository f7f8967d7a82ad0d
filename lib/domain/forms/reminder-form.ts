import * as z from 'zod/mini';
import { parseEmail } from '../contact/email';
import { requiredField } from './form-issue';

/** The form that asks for reminders of a bill by e-mail. */
export const reminderFormSchema = z.object({
  reminderEmail: requiredField(parseEmail, 'validation.email', 'validation.emailRequired'),
});
