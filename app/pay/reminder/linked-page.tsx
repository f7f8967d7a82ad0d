import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { UnavailablePage } from '@/app/unavailable-page';
import { emptyFormState } from '@/components/forms/form-state';
import { LinkedReminderScreen, ReminderLinkError } from '@/components/reminders/linked-reminder-screen';
import { ClientMessages, formMessages } from '@/lib/i18n/client-messages';
import { makeIdempotencyKey } from '@/lib/server/backend/idempotency';
import { loadReminder } from '@/lib/server/backend/loaders';
import { readFlash } from '@/lib/server/forms/flash';
import type { SearchParams } from '@/lib/server/payment/load-payment';
import { parseLinkToken } from '@/lib/server/session/link-token';

interface PageProps {
  readonly searchParams: Promise<SearchParams>;
}

/** Makes the page of a link in an e-mail about reminders. Opening it changes nothing: its button does. */
export function makeLinkedReminderPage(purpose: 'confirm' | 'stop') {
  async function generateMetadata(): Promise<Metadata> {
    return { title: (await getTranslations('emailReminder'))('metaTitle') };
  }

  async function Page({ searchParams }: PageProps) {
    const token = parseLinkToken((await searchParams)['token']);
    if (token === undefined) return <ReminderLinkError reason="invalid" />;
    const [loaded, form] = await Promise.all([loadReminder(token), readFlash('reminder')]);
    if (!loaded.ok) {
      const { error } = loaded;
      if (error.kind === 'problem' && error.code === 'unknown-reminder') return <ReminderLinkError reason="invalid" />;
      return <UnavailablePage error={error} />;
    }
    return (
      <ClientMessages paths={formMessages}>
        <LinkedReminderScreen
          reminder={loaded.value}
          purpose={purpose}
          token={token}
          form={form ?? emptyFormState}
          idempotencyKey={makeIdempotencyKey()}
        />
      </ClientMessages>
    );
  }

  return { Page, generateMetadata };
}
