import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { AccountsScreen } from '@/components/bill/accounts/accounts-screen';
import { emptyFormState } from '@/components/forms/form-state';
import { displayPhoneNumber } from '@/lib/domain/contact/phone';
import { routes } from '@/lib/routes';
import { makeIdempotencyKey } from '@/lib/server/backend/idempotency';
import { readFlash } from '@/lib/server/forms/flash';
import { loadAccountsFromCookie } from '@/lib/server/session/accounts-token';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('accounts'))('metaTitle') };
}

/** The accounts that this visit has put together for one payment, for 15 minutes after the last change; without any the payer is redirected home. */
export default async function AccountsPage() {
  const [list, form, lookUpForm] = await Promise.all([
    loadAccountsFromCookie(),
    readFlash('accounts'),
    readFlash('account-look-up'),
  ]);
  if (list === null) redirect(routes.home);
  const { accounts, limit, accountsToken, email, phoneNumber } = list;
  return (
    <AccountsScreen
      accounts={accounts}
      limit={limit}
      accountsToken={accountsToken}
      contact={{ email, phoneNumber: displayPhoneNumber(phoneNumber) }}
      form={form ?? emptyFormState}
      lookUpForm={lookUpForm ?? emptyFormState}
      idempotencyKey={makeIdempotencyKey()}
    />
  );
}
