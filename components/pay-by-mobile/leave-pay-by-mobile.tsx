import { useTranslations } from 'next-intl';
import { Button, LinkButton } from '@/components/ui/button';
import { actions } from '@/lib/routes';

interface LeavePayByMobileProps {
  readonly refid: string;
  readonly idempotencyKey: string;
}

/** Leaving warns that an action may be repeated (specification, section 8) and is confirmed in place; no script is needed. */
export function LeavePayByMobile({ refid, idempotencyKey }: LeavePayByMobileProps) {
  const t = useTranslations('payByMobile');
  const errors = useTranslations('errors');
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
        action={actions.cancelPayByMobile}
        className="border-line bg-surface shadow-panel mt-2 rounded-lg border p-5 text-start"
      >
        <input type="hidden" name="refid" value={refid} />
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        <h2 className="text-lg">{t('cancelTitle')}</h2>
        <p className="text-ink-soft mt-1 mb-4">{errors('leavePayByMobile')}</p>
        <div className="grid gap-3 sm:flex">
          <Button variant="danger" testId="confirm">
            {t('cancelConfirm')}
          </Button>
          <LinkButton variant="secondary" href="#pay-by-mobile">
            {t('cancelKeep')}
          </LinkButton>
        </div>
      </form>
    </details>
  );
}
