import { useTranslations } from 'next-intl';
import type { FormState } from '@/components/forms/form-state';
import { PageShell } from '@/components/layout/page-shell';
import { LinkButton } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { sumAccounts, type ChosenAccount } from '@/lib/domain/bill/several-accounts';
import { shownBillMinutes } from '@/lib/domain/bill/shown-bill';
import { formatRinggit } from '@/lib/domain/money';
import { ClientMessages, formMessages } from '@/lib/i18n/client-messages';
import type { MessagePath } from '@/lib/i18n/pick-messages';
import { routes } from '@/lib/routes';
import { AccountList } from './account-list';
import { AccountLookUpForm } from './account-look-up-form';
import { PayAccountsForm } from './pay-accounts-form';

/** The messages of the two forms. */
const accountsMessages = [
  'accounts.addTitle',
  'home.accountNumber',
  'home.accountNumberHint',
  'home.submit',
  'home.submitting',
  'layout.didYouMean',
  'bill.contactTitle',
  'bill.email',
  'bill.emailHint',
  'bill.phoneNumber',
  'bill.phoneNumberHint',
  'bill.total',
  'bill.pay',
  'bill.paying',
  'validation',
  ...formMessages,
] as const satisfies readonly MessagePath[];

interface AccountsScreenProps {
  readonly accounts: readonly ChosenAccount[];
  /** How many there can be at most. */
  readonly limit: number;
  /** Sealed by the server: it alone says which accounts the forms are about, and what is paid. */
  readonly accountsToken: string;
  /** What was typed for the receipt, here or on a bill's page. */
  readonly contact: { readonly email: string; readonly phoneNumber: string };
  readonly form: FormState;
  readonly lookUpForm: FormState;
  readonly idempotencyKey: string;
}

/** The accounts of one payment: what each is paid, the total, a form for another account, and the form that pays them. Decision 30. */
export function AccountsScreen(props: AccountsScreenProps) {
  const { accounts, limit, accountsToken, contact, form, lookUpForm, idempotencyKey } = props;
  const t = useTranslations('accounts');
  const total = formatRinggit(sumAccounts(accounts));
  return (
    <ClientMessages paths={accountsMessages}>
      <PageShell
        title={t('title')}
        lead={t('lead')}
        notice={<ChangeNotice form={form} accounts={accounts} total={total} />}
        aside={
          <>
            <AccountList accounts={accounts} total={total} errors={form.fieldErrors} />
            {/* WCAG 2.2, 2.2.6: how long the page lasts is said before the forms. */}
            <p className="text-ink-soft text-sm">{t('timeNote', { minutes: shownBillMinutes })}</p>
          </>
        }
      >
        {accounts.length < limit ? (
          <AccountLookUpForm form={lookUpForm} accountsToken={accountsToken} />
        ) : (
          <Notice tone="info" testId="accounts-full">
            <p>{t('full', { max: limit })}</p>
          </Notice>
        )}
        <PayAccountsForm
          form={form}
          accountsToken={accountsToken}
          contact={contact}
          total={total}
          idempotencyKey={idempotencyKey}
        />
        <p className="text-center">
          <LinkButton href={routes.home} variant="quiet">
            {t('startOver')}
          </LinkButton>
        </p>
      </PageShell>
    </ClientMessages>
  );
}

/** Says what was just done to an account of the list. It takes the focus as the page loads, and is read out. */
function ChangeNotice({
  form: {
    values: { added, changed, removed },
  },
  accounts,
  total,
}: Pick<AccountsScreenProps, 'form' | 'accounts'> & { readonly total: string }) {
  const t = useTranslations('accounts');
  const account = added ?? changed ?? removed;
  if (account === undefined) return null;
  const list = { account, count: accounts.length, total };
  const changedAccount = accounts.find(({ accountNumber }) => accountNumber === changed);
  return (
    <div role="status" tabIndex={-1} autoFocus className="rounded-md">
      <Notice tone="success" testId="accounts-changed">
        <p>
          {changedAccount === undefined
            ? t(added === undefined ? 'removed' : 'added', list)
            : t('changed', { ...list, amount: formatRinggit(changedAccount.amount) })}
        </p>
      </Notice>
    </div>
  );
}
