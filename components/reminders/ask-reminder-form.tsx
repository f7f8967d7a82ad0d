'use client';

import { useTranslations } from 'next-intl';
import { EmailField } from '@/components/forms/fields/email-field';
import { Form } from '@/components/forms/form';
import type { FormState } from '@/components/forms/form-state';
import { SubmitButton } from '@/components/forms/submission/submit-button';
import { retainedFields } from '@/lib/domain/forms/retained-fields';
import { actions } from '@/lib/routes';

interface AskReminderFormProps {
  /** Names whose bills it is about: a payment of this visit, or a bill that was looked up. */
  readonly subject: { readonly refid: string } | { readonly billToken: string };
  readonly form: FormState;
  readonly idempotencyKey: string;
}

/** The form that asks for reminders of a bill. */
export function AskReminderForm({ subject, form, idempotencyKey }: AskReminderFormProps) {
  const t = useTranslations('emailReminder');
  return (
    <Form
      id="ask-reminder"
      action={actions.askReminder}
      state={form}
      fieldOrder={retainedFields.reminder}
      loadSchema={async () => (await import('@/lib/domain/forms/reminder-form')).reminderFormSchema}
      idempotencyKey={idempotencyKey}
      draft={{ form: 'reminder', fields: retainedFields.reminder }}
      hiddenFields={{ ...subject }}
      className="grid gap-5"
    >
      <EmailField name="reminderEmail" label={t('email')} />
      <SubmitButton testId="ask-reminder">{t('ask')}</SubmitButton>
    </Form>
  );
}
