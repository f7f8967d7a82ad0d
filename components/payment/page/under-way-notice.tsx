import { useTranslations } from 'next-intl';
import { LinkButton } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { hasEnded } from '@/lib/domain/payment/payment-states';
import { counterPath, gatewayRedirectPath, payByMobilePath, qrPath, resultPath } from '@/lib/routes';
import type { PaymentPage } from '@/lib/domain/payment/payment';

const waysBack = { redirect: gatewayRedirectPath, barcode: counterPath, qr: qrPath, tac: payByMobilePath } as const;

/**
 * For a payer who comes back from the way to a bank without an answer: that attempt may still be approved. It can be gone on with or
 * looked up; whoever chooses anew is told that the bank is asked first.
 */
export function UnderWayNotice({ page }: { readonly page: Pick<PaymentPage, 'refid' | 'attempt'> }) {
  const t = useTranslations('payment');
  const { attempt, refid } = page;
  if (attempt === null || hasEnded(attempt.state)) return null;
  const { nextAction: onward } = attempt;
  const isHere = onward !== null && onward.kind !== 'redirect';
  return (
    <Notice tone="warning" title={t(isHere ? 'underWayTitleHere' : 'underWayTitle')}>
      <p className="mt-1">{t(isHere ? 'underWayTextHere' : 'underWayText')}</p>
      {isHere ? null : <p className="mt-1">{t('underWayChooseAgain')}</p>}
      <div className="mt-3 grid gap-3 sm:flex sm:flex-wrap">
        {onward === null ? null : (
          <LinkButton variant="secondary" href={waysBack[onward.kind](refid)}>
            {t(isHere ? 'underWayContinueHere' : 'underWayContinue')}
          </LinkButton>
        )}
        <LinkButton variant="secondary" href={resultPath(attempt.resultRoute, refid)}>
          {t('underWayCheck')}
        </LinkButton>
      </div>
    </Notice>
  );
}
