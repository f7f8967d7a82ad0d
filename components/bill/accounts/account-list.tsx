import { useTranslations } from 'next-intl';
import type { FormState } from '@/components/forms/form-state';
import { Button } from '@/components/ui/button';
import { DefaultButton } from '@/components/ui/default-button';
import { MaskedName } from '@/components/layout/masked-data';
import { Icon } from '@/components/ui/icon';
import { Money } from '@/components/ui/money';
import { Panel } from '@/components/ui/panel';
import { accountField, type ChosenAccount } from '@/lib/domain/bill/several-accounts';
import { formatRinggit } from '@/lib/domain/money';
import { actions } from '@/lib/routes';
import { payAccountsForm } from './form-ids';

interface AccountListProps {
  readonly accounts: readonly ChosenAccount[];
  /** Formatted. */
  readonly total: string;
  /** What is said of an account, by the id of its row. */
  readonly errors: FormState['fieldErrors'];
}

/**
 * The listed accounts with their amounts; each can be changed and removed. The buttons belong to the form that pays the list, which the browser
 * posts with the contact that is typed in it.
 */
export function AccountList({ accounts, total, errors }: AccountListProps) {
  const t = useTranslations('accounts');
  const firstError = accounts.findIndex((_account, index) => errors[accountField(index + 1)] !== undefined);
  return (
    <Panel title={t('listTitle', { count: accounts.length })}>
      <DefaultButton form={payAccountsForm} />
      <ol data-testid="chosen-accounts" className="divide-line divide-y">
        {accounts.map((account, index) => (
          <AccountRow
            key={account.accountNumber}
            account={account}
            position={index + 1}
            error={errors[accountField(index + 1)]}
            isFocused={index === firstError}
          />
        ))}
      </ol>
      <p className="border-line-strong mt-3 flex flex-wrap items-baseline justify-between gap-x-4 border-t border-dashed pt-3 text-lg font-bold">
        <span>{t('total')}</span>
        <Money amount={total} testId="accounts-total" />
      </p>
    </Panel>
  );
}

interface AccountRowProps {
  readonly account: ChosenAccount;
  readonly position: number;
  /** Why it cannot be paid as it was listed; shown in the row, to which the list of errors leads. */
  readonly error: string | undefined;
  /** Takes the focus as the page loads. */
  readonly isFocused: boolean;
}

function AccountRow({ account, position, error, isFocused }: AccountRowProps) {
  const t = useTranslations('accounts');
  const bill = useTranslations('bill');
  const { accountNumber, accountName, amount, payOption } = account;
  return (
    <li
      id={accountField(position)}
      data-testid="chosen-account"
      tabIndex={error === undefined ? undefined : -1}
      autoFocus={isFocused}
      className="scroll-mt-4 py-3 first:pt-0"
    >
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 font-semibold">
        <span className="figures">{accountNumber}</span>
        <span className="figures ml-auto">{formatRinggit(amount)}</span>
      </p>
      <p className="text-ink-soft flex flex-wrap justify-between gap-x-4 text-sm">
        <MaskedName name={accountName} /> <span>{bill(`payOption.${payOption}`)}</span>
      </p>
      {error === undefined ? null : (
        <p id={`${accountField(position)}-error`} className="text-danger mt-1 flex gap-2 font-medium">
          <Icon name="warning" className="mt-0.5" />
          <span>{error}</span>
        </p>
      )}
      <div className="-mx-5 -mb-2 flex flex-wrap">
        <Button
          variant="quiet"
          form={payAccountsForm}
          formAction={actions.changeAccount}
          name="position"
          value={position}
          aria-label={t('changeAccount', { account: accountNumber })}
          aria-describedby={error && `${accountField(position)}-error`}
          testId="change-account"
        >
          {t('change')}
        </Button>
        <Button
          variant="quiet"
          form={payAccountsForm}
          formAction={actions.removeAccount}
          name="position"
          value={position}
          aria-label={t('removeAccount', { account: accountNumber })}
          aria-describedby={error && `${accountField(position)}-error`}
          testId="remove-account"
        >
          {t('remove')}
        </Button>
      </div>
    </li>
  );
}
