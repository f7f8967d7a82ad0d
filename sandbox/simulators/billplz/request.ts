import { z } from 'zod';

/* The arguments and limits of Billplz, V3, Create a Bill. */

const text = (maximum: number) => z.string().max(maximum);
const optional = (maximum: number) =>
  text(maximum)
    .optional()
    .transform((value) => value || null);

export const createSchema = z
  .object({
    collection_id: z.string(),
    email: z.union([z.literal(''), z.email()]).default(''),
    mobile: z.union([z.literal(''), z.string().regex(/^\+?\d{8,15}$/)]).default(''),
    name: text(255).min(1),
    amount: z.coerce.number().int().min(1),
    callback_url: z.url({ protocol: /^https?$/ }),
    description: text(200).min(1),
    due_at: z
      .string()
      .regex(/^(?:19|2\d)\d\d-\d\d?-\d\d?$/)
      .optional(),
    redirect_url: z.url({ protocol: /^https?$/ }).optional(),
    deliver: z.string().default('false'),
    reference_1_label: optional(20),
    reference_1: optional(120),
    reference_2_label: optional(20),
    reference_2: optional(120),
  })
  .refine(({ email, mobile }) => email !== '' || mobile !== '', { path: ['email'] });
export type CreateRequest = z.infer<typeof createSchema>;

/** As the event log keeps it: of a bill that was read already. */
export const storedRequestSchema = z.object({
  ...{ collection_id: z.string(), email: z.string(), mobile: z.string(), name: z.string(), amount: z.int() },
  ...{ callback_url: z.string(), description: z.string(), due_at: z.string(), redirect_url: z.string().nullable() },
  ...{ reference_1_label: z.string().nullable(), reference_1: z.string().nullable() },
  ...{ reference_2_label: z.string().nullable(), reference_2: z.string().nullable() },
});
export type StoredRequest = z.infer<typeof storedRequestSchema>;
