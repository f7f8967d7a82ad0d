import type { MessagePath } from '@/lib/i18n/pick-messages';

/** The messages of `KeepPayment`. */
export const keepMessages = [
  'history.keep',
  'history.forget',
  'history.keepHint',
  'history.kept',
  'history.refused',
  'history.notLoaded',
  'history.seeAll',
] as const satisfies readonly MessagePath[];
