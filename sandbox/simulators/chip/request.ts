import { z } from 'zod';
import { failure, success, type Result } from '@/lib/domain/result';
import { kindOfMethod, type MethodName } from './methods';

/* The limits are those of the schemas `PurchaseBody`, `ClientDetailsBody`, `PurchaseDetailsBody` and `ProductBody` of CHIP's OpenAPI. */

const amount = z.int().max(99_999_999_999);
const address = z
  .union([z.literal(''), z.url({ protocol: /^https?$/ }).max(500)])
  .nullish()
  .transform((url) => url ?? '');
const text = (maximum: number) => z.string().max(maximum).default('');

const productSchema = z.object({
  name: z.string().min(1).max(256),
  quantity: z.union([z.number().min(0), z.string().regex(/^\d{1,9}(?:\.\d{1,4})?$/)]).default(1),
  price: amount.min(0),
  discount: amount.min(0).default(0),
  category: text(256),
});

export const createSchema = z.object({
  client: z.object({
    email: z.email().max(254),
    phone: text(32),
    full_name: text(128),
  }),
  purchase: z.object({
    products: z.array(productSchema).min(1).max(1000),
    currency: z.literal('MYR').default('MYR'),
    language: text(2),
    notes: text(10_000),
    debt: amount.default(0),
    total_override: amount.min(0).nullable().default(null),
    due_strict: z.boolean().default(false),
    single_attempt: z.boolean().default(false),
  }),
  brand_id: z.uuid(),
  reference: text(128),
  due: z.int().min(0).nullable().default(null),
  payment_method_whitelist: z.array(z.string()).min(1).nullable().default(null),
  send_receipt: z.boolean().default(false),
  skip_capture: z.boolean().default(false),
  force_recurring: z.boolean().default(false),
  success_redirect: address,
  failure_redirect: address,
  cancel_redirect: address.refine((url) => !/[<>'"]/.test(url)),
  success_callback: address,
  creator_agent: text(32),
  platform: z.enum(['web', 'api', 'ios', 'android', 'macos', 'windows']).default('api'),
});
export type CreateRequest = z.infer<typeof createSchema>;

export const amountSchema = z.object({ amount: z.int().min(1).optional() }).default({});
export const chargeSchema = z.object({ recurring_token: z.string() });

/** The total of a purchase in sen: of its products and the debt, or what overrides it. */
export function totalOf({ purchase }: CreateRequest): number {
  const products = purchase.products.map(({ price, quantity, discount }) => price * Number(quantity) - discount);
  return purchase.total_override ?? Math.round(products.reduce((sum, of) => sum + of, purchase.debt));
}

/** The methods of a purchase among those that are available. */
export function methodsOf(request: CreateRequest, available: readonly MethodName[]): readonly MethodName[] {
  const allowed = request.payment_method_whitelist;
  return available
    .filter((name) => allowed === null || allowed.includes(name))
    .filter((name) => !request.skip_capture || kindOfMethod(name) === 'card');
}

/** Parses a request for a purchase; the error says what is wrong with it. */
export function readCreateRequest(
  body: unknown,
  brandId: string,
  available: (amount: number) => readonly MethodName[],
): Result<CreateRequest, string> {
  const parsed = createSchema.safeParse(body);
  if (!parsed.success) return failure(`${parsed.error.issues[0]?.path.join('.')} is missing or invalid`);
  if (parsed.data.brand_id !== brandId) return failure('brand_id is not a brand of this company');
  const total = totalOf(parsed.data);
  if (total < 0 || (total === 0 && !parsed.data.skip_capture)) return failure('purchase.total must be positive');
  if (methodsOf(parsed.data, available(total)).length === 0) {
    return failure('no payment methods are available for this purchase');
  }
  return success(parsed.data);
}
