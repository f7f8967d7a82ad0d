import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { LoadErrorPage } from '@/app/load-error-page';
import { GatewayRedirectScreen } from '@/components/payment/redirect/gateway-redirect-screen';
import { getProviderName } from '@/components/payment/redirect/provider-name';
import { getPaymentStep } from '@/lib/domain/payment/payment-step';
import { paymentPath } from '@/lib/routes';
import { loadPayablePayment, type SearchParams } from '@/lib/server/payment/load-payment';
import { hasBegunAttempt } from '@/lib/server/session/visit-payments';
import { readNonce } from '@/lib/server/visit/visit-headers';

interface PageProps {
  readonly searchParams: Promise<SearchParams>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('gatewayRedirect'))('metaTitle') };
}

/**
 * The page that redirects the payer to a bank, for the visit that began the attempt: its form contains that visit's input. Any other visit,
 * and a payment without such a redirect, goes to the payment page. Security, row 43.
 */
export default async function GatewayRedirectPage({ searchParams }: PageProps) {
  const query = await searchParams;
  const loaded = await loadPayablePayment(query);
  if (!loaded.ok) return <LoadErrorPage error={loaded.error} />;
  const page = loaded.value;
  const nextAction = page.attempt?.nextAction;
  if (nextAction?.kind !== 'redirect' || getPaymentStep(page) !== 'gateway-redirect') redirect(paymentPath(page.refid));
  const attempt = typeof query['attempt'] === 'string' ? query['attempt'] : undefined;
  if (!(await hasBegunAttempt(page.refid, nextAction, attempt))) redirect(paymentPath(page.refid));
  return (
    <GatewayRedirectScreen
      page={page}
      destination={getProviderName(page, await getTranslations())}
      returnHref={paymentPath(page.refid)}
      request={nextAction}
      nonce={await readNonce()}
    />
  );
}
