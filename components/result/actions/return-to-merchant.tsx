'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button, LinkButton } from '@/components/ui/button';
import { Panel } from '@/components/ui/panel';
import type { PaymentResult } from '@/lib/domain/payment/payment';

/** Seconds until the payer is taken back to the partner. */
const redirectAfter = 10;

interface ReturnToMerchantProps {
  /** The partner's address, which the backend vouches for, and the fields of `merchantBankResponseDto`. */
  readonly merchant: NonNullable<PaymentResult['returnToMerchant']>;
  /** After a countdown; a payment that has not ended waits for the payer. */
  readonly isAutomatic: boolean;
}

/**
 * Back to the partner: a hidden-field post, or a plain link when there are no fields; out of a frame, if we are in one. The countdown can
 * be paused and resumed (WCAG 2.2.1). Without scripts there is only the button.
 */
export function ReturnToMerchant({ merchant, isAutomatic }: ReturnToMerchantProps) {
  const t = useTranslations('result');
  const form = useRef<HTMLFormElement>(null);
  const link = useRef<HTMLAnchorElement>(null);

  function goToMerchant() {
    // The partner chooses the names of the fields: one named "submit" would hide the form's own method.
    if (form.current !== null) HTMLFormElement.prototype.submit.call(form.current);
    else link.current?.click();
  }
  const countdown = useCountdown({ seconds: redirectAfter, isEnabled: isAutomatic, onEnd: goToMerchant });

  const fields = Object.entries(merchant.fields);
  const returnControl =
    fields.length === 0 ? (
      <LinkButton ref={link} testId="hand-over" href={merchant.url} target="_top">
        {t('returnToMerchant')}
      </LinkButton>
    ) : (
      <form ref={form} method="post" action={merchant.url} target="_top" className="grid">
        {fields.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button testId="hand-over">{t('returnToMerchant')}</Button>
      </form>
    );
  return (
    <div className="print:hidden">
      <Panel>
        {isAutomatic ? (
          <>
            <div className="grid gap-3">
              <p role="timer" data-testid="redirect-countdown" className="figures text-center noscript:hidden">
                {t('redirectCountdown', { seconds: countdown.secondsLeft })}
              </p>
              {returnControl}
              <div className="grid noscript:hidden">
                <Button type="button" variant="quiet" onClick={countdown.toggle}>
                  {t(countdown.isPaused ? 'resumeRedirect' : 'pauseRedirect')}
                </Button>
              </div>
            </div>
            <p className="text-ink-soft mt-3 text-center text-sm">{t('doNotRefresh')}</p>
          </>
        ) : (
          <div className="grid">{returnControl}</div>
        )}
      </Panel>
    </div>
  );
}

interface CountdownOptions {
  readonly seconds: number;
  readonly isEnabled: boolean;
  readonly onEnd: () => void;
}

/** Counts down in seconds and calls `onEnd`. Printing the page, or coming back to it with the back button, pauses the countdown. */
function useCountdown({ seconds, isEnabled, onEnd }: CountdownOptions) {
  const [secondsLeft, setSecondsLeft] = useState(seconds);
  const [isPaused, setIsPaused] = useState(false);
  const end = useEffectEvent(onEnd);

  useEffect(() => {
    if (!isEnabled || isPaused) return undefined;
    const timer = window.setTimeout(() => {
      if (secondsLeft === 0) end();
      else setSecondsLeft(secondsLeft - 1);
    }, 1_000);
    return () => window.clearTimeout(timer);
  }, [isEnabled, isPaused, secondsLeft]);

  useEffect(() => {
    const pause = () => setIsPaused(true);
    // Who comes back with the back button wants to read this page, whether it was loaded again or restored.
    const [visit] = performance.getEntriesByType('navigation');
    if (visit && 'type' in visit && visit.type === 'back_forward') pause();
    const pauseWhenRestored = (event: PageTransitionEvent) => event.persisted && pause();
    window.addEventListener('pageshow', pauseWhenRestored);
    // Nobody is taken away from a receipt that is being printed.
    window.addEventListener('beforeprint', pause);
    return () => {
      window.removeEventListener('pageshow', pauseWhenRestored);
      window.removeEventListener('beforeprint', pause);
    };
  }, []);

  return { secondsLeft, isPaused, toggle: () => setIsPaused(!isPaused) };
}
