'use client';

import type { ReactNode } from 'react';
import type { PaymentView } from '@/components/payment/page/payment-view';
import type { ProviderWarning } from '@/components/payment/page/provider-warnings';
import type { FormState } from '@/components/forms/form-state';
import { RadioField, RadioGroupField } from '@/components/forms/fields/radio-field';
import { useOutageText } from './outage-text';

interface Provider {
  readonly id: string;
  readonly name: string;
  readonly note?: string;
  readonly logo?: ReactNode;
  /** Cannot pay this order; the note has the reason. */
  readonly isRefused?: boolean;
}

interface ProviderChoiceProps {
  readonly name: 'selectedWallet' | 'selectedDCB' | 'eppBank';
  readonly legend: string;
  readonly providers: readonly Provider[];
  readonly page: Pick<PaymentView, 'outages'>;
  /** Those that are slow or failing just now. */
  readonly warning?: ProviderWarning | undefined;
  readonly form: FormState;
}

/** A few wallets, carriers or banks to choose from. One that is down stays visible, disabled, with its notice; none is chosen at first unless it is the only one. */
export function ProviderChoice({ name, legend, providers, page, warning, form }: ProviderChoiceProps) {
  const outageText = useOutageText();
  const sent = form.values[name];
  const rendered = sent ?? (providers.length === 1 ? providers[0]?.id : undefined);
  return (
    <RadioGroupField name={name} legend={legend}>
      {providers.map((provider) => {
        const outage = page.outages[provider.id];
        const text = outageText(provider.name, outage);
        // The submitted one stays selected: an outage may end.
        const isDown = outage?.state === 'down' && provider.id !== sent;
        const isDisabled = isDown || provider.isRefused === true;
        return (
          <RadioField
            key={provider.id}
            name={name}
            value={provider.id}
            label={warning?.names[provider.id] ?? provider.name}
            note={text ?? provider.note}
            noteTestId={text === undefined ? undefined : 'downtime-notice'}
            aside={provider.logo}
            disabled={isDisabled}
            defaultChecked={!isDisabled && provider.id === rendered}
          />
        );
      })}
    </RadioGroupField>
  );
}
