import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { AccountsExpired } from '@/components/bill/accounts/accounts-expired';
import { AccountsScreen } from '@/components/bill/accounts/accounts-screen';
import { emptyFormState } from '@/components/forms/form-state';
import { displayPhoneNumber } from '@/lib/domain/contact/phone';
import { parseRefid } from '@/lib/domain/payment/references';
import { routes } from '@/lib/routes';
import { makeIdempotencyKey } from '@/lib/server/backend/idempotency';
import type { SearchParams } from '@/lib/server/payment/load-payment';
import { readFlash } from '@/lib/server/forms/flash';
import { loadAccountsFromCookie } from '@/lib/server/session/accounts-token';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('accounts'))('metaTitle') };
}

interface PageProps {
  readonly searchParams: Promise<SearchParams>;
}

/**
 * The accounts that this visit has put together for one payment, for 15 minutes after the last change; without any the payer is redirected home. A
 * payment leads back to the list that it was created from (`refid`), and to no other.
 */
export default async function AccountsPage({ searchParams }: PageProps) {
  const refid = parseRefid((await searchParams)['refid']);
  const [list, form, lookUpForm] = await Promise.all([
    loadAccountsFromCookie(),
    readFlash('accounts'),
    readFlash('account-look-up'),
  ]);
  if (refid !== undefined && list?.refid !== refid) return <AccountsExpired />;
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
