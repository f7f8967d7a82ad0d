import { NextIntlClientProvider } from 'next-intl';
import { getMessages } from 'next-intl/server';
import type { ReactNode } from 'react';
import { pickMessages, type MessagePath } from './pick-messages';

interface ClientMessagesProps {
  /** The message paths that the client components inside use. */
  readonly paths: readonly MessagePath[];
  /** Of these, messages that only server components use. */
  readonly except?: readonly MessagePath[];
  readonly children: ReactNode;
}

/** Provides the client components of a screen with only the messages that they use. */
export async function ClientMessages({ paths, except, children }: ClientMessagesProps) {
  return (
    <NextIntlClientProvider messages={pickMessages(await getMessages(), paths, except)}>
      {children}
    </NextIntlClientProvider>
  );
}

/** The messages of every `<Form>`: its error summary, and failed submissions. */
export const formMessages = [
  'layout.errorSummaryTitle',
  'layout.optional',
  'layout.connectionAdvice',
  'layout.noConnection',
  'layout.backOnline',
  'layout.busyLong',
  'errors.networkError',
  'errors.requestAborted',
  'errors.timeoutExceeded',
  'errors.technical',
] as const satisfies readonly MessagePath[];
