import { useLocale, useTranslations } from 'next-intl';
import { HomeLink } from '@/components/layout/home-link';
import { MessageScreen } from '@/components/layout/message-screen';
import { PageShell } from '@/components/layout/page-shell';
import { Button } from '@/components/ui/button';
import { DescriptionList } from '@/components/ui/description-list';
import { Notice } from '@/components/ui/notice';
import { Panel } from '@/components/ui/panel';
import { formatTimeOfDay } from '@/lib/domain/format-time';
import { formatRinggit, type Sen } from '@/lib/domain/money';
import { actions } from '@/lib/routes';

interface ContinuationScreenProps {
  readonly token: string;
  readonly idempotencyKey: string;
  readonly productName: string;
  readonly total: Sen;
  /** ISO 8601. */
  readonly validUntil: string;
  /** Why the form was refused; null if it was not. */
  readonly formError: string | null;
}

/** On the payer's phone: what the scanned code opens, and the button that opens it, once. */
export function ContinuationScreen(props: ContinuationScreenProps) {
  const { token, idempotencyKey, productName, total, validUntil, formError } = props;
  const t = useTranslations('continuation');
  const order = useTranslations('waiting');
  const locale = useLocale();
  return (
    <PageShell title={t('phoneTitle')} lead={t('phoneLead')}>
      {formError === null ? null : (
        <div role="alert">
          <Notice tone="danger">
            <p>{formError}</p>
          </Notice>
        </div>
      )}
      <Panel>
        <DescriptionList
          rows={[
            { term: order('for'), value: productName, testId: 'product-name' },
            { term: order('amount'), value: formatRinggit(total), strong: true, testId: 'total-amount' },
          ]}
        />
        <form method="post" action={actions.openContinuation} className="mt-5 grid gap-3">
          <input type="hidden" name="token" value={token} />
          <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
          <Button full testId="open-continuation">
            {t('phoneContinue')}
          </Button>
        </form>
        <p className="text-ink-soft mt-3 text-center">
          {t('phoneOnce', { time: formatTimeOfDay(validUntil, locale) })}
        </p>
      </Panel>
    </PageShell>
  );
}

/** On the payer's phone: why the scanned code opens nothing. */
export function ContinuationError({ reason }: { readonly reason: 'used' | 'expired' | 'invalid' }) {
  const t = useTranslations('continuation');
  return (
    <MessageScreen icon="warning" title={t(`phoneRefused.${reason}.title`)} actions={<HomeLink />}>
      <p>{t(`phoneRefused.${reason}.text`)}</p>
    </MessageScreen>
  );
}
