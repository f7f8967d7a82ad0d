import type { AttemptOrder } from '../gateway';
import type { ChipMethod } from './methods';

export interface ChipMerchant {
  readonly brandId: string;
  /** The site's public origin: the payer's browser returns to the order's result route. */
  readonly siteOrigin: string;
  /** The backend's URL for callbacks. */
  readonly callbackUrl: string;
}

/** The field of a browser's return with our number: CHIP's redirects have no fields of their own. */
export const returnField = 'chip_reference';

/** ISO 639-1, the languages of ours that CHIP's page has. */
const languages: ReadonlyMap<string, string> = new Map([
  ['en', 'en'],
  ['ms', 'ms'],
]);

/** A phone number as CHIP has it: `<country_code> <number>`, at most 32 characters. Ours are digits that begin with 60. */
function formatPhone(phone: string): string {
  const national = /^60(\d{6,12})$/.exec(phone)?.[1];
  return national === undefined ? phone.slice(0, 32) : `+60 ${national}`;
}

/**
 * Builds the body of `POST purchases/` (CHIP's schema `PurchaseBody`): one product, in sen. It can be paid until the deadline, and once: a
 * failed attempt is then final, and the payer chooses again on our page.
 */
export function buildPurchase(
  { brandId, siteOrigin, callbackUrl }: ChipMerchant,
  method: ChipMethod,
  order: AttemptOrder,
) {
  const back = new URL(order.resultRoute, siteOrigin);
  back.searchParams.set(returnField, order.number);
  const { payerEmail: email, payerPhone: phone } = order;
  return {
    brand_id: brandId,
    client: { email, ...(phone !== null && { phone: formatPhone(phone) }) },
    purchase: {
      currency: 'MYR',
      products: [{ name: order.description.slice(0, 256) || 'Payment', price: order.amount, quantity: 1 }],
      language: languages.get(order.language) ?? 'en',
      due_strict: true,
      single_attempt: true,
    },
    reference: order.number,
    due: Math.floor(Date.parse(order.deadline) / 1000),
    payment_method_whitelist: [...method.whitelist],
    // It is kept if the card allows it, which the purchase tells once it is paid.
    ...(order.savesCard === true && { force_recurring: true }),
    success_redirect: back.href,
    failure_redirect: back.href,
    cancel_redirect: back.href,
    success_callback: callbackUrl,
    send_receipt: false,
    creator_agent: 'ebill',
    platform: 'web',
  };
}
