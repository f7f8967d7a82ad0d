'use client';

import { useTranslations } from 'next-intl';
import { memo } from 'react';
import { useAnalytics } from '@/components/analytics/use-analytics';
import { Logo } from '@/components/payment/card/logo';
import type { FormState } from '@/components/forms/form-state';
import { RadioField } from '@/components/forms/fields/radio-field';
import { useHydrated } from '@/components/ui/use-hydrated';
import { Icon } from '@/components/ui/icon';
import { Notice } from '@/components/ui/notice';
import type { PaymentMethod } from '@/lib/domain/methods/payment-methods';
import { usePaymentStore } from '@/lib/stores/payment-store-provider';
import { isChoosable } from '../page/choices';
import { availabilityOf, type MethodAvailability } from './method-availability';
import { methodViews } from './method-views';
import type { PaymentView } from '../page/payment-view';
import { useKeepInView } from '../page/use-keep-in-view';

interface MethodOptionProps {
  readonly method: PaymentMethod;
  readonly page: PaymentView;
  readonly form: FormState;
  /** The server rendered it as chosen. */
  readonly defaultChecked: boolean;
}

/** Returns why a method cannot be chosen; undefined when it can. */
function useReason(method: PaymentMethod, availability: MethodAvailability): string | undefined {
  const t = useTranslations();
  if (availability.state === 'down') return t(`downtime.now.${method}`, { until: availability.until });
  if (availability.state === 'beyond-limit') return t(availability.message.key, availability.message.params);
  return undefined;
}

/**
 * One method as a native radio button, with its own fields below it while it is chosen. The fields of other methods keep their values, but
 * are not submitted.
 */
export const MethodOption = memo(function MethodOption({ method, page, form, defaultChecked }: MethodOptionProps) {
  const t = useTranslations();
  const { trackMethod } = useAnalytics();
  const isHydrated = useHydrated();
  const isChosen = usePaymentStore((state) => state.paymentRequest.selectedPaymentMethod === method);
  const { ref, onPointerDown, keepInView } = useKeepInView();
  const availability = availabilityOf(method, page);
  const reason = useReason(method, availability);
  const announced = availability.state === 'available' ? availability.announced : null;
  const { sign, Fields } = methodViews[method];
  return (
    <RadioField
      ref={ref}
      onPointerDown={onPointerDown}
      onChosen={() => {
        keepInView();
        trackMethod('method_choice', method);
      }}
      name="selectedPaymentMethod"
      value={method}
      label={t(`methods.${method}`)}
      note={reason}
      noteTestId={availability.state === 'down' ? 'downtime-notice' : undefined}
      aside={
        typeof sign === 'string' ? (
          <Icon name={sign} className="text-ink-soft" />
        ) : (
          sign.map((name) => <Logo key={name} name={name} />)
        )
      }
      disabled={!isChoosable(method, page, form.values)}
      defaultChecked={defaultChecked}
    >
      <fieldset disabled={isHydrated && !isChosen} className="min-w-0">
        {announced ? (
          <div className="mb-3">
            <Notice tone="info" testId="downtime-notice">
              {t(`downtime.planned.${method}`, { from: announced.from, until: announced.until })}
            </Notice>
          </div>
        ) : null}
        <Fields page={page} form={form} />
      </fieldset>
    </RadioField>
  );
});
