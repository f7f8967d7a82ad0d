'use client';

import { useTranslations } from 'next-intl';
import { memo, type ReactNode } from 'react';
import { useAnalytics } from '@/components/analytics/use-analytics';
import { Logo } from '@/components/layout/logo';
import type { FormState } from '@/components/forms/form-state';
import { RadioField } from '@/components/forms/fields/radio-field';
import { Icon } from '@/components/ui/icon';
import { methodTable } from '@/lib/domain/methods/method-table';
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

/** Returns the second line of a method: why it cannot be chosen, its planned outage, or its own. */
function useNote(
  method: PaymentMethod,
  page: PaymentView,
  availability: MethodAvailability,
  warning: string | undefined,
): string | undefined {
  const t = useTranslations();
  const card = usePaymentStore(({ favouriteCardList, paymentRequest }) =>
    favouriteCardList.find(({ uniqueCardId }) => uniqueCardId === paymentRequest.cardDetails.uniqueCardId),
  );
  switch (availability.state) {
    case 'beyond-limit':
      return t(availability.message.key, availability.message.params);
    case 'down':
      return availability.message ?? t(`downtime.now.${method}`, { until: availability.until });
    case 'announced':
      return (
        availability.message ?? t(`downtime.planned.${method}`, { from: availability.from, until: availability.until })
      );
    case 'available':
      return warning ?? methodViews[method].note?.(t, page, card) ?? undefined;
  }
}

/**
 * One method as a native radio button, with its own fields below it while it is chosen. The fields of other methods keep their values, but
 * are not submitted.
 */
export const MethodOption = memo(function MethodOption({ method, page, form, defaultChecked }: MethodOptionProps) {
  const t = useTranslations();
  const { trackMethod } = useAnalytics();
  const isChosen = usePaymentStore((state) => state.paymentRequest.selectedPaymentMethod === method);
  const { ref, onPointerDown, onChosen } = useKeepInView(isChosen);
  const availability = availabilityOf(method, page);
  // That of a method with a list of banks or wallets is below the list.
  const warning = methodTable[method].selection === null ? page.warnings[method]?.text : undefined;
  const note = useNote(method, page, availability, warning);
  const isOutage = availability.state === 'down' || availability.state === 'announced';
  const warningTestId = warning !== undefined && note === warning ? 'provider-warning' : undefined;
  const { sign } = methodViews[method];
  const logosOrIcon = typeof sign === 'function' ? sign(page) : sign;
  return (
    <RadioField
      ref={ref}
      onPointerDown={onPointerDown}
      onChosen={() => {
        onChosen();
        trackMethod('method_choice', method);
      }}
      name="selectedPaymentMethod"
      value={method}
      label={t(`methods.${method}`)}
      note={note}
      noteTestId={isOutage ? 'downtime-notice' : warningTestId}
      aside={
        typeof logosOrIcon === 'string' ? (
          <Icon name={logosOrIcon} className="text-ink-soft" />
        ) : (
          // Where they have no room beside the name, all of them are below it.
          <span className="flex gap-3">
            {logosOrIcon.map((name) => (
              <Logo key={name} name={name} />
            ))}
          </span>
        )
      }
      disabled={!isChoosable(method, page, form.values)}
      defaultChecked={defaultChecked}
    >
      <MethodFieldset label={t(`methods.${method}`)} isChosen={isChosen}>
        <MethodFields method={method} page={page} form={form} />
      </MethodFieldset>
    </RadioField>
  );
});

interface MethodFieldsetProps {
  readonly label: string;
  readonly isChosen: boolean;
  readonly children: ReactNode;
}

/**
 * Without scripts any method can be chosen, and until the form is read it is not known which one has been: a disabled field would lose the focus, and
 * what is typed while the scripts load.
 */
function MethodFieldset({ label, isChosen, children }: MethodFieldsetProps) {
  const hasReadForm = usePaymentStore((state) => state.hasReadForm);
  return (
    <fieldset aria-label={label} disabled={hasReadForm && !isChosen} className="min-w-0">
      {children}
    </fieldset>
  );
}

/** The fields of a method. Choosing a method does not render them again. */
const MethodFields = memo(function MethodFields({ method, page, form }: Omit<MethodOptionProps, 'defaultChecked'>) {
  const { Fields } = methodViews[method];
  return <Fields page={page} form={form} />;
});
