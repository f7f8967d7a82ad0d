import { useTranslations } from 'next-intl';
import { LinkButton } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import type { PaymentPage } from '@/lib/domain/payment';
import { hasEnded } from '@/lib/domain/payment-states';
import { handOverPath, resultPath } from '@/lib/routes';

/**
 * For a payer who comes back from the way to a bank without an answer: that attempt may still be approved. It can be gone on with or
 * looked up; whoever chooses anew is told that the bank is asked first.
 */
export function UnderWayNotice({ page }: { readonly page: Pick<PaymentPage, 'refid' | 'attempt'> }) {
  const t = useTranslations('payment');
  const { attempt, refid } = page;
  if (attempt === null || hasEnded(attempt.state)) return null;
  return (
    <div className="mb-5">
      <Notice tone="warning" title={t('underWayTitle')}>
        <p className="mt-1">{t('underWayText')}</p>
        <p className="mt-1">{t('underWayChooseAgain')}</p>
        <div className="mt-3 flex flex-wrap gap-3">
          {attempt.onward?.kind === 'redirect' ? (
            <LinkButton variant="secondary" href={handOverPath(refid)}>
              {t('underWayContinue')}
            </LinkButton>
          ) : null}
          <LinkButton variant="secondary" href={resultPath(attempt.resultRoute, refid)}>
            {t('underWayCheck')}
          </LinkButton>
        </div>
      </Notice>
    </div>
  );
}
