import { paymentFieldOrder } from '@/components/payment/field-order';
import { useLocale, useTranslations } from 'next-intl';
import { fieldOf, type FormState } from '@/components/ui/form-state';
import { Notice } from '@/components/ui/notice';
import { Select } from '@/components/ui/select';
import { downtimeOf } from '@/lib/domain/downtime';
import { formatMoment } from '@/lib/i18n/format-time';
import type { Bank } from '@/lib/domain/payment';
import type { PaymentView } from '@/components/payment/payment-view';

interface BankSelectProps {
  readonly name: 'fpxBankID' | 'fpxBankCorporateID';
  readonly label: string;
  readonly banks: readonly Bank[];
  readonly page: Pick<PaymentView, 'downtimes' | 'serverTime'>;
  readonly form: FormState;
}

/** A list of fewer banks is looked through at a glance. */
const searchedFrom = 6;

/** The banks with their live status. One that is offline or down stays in the list, so that its customers see why it cannot be chosen. */
export function BankSelect({ name, label, banks, page, form }: BankSelectProps) {
  const t = useTranslations('payment');
  const words = useTranslations('downtime');
  const locale = useLocale();
  const chosen = fieldOf(form, name, paymentFieldOrder);
  const shown = banks.map((bank) => ({ ...bank, downtime: downtimeOf([bank.id], page.downtimes, page.serverTime) }));
  const isUsable = (bank: (typeof shown)[number]) => bank.isOnline && bank.downtime.state !== 'down';
  return (
    <div className="grid gap-3">
      {banks.length > searchedFrom ? (
        <div className="noscript:hidden">
          <label htmlFor={`${name}-search`} className="block font-semibold">
            {t('searchBank')}
          </label>
          <input
            id={`${name}-search`}
            type="search"
            data-bank-search={name}
            autoComplete="off"
            spellCheck={false}
            className="control mt-1.5"
          />
          <p
            role="status"
            className="text-ink-soft not-empty:mt-1.5"
            data-none={t('searchedNone')}
            data-one={String(t.raw('searchedOne'))}
            data-many={String(t.raw('searchedMany'))}
          />
        </div>
      ) : null}
      <Select
        {...chosen}
        label={label}
        emptyLabel={t('chooseBank')}
        options={shown.map((bank) => ({
          value: bank.id,
          label: isUsable(bank) ? bank.name : t('bankOffline', { bank: bank.name }),
          // What was sent stays taken: an outage ends.
          disabled: !isUsable(bank) && bank.id !== chosen.defaultValue,
        }))}
      />
      {shown.map(({ id, name: bank, downtime }) =>
        downtime.state === 'none' ? null : (
          <Notice key={id} tone={downtime.state === 'down' ? 'warning' : 'info'} testId="downtime-notice">
            {downtime.state === 'down'
              ? words('now.named', { name: bank, until: formatMoment(downtime.until, locale) })
              : words('planned.named', {
                  name: bank,
                  from: formatMoment(downtime.from, locale),
                  until: formatMoment(downtime.until, locale),
                })}
          </Notice>
        ),
      )}
    </div>
  );
}
