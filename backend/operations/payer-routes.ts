import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { accountNumberSchema, emailSchema } from '@/lib/contract/primitives';
import { isEmailAddress } from '@/lib/domain/contact/email';
import { localeCodes } from '@/lib/domain/locales';
import { reasonSchema } from '../operators/reason';
import { sendReceipt, maxReceiptsPerDay, type ReceiptRefusal } from '../payments/send-receipt';
import { exportAccount } from '../personal-data/account-export';
import { erasePersonalData, type ErasureRefusal, type ErasureSubject } from '../personal-data/erasure';
import type { ErasureBlock } from '../personal-data/erasure-rules';
import type { Services } from '../services';

const referenceSchema = z.string().regex(/^[\w-]{1,64}$/);

/** A reason that stays when the data are gone: it must not repeat them. */
const erasureReasonSchema = reasonSchema.refine((reason) => !/@|\d{8}/.test(reason), {
  message: 'is stored for ever: name no address, account or telephone number, but the number of the case',
});

const erasureSchema = z.strictObject({
  reference: referenceSchema.optional(),
  account: accountNumberSchema.optional(),
  reason: erasureReasonSchema,
  isDryRun: z.boolean(),
});

function readSubject({ reference, account }: z.output<typeof erasureSchema>): ErasureSubject | null {
  if (reference !== undefined) return account === undefined ? { reference } : null;
  return account === undefined ? null : { account };
}

const exportSchema = z.strictObject({ account: accountNumberSchema, emails: z.array(emailSchema).max(20) });

const receiptSchema = z.strictObject({
  command: z.uuid(),
  reference: referenceSchema,
  to: emailSchema.refine((address) => isEmailAddress(address)).optional(),
  language: z.enum(localeCodes).optional(),
});

const blockTexts = {
  'under-way': 'it can be paid, or its outcome is not known',
  'money-may-arrive': 'the gateway is still asked whether money arrives',
  'in-review': 'its money is held for review',
  'card-verification': 'the RM1 of a card verification is not reversed',
  'not-posted': 'the biller has not accepted it',
  'in-dispute': 'its payer disputes it: a chargeback is not closed',
  'being-refunded': 'it is being refunded, or the biller has not taken it back',
  'auto-debit':
    'its account is registered for auto debit, or the biller has not answered about it: cancel the mandate first',
} as const satisfies Record<ErasureBlock, string>;

function describeErasureRefusal(refusal: ErasureRefusal): { readonly status: 404 | 409; readonly error: string } {
  switch (refusal.code) {
    case 'unknown-payment':
      return { status: 404, error: 'there is no payment with this reference' };
    case 'nothing-stored':
      return { status: 404, error: 'nothing is stored about this account' };
    case 'erased-before':
      return { status: 409, error: 'the data are erased already' };
    case 'needed': {
      const lines = refusal.payments.map(
        ({ refid, reasons }) => `${refid}: ${reasons.map((reason) => blockTexts[reason]).join('; ')}`,
      );
      return { status: 409, error: `nothing is erased:\n${lines.join('\n')}` };
    }
  }
}

const receiptRefusals = {
  'unknown-payment': { status: 404, error: 'there is no payment with this reference' },
  'not-paid': { status: 409, error: 'the payment was not successful: there is no receipt' },
  'contact-erased': { status: 409, error: 'the payer’s address is erased: name one with --to' },
  'too-many-receipts': { status: 409, error: `the receipt was sent ${maxReceiptsPerDay} times in a day: wait` },
  'command-reused': { status: 409, error: 'the command’s id belongs to the receipt of another payment' },
  'no-mail-delivery': { status: 409, error: 'no delivery of e-mails is configured: set SMTP_URL or MESSAGES_URL' },
} as const satisfies Record<ReceiptRefusal, { readonly status: number; readonly error: string }>;

/** Adds the operator's routes for payers who ask about their data, or for their receipt: docs/operate.md. */
export function addPayerRoutes(app: FastifyInstance, services: Services): void {
  app.post('/operator/payers/erasures', async (request, reply) => {
    const sent = erasureSchema.parse(request.body);
    const { reason, isDryRun } = sent;
    const subject = readSubject(sent);
    if (subject === null) return reply.code(400).send({ error: 'name a payment or an account' });
    const done = await erasePersonalData(services, { subject, reason, isDryRun, by: request.operator });
    if (done.ok) return { isDryRun, ...done.value };
    const { status, error } = describeErasureRefusal(done.error);
    return reply.code(status).send({ error });
  });

  app.post('/operator/payers/exports', async (request) =>
    exportAccount(services, { ...exportSchema.parse(request.body), by: request.operator }),
  );

  app.post('/operator/receipts', async (request, reply) => {
    const { command, reference, to = null, language = null } = receiptSchema.parse(request.body);
    const sent = await sendReceipt(services, { command, reference, to, language, by: request.operator });
    if (sent.ok) return sent.value;
    const { status, error } = receiptRefusals[sent.error];
    return reply.code(status).send({ error });
  });
}
