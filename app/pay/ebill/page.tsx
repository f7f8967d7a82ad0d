import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { BillScreen } from '@/components/bill/bill-screen';
import { OptionalPageEvent } from '@/components/analytics/optional-page-event';
import { loadPageEvent } from '@/lib/server/visit/analytics';
import { UnavailablePage } from '@/app/unavailable-page';
import { emptyFormState } from '@/components/forms/form-state';
import { routes } from '@/lib/routes';
import { stepEvent } from '@/lib/analytics/events';
import { describeBill } from '@/lib/analytics/payment-data';
import { findOwnPayment } from '@/lib/server/bill/own-payment';
import { loadCommonConfig } from '@/lib/server/backend/common-config';
import { readEnvironment } from '@/lib/server/environment';
import { readFlash } from '@/lib/server/forms/flash';
import { makeIdempotencyKey } from '@/lib/server/backend/idempotency';
import { loadAccountsFromCookie } from '@/lib/server/session/accounts-token';
import { loadBillFromCookie } from '@/lib/server/session/bill-token';
import { makeSharedBillLink } from '@/lib/server/session/shared-bill';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('bill'))('metaTitle') };
}

/** The bill that this visit looked up, for 15 minutes; without one the payer is redirected home. */
export default async function BillPage() {
  const [shown, config, form, list] = await Promise.all([
    loadBillFromCookie(),
    loadCommonConfig(),
    readFlash('bill'),
    loadAccountsFromCookie(),
  ]);
  if (shown === null) redirect(routes.home);
  if (!config.ok) return <UnavailablePage error={config.error} />;
  const [event, link, ownPayment] = await Promise.all([
    loadPageEvent((pseudonyms) => stepEvent('bill_view', describeBill(shown.bill, pseudonyms))),
    makeSharedBillLink(shown.bill.accountNumber),
    findOwnPayment(shown.bill),
  ]);
  const { publicOrigin, billerName } = readEnvironment();
  return (
    <>
      <BillScreen
        bill={shown.bill}
        ownPayment={ownPayment}
        config={config.value}
        form={form ?? emptyFormState}
        billToken={shown.billToken}
        idempotencyKey={makeIdempotencyKey()}
        siteUrl={publicOrigin}
        sharing={{ ...link, billerName }}
        {...(list !== null && { list })}
      />
      <OptionalPageEvent event={event} />
    </>
  );
}
