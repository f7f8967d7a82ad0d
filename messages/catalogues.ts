import type { Locale } from '@/lib/domain/locales';
import en from './en.json';
import ms from './ms.json';
import ta from './ta.json';
import zhHans from './zh-Hans.json';

/** Every message, by language. For servers only: a browser gets the few messages that its screen uses. */
export const catalogues: Readonly<Record<Locale, typeof en>> = { en, ms, 'zh-Hans': zhHans, ta };
