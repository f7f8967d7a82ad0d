import type { Locale } from '@/lib/domain/locales';
import en from './en.json';
import ms from './ms.json';

/** Every message, by language. For servers only: a browser gets the few messages that its screen uses. */
export const catalogues: Readonly<Record<Locale, typeof en>> = { en, ms };
