import { z } from 'zod';
import { failure, success } from '@/lib/domain/result';
import type { Gateway, GatewayReport } from './gateway';
import { verifyReport, type SharedKey } from './signed-messages';

const largestAmountSen = 99_999_999_999;

/** The common fields of responses of gateways with signed messages. */
export const responseFields = {
  number: z.string(),
  amount: z.int().min(0).max(largestAmountSen),
  currency: z.string().length(3),
  reference: z.string().max(64),
};

/** The common fields of returns and callbacks, which are strings, and the signature. */
export const reportFields = {
  keyId: z.string(),
  number: z.string().min(1).max(40),
  amount: z
    .string()
    .regex(/^(?:0|[1-9]\d{0,10})$/)
    .transform(Number),
  currency: z.string().length(3),
  reference: z.string().max(64),
  reportedAt: z.iso.datetime({ offset: true }),
  signature: z.string().regex(/^[0-9a-f]{64}$/),
};

/** Creates the reader of a gateway's returns and callbacks, which verifies the signature. */
export function createReportReader<Message>(
  key: SharedKey,
  schema: z.ZodType<Message>,
  toReport: (message: Message) => GatewayReport,
): Pick<Gateway, 'verifyReport' | 'readNumber'> {
  return {
    verifyReport(fields) {
      const parsed = schema.safeParse(fields);
      if (!parsed.success) return failure('malformed');
      return verifyReport(key, fields) ? success(toReport(parsed.data)) : failure('unsigned');
    },
    readNumber(fields) {
      const number = fields.number ?? '';
      return /^[a-z0-9]{20}$/.test(number) ? number : null;
    },
  };
}
