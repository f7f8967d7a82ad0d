import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { stepOfPage, findWayPastChoice } from '@/app/epayment/way-past-choice';
import { FaultPage } from '@/app/fault-page';
import { GatewayRedirectScreen } from '@/components/payment/redirect/gateway-redirect-screen';
import { PaymentNotFound } from '@/components/result/payment-not-found';
import { readPaymentReference } from '@/lib/domain/payment/references';
import { paymentPath } from '@/lib/routes';
import { loadPaymentPage } from '@/lib/server/backend/loaders';
import { readNonce } from '@/lib/server/visit/visit';

interface PageProps {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('handOver'))('metaTitle') };
}

/** The small page between us and a bank. A payment that is not on its way to one is shown where it stands. */
export default async function HandOverPage({ searchParams }: PageProps) {
  const reference = readPaymentReference(await searchParams);
  if (reference === null) return <PaymentNotFound />;

  const loaded = await loadPaymentPage(reference);
  if (!loaded.ok) {
    const isUnknown = loaded.error.kind === 'problem' && loaded.error.code === 'unknown-payment';
    return isUnknown ? <PaymentNotFound /> : <FaultPage />;
  }
  const page = loaded.value;
  const onward = page.attempt?.onward;
  if (findWayPastChoice(page) !== null || onward?.kind !== 'redirect' || stepOfPage(page) !== 'hand-over') {
    redirect(findWayPastChoice(page) ?? paymentPath(page.refid));
  }
  return (
    <GatewayRedirectScreen
      page={page}
      returnHref={paymentPath(page.refid)}
      request={onward}
      nonce={await readNonce()}
    />
  );
}
