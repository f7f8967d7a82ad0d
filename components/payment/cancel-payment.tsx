import { useTranslations } from 'next-intl';
import { Button, LinkButton } from '@/components/ui/button';
import type { PaymentPage } from '@/lib/domain/payment';
import { hasEnded } from '@/lib/domain/payment-states';
import { actions } from '@/lib/routes';

interface CancelPaymentProps {
  readonly page: Pick<PaymentPage, 'refid' | 'attempt'>;
  readonly idempotencyKey: string;
}

/** Giving up, asked twice: the first press opens the question, and only its own button posts. No script is needed. */
export function CancelPayment({ page, idempotencyKey }: CancelPaymentProps) {
  const t = useTranslations('payment');
  const isUnderWay = page.attempt !== null && !hasEnded(page.attempt.state);
  return (
    <details className="text-center">
      <summary
        data-testid="cancel"
        className="min-h-tap text-accent-ink inline-flex cursor-pointer list-none items-center rounded-md px-5 font-semibold underline underline-offset-4"
      >
        {t('cancel')}
      </summary>
      <form
        method="post"
        action={actions.cancelPayment}
        className="border-line bg-surface shadow-panel mt-2 rounded-lg border p-5 text-start"
      >
        <input type="hidden" name="refid" value={page.refid} />
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        <h2 className="text-lg">{t('cancelTitle')}</h2>
        <p className="text-ink-soft mt-1 mb-4">{t(isUnderWay ? 'cancelTextUnderWay' : 'cancelText')}</p>
        <div className="grid gap-3 sm:flex">
          <Button variant="danger" testId="confirm">
            {t('cancelConfirm')}
          </Button>
          <LinkButton variant="secondary" href="#payment">
            {t('cancelKeep')}
          </LinkButton>
        </div>
      </form>
    </details>
  );
}
