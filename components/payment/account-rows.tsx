import { AccountEnding, MaskedName } from '@/components/layout/masked-data';
import type { DescriptionRow } from '@/components/ui/description-list';
import { formatRinggit } from '@/lib/domain/money';
import type { PaymentPage } from '@/lib/domain/payment/payment';

/** Returns the row of the account that is paid, as the payment's page names it; none for an order that is no bill, and for several accounts. */
export function listAccountRow({ accountEnding }: Pick<PaymentPage, 'accountEnding'>, label: string): DescriptionRow[] {
  if (accountEnding === null) return [];
  return [{ term: label, value: <AccountEnding ending={accountEnding} />, testId: 'account-ending' }];
}

/** Returns a row for each account of a payment of several, with its holder and its amount; none for a payment of one. `label`: the word for an account. */
export function listAccountRows({ accounts }: Pick<PaymentPage, 'accounts'>, label: string): DescriptionRow[] {
  return accounts.map(({ accountEnding, accountName, amount }, index) => ({
    term: (
      <>
        {label} <AccountEnding ending={accountEnding} />
        {accountName === null ? null : (
          <span className="block">
            <MaskedName name={accountName} />
          </span>
        )}
      </>
    ),
    value: formatRinggit(amount),
    testId: `account-${index + 1}`,
  }));
}
