import { z } from 'zod';
import { defineCall } from './call';
import {
  accountNumberSchema,
  emailSchema,
  instantSchema,
  languageSchema,
  linkTokenSchema,
  refidSchema,
  visitIdSchema,
} from './primitives';

export const reminderAsk = defineCall({
  name: 'reminder.ask',
  summary:
    'Asks for an e-mail before the bills of an account are due: sends a link that confirms it, and nothing else before that',
  method: 'POST',
  path: '/apg/reminder',
  /**
   * Of an account that the caller has shown the bill of, or of the bill that `refid` has paid, for the visit that has paid it. `language`: of
   * the e-mails.
   */
  request: z.object({
    of: z.union([
      z.object({ accountNumber: accountNumberSchema }),
      z.object({ refid: refidSchema, visitId: visitIdSchema }),
    ]),
    email: emailSchema,
    language: languageSchema,
  }),
  /** The same whether an e-mail is sent, or the address has had too many, or has reminders of this account already. */
  response: z.object({ confirmBy: instantSchema }),
  errors: {
    'not-offered': 409,
    /** Too many were asked for this account today. */
    'too-many-reminders': 429,
  },
  kind: 'write',
});

const reminderSchema = z.object({
  /** `asked`: not confirmed yet; `expired`: not confirmed in time, or asked for again since. */
  state: z.enum(['asked', 'confirmed', 'expired', 'stopped']),
  /** All but its last digits are hidden. Null before the address has confirmed: it is told of no account. */
  maskedAccountNumber: z.string().max(20).nullable(),
  daysBefore: z.int().min(1).max(14),
});

const linkErrors = {
  /** Not a token of this backend, or of reminders that are forgotten. */
  'unknown-reminder': 404,
} as const;

export const reminderGet = defineCall({
  name: 'reminder.get',
  summary: 'The reminders that the link in one of their e-mails is for; changes nothing',
  method: 'GET',
  path: '/apg/reminder',
  request: z.object({ token: linkTokenSchema }),
  response: reminderSchema,
  errors: linkErrors,
  kind: 'read',
});

export const reminderConfirm = defineCall({
  name: 'reminder.confirm',
  summary: 'Confirms the address that reminders were asked for, by the link that it was sent',
  method: 'POST',
  path: '/apg/reminder/confirm',
  request: z.object({ token: linkTokenSchema }),
  response: reminderSchema,
  errors: linkErrors,
  kind: 'write',
});

export const reminderStop = defineCall({
  name: 'reminder.stop',
  summary: 'Stops reminders, by the link in each of their e-mails; once they are stopped nothing changes',
  method: 'POST',
  path: '/apg/reminder/stop',
  request: z.object({ token: linkTokenSchema }),
  response: reminderSchema,
  errors: linkErrors,
  kind: 'write',
});
