'use client';

import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { Form } from '@/components/forms/form';
import { emptyFormState } from '@/components/forms/form-state';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { actions, paymentPath } from '@/lib/routes';
import { usePaymentTime } from './payment-time';
import { PaymentTimer } from './payment-timer';

interface PaymentDeadlineProps {
  readonly refid: string;
  /** The deadline in words: as it is, and after each extension that is left. */
  readonly texts: readonly string[];
}

/** The deadline, the time left, and the button that asks for more time. What is typed on the page stays. */
export function PaymentDeadline({ refid, texts }: PaymentDeadlineProps) {
  const t = useTranslations('payment');
  const deadline = useRef<HTMLParagraphElement>(null);
  const [announced, setAnnounced] = useState<string>();
  const time = usePaymentTime();
  const extensions = time?.extensions ?? 0;
  const extensionsLeft = time?.extensionsLeft ?? 0;

  function showExtended(next: string) {
    // The payment can no longer be extended, and has another page.
    if (next !== paymentPath(refid)) return window.location.assign(next);
    time?.extend();
    // A payer who has asked in the bar, where the deadline is not in view, stays there.
    if (document.activeElement?.closest('.sticky-bar')) setAnnounced(texts[extensions + 1]);
    else deadline.current?.focus({ preventScroll: true });
  }

  return (
    <div data-testid="payment-timer" className="border-line border-t pt-3 text-sm">
      <p ref={deadline} tabIndex={-1}>
        {texts[extensions]}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-base">
        <span className="flex items-center gap-2">
          <Icon name="clock" className="text-ink-soft noscript:hidden" />
          <PaymentTimer announced={announced} />
        </span>
        {extensionsLeft > 0 ? (
          <Form
            // The form of an accepted submission stays busy.
            key={extensions}
            id="more-time"
            action={actions.extendPayment}
            state={emptyFormState}
            hiddenFields={{ refid, extensionsLeft }}
            onAccepted={showExtended}
            listsOwnErrorsOnly
            // Its text is aligned with what is above it.
            className="-mb-2 grid [&>button]:-mx-5"
          >
            <Button variant="quiet" testId="more-time">
              {t('moreTime')}
            </Button>
          </Form>
        ) : null}
      </div>
    </div>
  );
}
