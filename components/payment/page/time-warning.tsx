'use client';

import { useTranslations } from 'next-intl';
import { useCallback, type RefObject } from 'react';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { joinClasses } from '@/components/ui/join-classes';
import { PaymentClock, usePaymentTime } from './payment-time';

interface TimeWarningProps {
  /** The button that pays. It takes the focus of the button that goes away with the warning. */
  readonly payButton: RefObject<HTMLButtonElement | null>;
}

/**
 * In the last five minutes: the time left to pay, beside the button that pays, and the button that asks for more, in one row: a phone has little
 * space for a sentence. The timer of the summary announces it to screen readers.
 */
export function TimeWarning({ payButton }: TimeWarningProps) {
  const t = useTranslations('payment');
  const time = usePaymentTime();
  const passOnFocus = useCallback(
    (button: HTMLButtonElement) => () => {
      if (document.activeElement === button) payButton.current?.focus();
    },
    [payButton],
  );
  if (time?.minutes === undefined || !time.isCounting) return null;
  const { minutes, extensionsLeft } = time;
  return (
    <div
      data-testid="time-warning"
      className={joinClasses(
        'mb-1 flex flex-wrap items-center justify-between gap-x-2 text-sm font-semibold',
        minutes === 1 ? 'text-danger' : 'text-warning',
      )}
    >
      <p className="figures flex items-center gap-1">
        <Icon name="clock" className="@max-[18rem]:hidden" />
        <span>{t.rich('clockLeft', { clock: () => <PaymentClock /> })}</span>
      </p>
      {extensionsLeft > 0 ? (
        // Its text is beside the edge of the bar, and its box ends at the window's edge on a phone.
        <span className="-my-1 -mr-4 -ml-5">
          <Button ref={passOnFocus} variant="quiet" form="more-time">
            {t('moreTime')}
          </Button>
        </span>
      ) : null}
    </div>
  );
}
