import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { notFound, redirect } from 'next/navigation';
import { FaultPage } from '@/app/fault-page';
import { PinScreen } from '@/components/auto-debit/pin-screen';
import { AutoDebitScreen } from '@/components/auto-debit/auto-debit-screen';
import { emptyFormState } from '@/components/forms/form-state';
import { readPaymentReference } from '@/lib/domain/payment/references';
import { ClientMessages, formMessages } from '@/lib/i18n/client-messages';
import { autoDebitPath } from '@/lib/routes';
import { readFlash } from '@/lib/server/forms/flash';
import { makeIdempotencyKey } from '@/lib/server/backend/idempotency';
import { loadAutoDebitOffer } from '@/lib/server/backend/loaders';
import { readSentPin } from '@/lib/server/session/sent-pin';

interface PageProps {
  readonly params: Promise<{ readonly register: string }>;
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('autoDebit'))('metaTitle') };
}

/** The one-time PIN of auto debit: `/otp/autodebit/register` and whatever begins so. A registration that is further is shown where it stands. */
export default async function PinPage({ params, searchParams }: PageProps) {
  if (!(await params).register.startsWith('register')) notFound();
  const refid = readPaymentReference({ refid: (await searchParams)['refid'] })?.refid;
  const loaded = refid === undefined ? null : await loadAutoDebitOffer(refid);
  if (loaded !== null && !loaded.ok && loaded.error.kind === 'fault') return <FaultPage />;
  if (refid === undefined || !loaded?.ok) {
    const none = { autoDebit: null, form: emptyFormState, idempotencyKey: '', authorizeUrl: null };
    return <AutoDebitScreen {...none} />;
  }
  const autoDebit = loaded.value;
  const isWanted = autoDebit.state === 'offered' && autoDebit.way === 'otp' && autoDebit.step === 'confirm';
  if (!isWanted) redirect(autoDebitPath(refid));
  const [form, sent] = await Promise.all([readFlash('auto-debit-pin'), readSentPin(refid)]);
  return (
    <ClientMessages
      paths={[
        'autoDebit.pin',
        'autoDebit.pinHint',
        'autoDebit.pinSent',
        'autoDebit.verify',
        'autoDebit.verifying',
        'validation.otp',
        ...formMessages,
      ]}
    >
      <PinScreen
        autoDebit={autoDebit}
        sent={sent}
        form={form ?? emptyFormState}
        idempotencyKeys={{ send: makeIdempotencyKey(), verify: makeIdempotencyKey() }}
      />
    </ClientMessages>
  );
}
