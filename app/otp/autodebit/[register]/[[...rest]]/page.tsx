import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { notFound, redirect } from 'next/navigation';
import { UnavailablePage } from '@/app/unavailable-page';
import { PinScreen } from '@/components/auto-debit/pin-screen';
import { AutoDebitScreen } from '@/components/auto-debit/auto-debit-screen';
import { emptyFormState } from '@/components/forms/form-state';
import { ClientMessages, formMessages } from '@/lib/i18n/client-messages';
import { autoDebitPath } from '@/lib/routes';
import { readFlash } from '@/lib/server/forms/flash';
import { makeIdempotencyKey } from '@/lib/server/backend/idempotency';
import { loadRegistration, type SearchParams } from '@/lib/server/payment/load-payment';
import { readSentPin } from '@/lib/server/session/sent-pin';
import { readKioskVisit } from '@/lib/server/visit/visit-headers';

interface PageProps {
  readonly params: Promise<{ readonly register: string }>;
  readonly searchParams: Promise<SearchParams>;
}

/** The messages of the request for another PIN. */
const resendMessages = [
  'autoDebit.resendTitle',
  'autoDebit.resendsLeft',
  'autoDebit.resend',
  'autoDebit.resendIn',
  'autoDebit.resendAt',
  'autoDebit.resendNow',
] as const;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('autoDebit'))('metaTitle') };
}

/** The one-time PIN of auto debit: `/otp/autodebit/register` and paths that begin with it. A registration past this step is redirected. */
export default async function PinPage({ params, searchParams }: PageProps) {
  if (!(await params).register.startsWith('register')) notFound();
  const loaded = await loadRegistration(await searchParams);
  if (!loaded.ok && loaded.error !== 'not-found') return <UnavailablePage error={loaded.error} />;
  if (!loaded.ok) {
    const none = { autoDebit: null, form: emptyFormState, idempotencyKey: '', authorizeUrl: null, canContinue: false };
    return <AutoDebitScreen {...none} isKiosk={await readKioskVisit()} />;
  }
  const autoDebit = loaded.value;
  const { refid } = autoDebit;
  const isWanted = autoDebit.state === 'offered' && autoDebit.flow === 'otp' && autoDebit.step === 'confirm';
  const [form, sent] = await Promise.all([readFlash('auto-debit-pin'), readSentPin(refid)]);
  if (!isWanted) {
    // The beginning of account linking was refused: its reason is shown here.
    if (form === null || autoDebit.flow !== 'ulm') redirect(autoDebitPath(refid));
    const linking = { autoDebit, form, idempotencyKey: makeIdempotencyKey(), authorizeUrl: null, canContinue: false };
    return (
      <ClientMessages paths={['errors.enablePopups', ...formMessages]}>
        <AutoDebitScreen {...linking} isKiosk={await readKioskVisit()} />
      </ClientMessages>
    );
  }
  return (
    <ClientMessages
      paths={[
        ...resendMessages,
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
