import { NextIntlClientProvider } from 'next-intl';
import { getMessages } from 'next-intl/server';
import type { ReactNode } from 'react';
import { pickMessages, type MessagePath } from './pick-messages';

interface ClientMessagesProps {
  /** What the client components inside translate. */
  readonly paths: readonly MessagePath[];
  readonly children: ReactNode;
}

/** Gives the client components of a screen the messages that they use, and no others. */
export async function ClientMessages({ paths, children }: ClientMessagesProps) {
  return (
    <NextIntlClientProvider messages={pickMessages(await getMessages(), paths)}>{children}</NextIntlClientProvider>
  );
}

/** What `PayAgainField` says. */
export const payAgainMessages = [
  'recentPayments.payAgain',
  'recentPayments.payAgainHint',
] as const satisfies readonly MessagePath[];

/** What a `<Form>` says by itself: its error summary, and why a submission has no answer. */
export const formMessages = [
  'layout.errorSummaryTitle',
  'layout.optional',
  'errors.networkError',
  'errors.requestAborted',
  'errors.timeoutExceeded',
  'errors.technical',
] as const satisfies readonly MessagePath[];
