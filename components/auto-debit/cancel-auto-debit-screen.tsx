import { useTranslations } from 'next-intl';
import { Form } from '@/components/forms/form';
import type { FormState } from '@/components/forms/form-state';
import { HomeLink } from '@/components/layout/home-link';
import { PageShell } from '@/components/layout/page-shell';
import { SubmitButton } from '@/components/forms/submission/submit-button';
import { LinkButton } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { Panel } from '@/components/ui/panel';
import type { AutoDebitRegistration } from '@/lib/domain/auto-debit';
import { actions, routes } from '@/lib/routes';

interface CancelAutoDebitScreenProps {
  readonly registration: AutoDebitRegistration;
  /** Of the link that was opened. */
  readonly token: string;
  readonly form: FormState;
  readonly idempotencyKey: string;
}

/** The question whether auto debit is to be cancelled; afterwards, that it is. */
export function CancelAutoDebitScreen({ registration, token, form, idempotencyKey }: CancelAutoDebitScreenProps) {
  const t = useTranslations('autoDebitCancellation');
  const brands = useTranslations('cardBrands');
  const { maskedAccountNumber: account, card } = registration;
  if (registration.state === 'cancelled') {
    return (
      <PageShell title={t('cancelledTitle')}>
        <Notice tone="success">
          <p role="status" className="font-semibold">
            {t('cancelledText', { account })}
          </p>
          <p>{t('cancelledNext')}</p>
        </Notice>
        <HomeLink />
      </PageShell>
    );
  }
  return (
    <PageShell title={t('title')}>
      <Panel>
        <Form
          id="cancel-auto-debit"
          action={actions.cancelAutoDebit}
          state={form}
          idempotencyKey={idempotencyKey}
          hiddenFields={{ token }}
          className="grid gap-5"
        >
          <div className="grid gap-2">
            <p>
              <span data-testid="account-number">{t('text', { account })}</span>{' '}
              {t('card', { brand: brands(card.brand), lastFour: card.lastFour })}
            </p>
            <p className="text-ink-soft">{t('effect')}</p>
          </div>
          <div className="grid gap-3 sm:flex">
            <SubmitButton variant="danger" testId="confirm">
              {t('cancel')}
            </SubmitButton>
            <LinkButton variant="secondary" href={routes.home}>
              {t('keep')}
            </LinkButton>
          </div>
        </Form>
      </Panel>
    </PageShell>
  );
}
