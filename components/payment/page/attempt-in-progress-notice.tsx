import { useTranslations } from 'next-intl';
import { Notice } from '@/components/ui/notice';
import { LinkButton } from '@/components/ui/button';
import { hasEnded } from '@/lib/domain/payment/payment-states';
import { cardEntryPath, counterPath, gatewayRedirectPath, payByMobilePath, qrPath, resultPath } from '@/lib/routes';
import type { NextAction, PaymentPage } from '@/lib/domain/payment/payment';

const continuePaths = {
  redirect: gatewayRedirectPath,
  'direct-post': cardEntryPath,
  barcode: counterPath,
  qr: qrPath,
  tac: payByMobilePath,
} as const;

/** Returns whether a gateway refuses the request when it is repeated: FPX and eGHL refuse a form that is posted again; a link to a hosted page can be opened again. */
function isSentOnce(nextAction: NextAction): boolean {
  return nextAction.kind === 'redirect' && nextAction.method === 'POST';
}

interface AttemptInProgressNoticeProps {
  readonly page: Pick<PaymentPage, 'refid' | 'attempt'>;
  /** False for a visit that did not begin the attempt: it is not shown the link to the gateway. */
  readonly canContinue: boolean;
  /** False where an error of the form is focused. */
  readonly autoFocus: boolean;
}

/**
 * For a payer who returns from a bank without a result: the attempt may still be approved. It can be continued or checked; before another
 * method is used, the gateway is enquired. It is focused, so that nobody pays twice for want of reading it.
 */
export function AttemptInProgressNotice({ page, canContinue, autoFocus }: AttemptInProgressNoticeProps) {
  const t = useTranslations('payment');
  const { attempt, refid } = page;
  if (attempt === null || hasEnded(attempt.state)) return null;
  const { nextAction } = attempt;
  const isOnSite =
    nextAction !== null && (nextAction.kind === 'direct-post' ? canContinue : nextAction.kind !== 'redirect');
  const checkLink = (
    <LinkButton variant={isOnSite ? 'secondary' : 'primary'} href={resultPath(attempt.resultRoute, refid)}>
      {t('inProgressCheck')}
    </LinkButton>
  );
  const continueLink =
    nextAction === null || !canContinue || isSentOnce(nextAction) ? null : (
      <LinkButton variant="secondary" href={continuePaths[nextAction.kind](refid)}>
        {t('inProgressContinue')}
      </LinkButton>
    );
  return (
    <Notice
      tone="warning"
      title={t(isOnSite ? 'inProgressTitleHere' : 'inProgressTitle')}
      testId="attempt-in-progress"
      autoFocus={autoFocus}
    >
      <p className="mt-1">
        {t(isOnSite ? 'inProgressTextHere' : canContinue ? 'inProgressText' : 'inProgressTextElsewhere')}
      </p>
      <div className="mt-3 grid gap-3 sm:flex sm:flex-wrap">
        {isOnSite ? continueLink : checkLink}
        {isOnSite ? checkLink : continueLink}
      </div>
      {isOnSite ? null : <p className="mt-3">{t('inProgressChooseAgain')}</p>}
    </Notice>
  );
}
