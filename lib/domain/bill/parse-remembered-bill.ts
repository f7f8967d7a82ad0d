import * as z from 'zod/mini';
import { sen } from '../money';
import { rememberedBillStates, type RememberedBill } from './remembered-bill';
import '../zod-without-eval';

/** What the server tells of the bill of a remembered account. */
export interface FoundBill {
  readonly bill: RememberedBill;
  /** Sealed by the server: it alone determines the bill that one tap pays. */
  readonly billToken: string;
}

const maximum = 99_999_999_999;

const foundBillSchema = z.object({
  bill: z.object({
    state: z.enum(rememberedBillStates),
    balance: z.pipe(z.int().check(z.gte(-maximum), z.lte(maximum)), z.transform(sen)),
    dueDate: z.nullable(z.iso.date()),
    overdue: z.pipe(z.int().check(z.gte(0), z.lte(maximum)), z.transform(sen)),
  }),
  billToken: z.string().check(z.minLength(1), z.maxLength(8192)),
});

/** Parses what the server has answered, or this tab has stored of it; null for anything else. */
export function parseFoundBill(answer: unknown): FoundBill | null {
  const parsed = foundBillSchema.safeParse(answer);
  return parsed.success ? parsed.data : null;
}
