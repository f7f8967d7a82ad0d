import { useTranslations } from 'next-intl';
import type { FormState } from '@/components/forms/form-state';
import { PageShell } from '@/components/layout/page-shell';
import { Button, LinkButton } from '@/components/ui/button';
import { ErrorSummary } from '@/components/ui/fields/error-summary';
import { Notice } from '@/components/ui/notice';
import { Panel } from '@/components/ui/panel';
import type { AutoDebitRegistration } from '@/lib/domain/auto-debit';
import { actions, routes } from '@/lib/routes';
import { HomeLink } from './home-link';

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
  const layout = useTranslations('layout');
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
      <ErrorSummary title={layout('errorSummaryTitle')} problems={[]} message={form.formError ?? undefined} />
      <Panel>
        <form method="post" action={actions.cancelAutoDebit} className="grid gap-5">
          <input type="hidden" name="token" value={token} />
          <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
          <div className="grid gap-2">
            <p>
              <span data-testid="account-number">{t('text', { account })}</span>{' '}
              {t('card', { brand: brands(card.brand), lastFour: card.lastFour })}
            </p>
            <p className="text-ink-soft">{t('effect')}</p>
          </div>
          <div className="grid gap-3 sm:flex">
            <Button variant="danger" testId="confirm">
              {t('cancel')}
            </Button>
            <LinkButton variant="secondary" href={routes.home}>
              {t('keep')}
            </LinkButton>
          </div>
        </form>
      </Panel>
    </PageShell>
  );
}
