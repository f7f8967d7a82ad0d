import type { RebateFigures } from '@/lib/domain/auto-debit';

/** The values that answers name: the rebate of auto debit, and the site's origin. */
export type AnswerValues = RebateFigures & { readonly origin: string };
