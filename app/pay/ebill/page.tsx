import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { BillScreen } from '@/components/bill/bill-screen';
import { OptionalPageEvent } from '@/components/analytics/optional-page-event';
import { loadPageEvent } from '@/lib/server/visit/analytics';
import { UnavailablePage } from '@/app/unavailable-page';
import { emptyFormState } from '@/components/forms/form-state';
import type { OwnPayment } from '@/lib/domain/bill/own-payment';
import { routes } from '@/lib/routes';
import { stepEvent } from '@/lib/analytics/events';
import { describeBill } from '@/lib/analytics/payment-data';
import { readPaidBill } from '@/lib/server/bill/look-up';
import { findOwnPayment } from '@/lib/server/bill/own-payment';
import { loadCommonConfig } from '@/lib/server/backend/common-config';
import { readClientAddress } from '@/lib/server/security/rate-limited-read';
import { readEnvironment } from '@/lib/server/environment';
import { readFlash } from '@/lib/server/forms/flash';
import { makeIdempotencyKey } from '@/lib/server/backend/idempotency';
import { loadAccountsFromCookie } from '@/lib/server/session/accounts-token';
import { loadBillFromCookie, type TokenBill } from '@/lib/server/session/bill-token';
import { makeSharedBillLink } from '@/lib/server/session/shared-bill';
import { readRequestId } from '@/lib/server/visit/visit-headers';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('bill'))('metaTitle') };
}

/** Returns the bill as it is now where this visit has paid it since it was looked up, as after the browser's back button. */
async function loadBillAsPaid(lookedUp: TokenBill, ownPayment: OwnPayment | null): Promise<TokenBill> {
  const { accountNumber, readAt } = lookedUp.bill;
  const receivedAt = ownPayment?.receivedAt ?? null;
  if (receivedAt === null || Date.parse(receivedAt) <= Date.parse(readAt)) return lookedUp;
  const visit = { clientAddress: readClientAddress(await headers()), requestId: await readRequestId() };
  return (await readPaidBill(accountNumber, visit)) ?? lookedUp;
}

/** The bill that this visit looked up, for 15 minutes; without one the payer is redirected home. */
export default async function BillPage() {
  const [lookedUp, config, form, list] = await Promise.all([
    loadBillFromCookie(),
    loadCommonConfig(),
    readFlash('bill'),
    loadAccountsFromCookie(),
  ]);
  if (lookedUp === null) redirect(routes.home);
  if (!config.ok) return <UnavailablePage error={config.error} />;
  const ownPayment = await findOwnPayment(lookedUp.bill);
  const shown = await loadBillAsPaid(lookedUp, ownPayment);
  const [event, link] = await Promise.all([
    loadPageEvent((pseudonyms) => stepEvent('bill_view', describeBill(shown.bill, pseudonyms))),
    makeSharedBillLink(shown.bill.accountNumber),
  ]);
  const { publicOrigin, billerName } = readEnvironment();
  return (
    <>
      <BillScreen
        bill={shown.bill}
        biller={billerName}
        ownPayment={ownPayment}
        config={config.value}
        form={form ?? emptyFormState}
        billToken={shown.billToken}
        idempotencyKey={makeIdempotencyKey()}
        siteUrl={publicOrigin}
        sharing={link}
        {...(list !== null && { list })}
      />
      <OptionalPageEvent event={event} />
    </>
  );
}
