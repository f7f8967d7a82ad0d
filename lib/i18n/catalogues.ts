import en from '@/messages/en.json';
import ms from '@/messages/ms.json';
import type { Locale } from './locale';

/** Every word of the site, by language. For the server alone: a browser is given the few words that it can say. */
export const catalogues = { en, ms } satisfies Record<Locale, typeof en>;
