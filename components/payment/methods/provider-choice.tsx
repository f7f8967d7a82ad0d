import type { ReactNode } from 'react';
import { useLocale, useTranslations } from 'next-intl';
import { paymentFieldOrder } from '@/components/payment/field-order';
import { fieldOf, type FormState } from '@/components/ui/form-state';
import { RadioCard } from '@/components/ui/radio-card';
import { RadioGroup } from '@/components/ui/radio-group';
import { downtimeOf, type Downtime } from '@/lib/domain/downtime';
import { formatMoment } from '@/lib/i18n/format-time';
import type { PaymentView } from '@/components/payment/payment-view';

interface Provider {
  readonly id: string;
  readonly name: string;
  readonly note?: string;
  readonly mark?: ReactNode;
  /** Cannot pay this order, as its note says. */
  readonly isRefused?: boolean;
}

interface ProviderChoiceProps {
  readonly name: 'selectedWallet' | 'selectedDCB' | 'eppBank';
  readonly legend: string;
  readonly providers: readonly Provider[];
  readonly page: Pick<PaymentView, 'downtimes' | 'serverTime'>;
  readonly form: FormState;
}

/** Gives the function that puts an outage of a provider into words; nothing where there is none. */
function useOutageWords(): (name: string, downtime: Downtime) => string | undefined {
  const words = useTranslations('downtime');
  const locale = useLocale();
  return (name, downtime) => {
    if (downtime.state === 'none') return undefined;
    const until = formatMoment(downtime.until, locale);
    return downtime.state === 'down'
      ? words('now.named', { name, until })
      : words('planned.named', { name, from: formatMoment(downtime.from, locale), until });
  };
}

/** A few wallets, carriers or banks to choose from. One that is down stays in sight, disabled, with its notice; none is taken at first unless it is the only one. */
export function ProviderChoice({ name, legend, providers, page, form }: ProviderChoiceProps) {
  const sayOutage = useOutageWords();
  const chosen = fieldOf(form, name, paymentFieldOrder);
  const taken = chosen.defaultValue ?? (providers.length === 1 ? providers[0]?.id : undefined);
  return (
    <RadioGroup name={name} legend={legend} error={chosen.error} autoFocus={chosen.autoFocus}>
      {providers.map((provider) => {
        const downtime = downtimeOf([provider.id], page.downtimes, page.serverTime);
        const outage = sayOutage(provider.name, downtime);
        // What was sent stays taken: an outage ends.
        const isKept = provider.id === chosen.defaultValue;
        const isDisabled = (downtime.state === 'down' && !isKept) || provider.isRefused === true;
        return (
          <RadioCard
            key={provider.id}
            name={name}
            value={provider.id}
            label={provider.name}
            note={outage ?? provider.note}
            noteTestId={outage === undefined ? undefined : 'downtime-notice'}
            aside={provider.mark}
            disabled={isDisabled}
            defaultChecked={!isDisabled && provider.id === taken}
          />
        );
      })}
    </RadioGroup>
  );
}
