import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { GatewayRedirectScreen } from '@/components/payment/redirect/gateway-redirect-screen';
import { sen, zeroSen } from '@/lib/domain/money';
import { parseRefid } from '@/lib/domain/payment/references';
import { autoDebitPath, routes } from '@/lib/routes';
import { loadAutoDebit } from '@/lib/server/backend/loaders';
import { hasBegunVerification } from '@/lib/server/session/visit-payments';
import { readNonce } from '@/lib/server/visit/visit-headers';

interface PageProps {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('gatewayRedirect'))('metaTitle') };
}

/** The charge that verifies a card that is entered here; a gateway that keeps it charges nothing. Specification, section 9. */
const verification = sen(100);

/** The page that redirects to the issuer of a card that is verified for auto debit, for the visit that began it. Security, row 43. */
export default async function CardVerificationPage({ searchParams }: PageProps) {
  const refid = parseRefid((await searchParams)['refid']);
  if (refid === undefined) redirect(routes.autoDebit);
  const loaded = await loadAutoDebit(refid);
  if (!loaded.ok || loaded.value.step !== 'card-check' || loaded.value.cardCheck === null)
    redirect(autoDebitPath(refid));
  if (!(await hasBegunVerification(refid))) redirect(autoDebitPath(refid));
  const t = await getTranslations('autoDebit');
  const isAtGateway = loaded.value.cardEntry === 'gateway';
  return (
    <GatewayRedirectScreen
      page={
        isAtGateway
          ? { total: zeroSen, productName: t('cardAtGatewayProduct'), accountEnding: null, accounts: [] }
          : { total: verification, productName: t('issuerProduct'), accountEnding: null, accounts: [] }
      }
      destination={null}
      returnHref={autoDebitPath(refid)}
      request={loaded.value.cardCheck}
      nonce={await readNonce()}
    />
  );
}
