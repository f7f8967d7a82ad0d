import type { MessagePath } from '@/lib/i18n/pick-messages';

/** The messages of the card of the remembered account, beside those of the form below it. */
export const cardMessages = [
  'rememberedAccount',
  'bill.paying',
  'bill.closedTitle',
] as const satisfies readonly MessagePath[];
