import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { UnavailablePage } from '@/app/unavailable-page';
import { AutoDebitScreen } from '@/components/auto-debit/auto-debit-screen';
import { emptyFormState } from '@/components/forms/form-state';
import type { AutoDebit } from '@/lib/domain/auto-debit';
import { ClientMessages, formMessages } from '@/lib/i18n/client-messages';
import { readAccountLinkSession, buildAuthorizeUrl } from '@/lib/server/session/account-link';
import { readFlash } from '@/lib/server/forms/flash';
import { makeIdempotencyKey } from '@/lib/server/backend/idempotency';
import { hasBegunVerification } from '@/lib/server/session/visit-payments';
import { loadCommonConfig } from '@/lib/server/backend/common-config';
import { loadRegistration, type SearchParams } from '@/lib/server/payment/load-payment';
import { readKioskVisit } from '@/lib/server/visit/visit-headers';

interface PageProps {
  readonly params: Promise<{ readonly register: string }>;
  readonly searchParams: Promise<SearchParams>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('autoDebit'))('metaTitle') };
}

/** The messages of the card form and of the link to the account-linking service. */
const clientMessages = [
  'autoDebit.cardSubmit',
  'autoDebit.cardSubmitting',
  'autoDebit.cardAtGatewaySubmitting',
  'payment.cardNumber',
  'payment.cardExpiry',
  'payment.expiryExample',
  'payment.cardExpiryHint',
  'payment.cardCvv',
  'payment.cardCvvHint',
  'payment.cardCvvHintBack',
  'payment.cardCvvHintFront',
  'payment.cardName',
  'payment.cardKept',
  'payment.cardsAccepted',
  'payment.secureNote',
  'validation.cardNumber',
  'validation.cardExpiry',
  'validation.cardCvv',
  'validation.cardName',
  'errors.enablePopups',
  ...formMessages,
] as const;

/** The account-linking service's URL for this visit's session; null when this payment has none. */
async function findAuthorizeUrl({ refid, flow, step }: AutoDebit): Promise<string | null> {
  if (flow !== 'ulm' || step !== 'confirm') return null;
  const [link, config] = await Promise.all([readAccountLinkSession(), loadCommonConfig()]);
  if (link?.refid !== refid || !config.ok || config.value.accountLink === null) return null;
  return buildAuthorizeUrl(config.value.accountLink, link);
}

/** Auto debit registration: `/ulm/autodebit/register` and paths that begin with it. Specification, section 2. */
export default async function AutoDebitPage({ params, searchParams }: PageProps) {
  if (!(await params).register.startsWith('register')) notFound();
  const loaded = await loadRegistration(await searchParams);
  if (!loaded.ok && loaded.error !== 'not-found') return <UnavailablePage error={loaded.error} />;
  const autoDebit = loaded.ok ? loaded.value : null;
  const form = (await readFlash('auto-debit')) ?? emptyFormState;
  return (
    <ClientMessages paths={clientMessages}>
      <AutoDebitScreen
        autoDebit={autoDebit}
        form={form}
        idempotencyKey={makeIdempotencyKey()}
        authorizeUrl={autoDebit && (await findAuthorizeUrl(autoDebit))}
        isKiosk={await readKioskVisit()}
        canContinue={autoDebit !== null && (await hasBegunVerification(autoDebit.refid))}
      />
    </ClientMessages>
  );
}
