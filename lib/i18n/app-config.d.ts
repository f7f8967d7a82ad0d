import type en from '@/messages/en.json';
import type { Locale } from '@/lib/domain/locales';

declare module 'next-intl' {
  /** Keys of messages are checked by the compiler, against the English catalogue. */
  interface AppConfig {
    Locale: Locale;
    Messages: typeof en;
  }
}
