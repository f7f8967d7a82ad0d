import { useLocale, useTranslations } from 'next-intl';
import { Icon } from '@/components/ui/icon';
import { Notice } from '@/components/ui/notice';
import { RadioCard } from '@/components/ui/radio-card';
import { RadioGroup } from '@/components/ui/radio-group';
import { formatMoment } from '@/lib/i18n/format-time';
import type { PaymentMethod } from '@/lib/domain/payment-methods';
import { Mark } from './mark';
import { availabilityOf, type MethodAvailability } from './method-availability';
import { methodViews, shownMethods } from './methods/method-fields';
import { fieldOf, type FormState } from '@/components/ui/form-state';
import { paymentFieldOrder } from './field-order';
import type { PaymentView } from './payment-view';

/** Where a method has no mark, a drawing. */
function MethodSign({ sign }: { readonly sign: (typeof methodViews)[PaymentMethod]['sign'] }) {
  if (typeof sign === 'string') return <Icon name={sign} className="text-ink-soft" />;
  return sign.map((name) => <Mark key={name} name={name} />);
}

/** Gives the function that says why a method cannot be chosen; nothing when it can. */
function useReason(): (method: PaymentMethod, availability: MethodAvailability) => string | undefined {
  const downtime = useTranslations('downtime.now');
  const words = useTranslations();
  const locale = useLocale();
  return (method, availability) => {
    if (availability.state === 'down') return downtime(method, { until: formatMoment(availability.until, locale) });
    if (availability.state === 'beyond-limit') return words(availability.message.key, availability.message.params);
    return undefined;
  };
}

/** Tells which method is taken when the page opens: the one sent before, the customer's usual one, or the only one there is. */
function methodAtFirst(page: PaymentView, form: FormState): string | undefined {
  const methods = shownMethods(page);
  return (
    form.values['selectedPaymentMethod'] ?? page.preferredMethod ?? (methods.length === 1 ? methods[0] : undefined)
  );
}

/**
 * The methods as native radio buttons, each with its own fields below it while it is taken. Going through them with the arrow keys
 * hides and shows fields but empties none.
 */
export function MethodChoice({ page, form }: { readonly page: PaymentView; readonly form: FormState }) {
  const t = useTranslations('payment');
  const names = useTranslations('methods');
  const planned = useTranslations('downtime.planned');
  const locale = useLocale();
  const reasonOf = useReason();
  const atFirst = methodAtFirst(page, form);
  const chosen = fieldOf(form, 'selectedPaymentMethod', paymentFieldOrder);

  return (
    <RadioGroup
      name="selectedPaymentMethod"
      legend={t('methodLegend')}
      error={chosen.error}
      autoFocus={chosen.autoFocus}
      prominent
    >
      {shownMethods(page).map((method) => {
        const view = methodViews[method];
        const availability = availabilityOf(method, page);
        const reason = reasonOf(method, availability);
        // What was sent stays taken, with the reason why it was refused: an outage ends.
        const isKept = availability.state === 'down' && method === form.values['selectedPaymentMethod'];
        const isDisabled = reason !== undefined && !isKept;
        const announced = availability.state === 'available' ? availability.announced : null;
        return (
          <RadioCard
            key={method}
            name="selectedPaymentMethod"
            value={method}
            label={names(method)}
            note={reason}
            noteTestId={availability.state === 'down' ? 'downtime-notice' : undefined}
            aside={<MethodSign sign={view.sign} />}
            disabled={isDisabled}
            isInvalid={chosen.error !== undefined}
            defaultChecked={!isDisabled && method === atFirst}
          >
            {announced ? (
              <div className="mb-3">
                <Notice tone="info" testId="downtime-notice">
                  {planned(method, {
                    from: formatMoment(announced.from, locale),
                    until: formatMoment(announced.until, locale),
                  })}
                </Notice>
              </div>
            ) : null}
            <view.Fields page={page} form={form} />
          </RadioCard>
        );
      })}
    </RadioGroup>
  );
}
