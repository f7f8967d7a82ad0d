import { useTranslations } from 'next-intl';
import { Form } from '@/components/forms/form';
import type { FormState } from '@/components/forms/form-state';
import { SubmitButton } from '@/components/forms/submission/submit-button';
import { HomeLink } from '@/components/layout/home-link';
import { MessageScreen } from '@/components/layout/message-screen';
import { PageShell } from '@/components/layout/page-shell';
import { LinkButton } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { Panel } from '@/components/ui/panel';
import type { LinkedReminder } from '@/lib/domain/bill/email-reminder';
import { actions, routes } from '@/lib/routes';

interface LinkedReminderScreenProps {
  readonly reminder: LinkedReminder;
  /** What the link is for. */
  readonly purpose: 'confirm' | 'stop';
  /** Of the link that was opened. */
  readonly token: string;
  readonly form: FormState;
  readonly idempotencyKey: string;
}

/** The question whether reminders are turned on, or stopped; afterwards, that they are. */
export function LinkedReminderScreen({ reminder, purpose, token, form, idempotencyKey }: LinkedReminderScreenProps) {
  const t = useTranslations('emailReminder');
  const { state, maskedAccountNumber: account, daysBefore: days } = reminder;
  if (state === 'stopped') {
    return (
      <ReminderState
        title={t('stoppedTitle')}
        texts={[account === null ? t('stoppedRequestText') : t('stoppedText', { account })]}
      />
    );
  }
  if (purpose === 'confirm' && state === 'confirmed') {
    const text = t('confirmedText', { days, account: account ?? '' });
    return <ReminderState title={t('confirmedTitle')} texts={[text, t('confirmedNext')]} />;
  }
  if (purpose === 'confirm' && state === 'expired') return <ReminderLinkError reason="expired" />;
  const isStop = purpose === 'stop';
  return (
    <PageShell title={t(isStop ? 'stopTitle' : 'confirmTitle')}>
      <Panel>
        <Form
          id={isStop ? 'stop-reminder' : 'confirm-reminder'}
          action={isStop ? actions.stopReminder : actions.confirmReminder}
          state={form}
          idempotencyKey={idempotencyKey}
          hiddenFields={{ token }}
          className="grid gap-5"
        >
          <p>
            {isStop
              ? account === null
                ? t('stopRequestText')
                : t('stopText', { account })
              : t('confirmText', { days })}
          </p>
          <div className="grid gap-3 sm:flex">
            <SubmitButton testId="confirm">{t(isStop ? 'stop' : 'confirm')}</SubmitButton>
            <LinkButton variant="secondary" href={routes.home}>
              {t(isStop ? 'keep' : 'decline')}
            </LinkButton>
          </div>
        </Form>
      </Panel>
    </PageShell>
  );
}

/** What reminders are now. */
function ReminderState({ title, texts }: { readonly title: string; readonly texts: readonly string[] }) {
  const [first, ...more] = texts;
  return (
    <PageShell title={title}>
      <Notice tone="success">
        <p role="status" className="font-semibold">
          {first}
        </p>
        {more.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </Notice>
      <HomeLink />
    </PageShell>
  );
}

/** The error screen of a link in an e-mail about reminders: it is not one of ours, or its time is over. */
export function ReminderLinkError({ reason }: { readonly reason: 'invalid' | 'expired' }) {
  const t = useTranslations('emailReminder');
  return (
    <MessageScreen icon="warning" title={t(`${reason}Title`)} actions={<HomeLink />}>
      <p>{t(`${reason}Text`)}</p>
    </MessageScreen>
  );
}
