import { useTranslations } from 'next-intl';
import { Button, LinkButton } from '@/components/ui/button';
import { Panel } from '@/components/ui/panel';
import type { PaymentResult } from '@/lib/domain/payment';
import { HandOverCountdown } from './hand-over-countdown';

/** Seconds until the payer is taken back to the partner. */
const handOverAfter = 10;

/** The form or link that the countdown uses. */
const wayBackId = 'way-back';

interface HandOverProps {
  readonly handOver: NonNullable<PaymentResult['handOver']>;
  /** A payment that has not ended is not handed over by itself. */
  readonly byItself: boolean;
}

/**
 * Back to the partner, whose address the backend vouches for: the fields of `merchantBankResponseDto` as a hidden-field post, or a
 * plain link when there are none. Out of a frame, if we are in one.
 */
export function HandOver({ handOver, byItself }: HandOverProps) {
  const t = useTranslations('result');
  const fields = Object.entries(handOver.fields);
  const texts = Array.from({ length: handOverAfter + 1 }, (_, left) => t('redirectCountdown', { seconds: left }));
  const wayBack =
    fields.length === 0 ? (
      <LinkButton id={wayBackId} testId="hand-over" href={handOver.url} target="_top">
        {t('handOver')}
      </LinkButton>
    ) : (
      <form id={wayBackId} method="post" action={handOver.url} target="_top" className="grid">
        {fields.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button testId="hand-over">{t('handOver')}</Button>
      </form>
    );
  return (
    <div className="print:hidden">
      <Panel>
        {byItself ? (
          <>
            <HandOverCountdown
              wayBackId={wayBackId}
              texts={texts}
              pauseLabel={t('pauseRedirect')}
              resumeLabel={t('resumeRedirect')}
            >
              {wayBack}
            </HandOverCountdown>
            <p className="text-ink-soft mt-3 text-center text-sm">{t('doNotRefresh')}</p>
          </>
        ) : (
          <div className="grid">{wayBack}</div>
        )}
      </Panel>
    </div>
  );
}
