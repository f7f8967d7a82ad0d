import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { FaultPage } from '@/app/fault-page';
import { AutoDebitScreen } from '@/components/auto-debit/auto-debit-screen';
import { emptyFormState } from '@/components/forms/form-state';
import type { AutoDebit } from '@/lib/domain/auto-debit';
import { readPaymentReference } from '@/lib/domain/payment/references';
import { ClientMessages, formMessages } from '@/lib/i18n/client-messages';
import { readAccountLink, writeAuthorizeUrl } from '@/lib/server/session/account-link';
import { readFlash } from '@/lib/server/forms/flash';
import { makeIdempotencyKey } from '@/lib/server/backend/idempotency';
import { loadAutoDebitOffer, loadCommonConfig } from '@/lib/server/backend/loaders';

interface PageProps {
  readonly params: Promise<{ readonly register: string }>;
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('autoDebit'))('metaTitle') };
}

/** What the form of the card and the way to the account-linking service say. */
const clientMessages = [
  'autoDebit.cardSubmit',
  'autoDebit.cardSubmitting',
  'payment.cardNumber',
  'payment.cardExpiry',
  'payment.expiryExample',
  'payment.cardCvv',
  'payment.cardCvvHint',
  'payment.cardCvvHintBack',
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

/** Where this visit's own way to the account-linking service leads; null when it has not begun one for this payment. */
async function findAuthorizeUrl({ refid, way, step }: AutoDebit): Promise<string | null> {
  if (way !== 'ulm' || step !== 'confirm') return null;
  const [link, config] = await Promise.all([readAccountLink(), loadCommonConfig()]);
  if (link?.refid !== refid || !config.ok || config.value.accountLink === null) return null;
  return writeAuthorizeUrl(config.value.accountLink, link);
}

/** Auto debit registration: `/ulm/autodebit/register` and whatever begins so. Specification, section 2. */
export default async function AutoDebitPage({ params, searchParams }: PageProps) {
  if (!(await params).register.startsWith('register')) notFound();
  const refid = readPaymentReference({ refid: (await searchParams)['refid'] })?.refid;
  const loaded = refid === undefined ? null : await loadAutoDebitOffer(refid);
  if (loaded !== null && !loaded.ok && loaded.error.kind === 'fault') return <FaultPage />;
  const autoDebit = loaded?.ok ? loaded.value : null;
  const form = (await readFlash('auto-debit')) ?? emptyFormState;
  return (
    <ClientMessages paths={clientMessages}>
      <AutoDebitScreen
        autoDebit={autoDebit}
        form={form}
        idempotencyKey={makeIdempotencyKey()}
        authorizeUrl={autoDebit && (await findAuthorizeUrl(autoDebit))}
      />
    </ClientMessages>
  );
}
