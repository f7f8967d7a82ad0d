import { createHash } from 'node:crypto';
import { chipMethods } from './methods';
import { isPaid, isPayable, refundableAmount, type Attempt, type Purchase, type Refund } from './purchase';

export interface ChipCompany {
  readonly name: string;
  readonly brandId: string;
  /** The simulators' own public origin. */
  readonly banksOrigin: string;
}

/** The messages of the error codes that CHIP's document lists and this simulator uses. */
const messages: Readonly<Record<string, string>> = {
  do_not_honour: 'Do not honour (the transaction was declined by the Issuer without definition or reason).',
  insufficient_funds: 'Insufficient funds',
  expired_card: 'Expired card',
  authorization_failed: 'Payment authorization failed',
  '3ds_authentication_failed': '3DS authentication failed',
  payment_rejected_other_reason: 'Payment rejected (other reason)',
  purchase_already_paid_for: 'Purchase is already paid for',
  no_matching_terminal: 'No matching terminal',
  issuer_not_available: 'Issuer Not Available',
};

/** A stable UUID of something that has no id of its own. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The address of a purchase's page. */
export function purchaseUrl({ id }: Pick<Purchase, 'id'>, banksOrigin: string): string {
  return `${banksOrigin}/chip/p/${id}/`;
}

function describeAttempt({ type, method, flow, card, at, error }: Attempt, clientAddress: string): object {
  return {
    type,
    successful: error === null,
    flow,
    payment_method: method,
    extra: card ?? {},
    country: card === null ? '' : 'MY',
    client_ip: clientAddress,
    processing_time: at,
    error: error === null ? null : { code: error, message: messages[error] ?? error.replaceAll('_', ' ') },
  };
}

function describePayment(
  { payment, request }: Purchase,
  how: { readonly amount: number; readonly at: number; readonly type: string },
): object {
  return {
    is_outgoing: how.type === 'refund',
    payment_type: how.type,
    amount: how.amount,
    currency: request.purchase.currency,
    net_amount: how.amount,
    fee_amount: 0,
    pending_amount: 0,
    pending_unfreeze_on: null,
    description: payment === null ? '' : chipMethodLabel(payment.attempt.method),
    paid_on: how.at,
    remote_paid_on: how.at,
  };
}

function chipMethodLabel(name: string): string {
  return Object.entries(chipMethods).find(([known]) => known === name)?.[1].label ?? name;
}

function describeClient({ request: { client } }: Purchase): object {
  const empty = [
    'bank_account',
    'bank_code',
    'personal_code',
    'street_address',
    'country',
    'city',
    'zip_code',
    'state',
  ];
  const shipping = ['street_address', 'country', 'city', 'zip_code', 'state'].map((name) => `shipping_${name}`);
  const company = ['legal_name', 'brand_name', 'registration_number', 'tax_number'];
  return {
    ...Object.fromEntries([...empty, ...shipping, ...company].map((name) => [name, ''])),
    ...client,
    ...{ cc: [], bcc: [] },
  };
}

/** A purchase as the API and the callbacks have it: the schema `Purchase` of CHIP's OpenAPI. */
export function describePurchase(purchase: Purchase, { name, brandId, banksOrigin }: ChipCompany): object {
  const { request, payment, attempts } = purchase;
  const url = purchaseUrl(purchase, banksOrigin);
  const canPay = isPayable(purchase);
  const isDirectPost = canPay && request.success_redirect !== '' && request.failure_redirect !== '';
  const refundable = refundableAmount(purchase);
  const isMade = payment !== null && isPaid(purchase);
  const { purchase: details } = request;
  return {
    id: purchase.id,
    type: 'purchase',
    created_on: purchase.createdAt,
    updated_on: purchase.updatedAt,
    client: describeClient(purchase),
    purchase: {
      ...details,
      products: details.products.map((product) => ({
        ...product,
        quantity: Number(product.quantity).toFixed(4),
        tax_percent: '0.00',
        total_price_override: null,
      })),
      total: purchase.total,
      language: details.language === '' ? 'en' : details.language,
      ...{ subtotal_override: null, total_tax_override: null, total_discount_override: null },
      ...{ request_client_details: [], timezone: 'Asia/Kuala_Lumpur', email_message: '', shipping_options: [] },
      ...{ payment_method_details: {}, has_upsell_products: false, metadata: {} },
    },
    payment: isMade
      ? describePayment(purchase, {
          amount: payment.amount,
          at: payment.at,
          type: purchase.recurringToken === null ? 'purchase' : 'purchase_charge',
        })
      : null,
    issuer_details: {
      ...{ website: '', legal_street_address: '', legal_country: 'MY', legal_city: '', legal_zip_code: '' },
      ...{ bank_accounts: [], legal_name: name, brand_name: name, registration_number: '', tax_number: '' },
    },
    transaction_data: {
      payment_method: payment?.attempt.method ?? '',
      flow: payment?.attempt.flow ?? attempts[0]?.flow ?? 'payform',
      processing_tx_id: payment === null ? '' : uuidOf(`${purchase.id}/transaction`),
      extra: payment?.attempt.card ?? {},
      country: payment === null || payment.attempt.card === null ? '' : 'MY',
      attempts: attempts.map((attempt) => describeAttempt(attempt, purchase.clientAddress)),
    },
    status: purchase.status,
    status_history: purchase.history.map(({ status, at, related }) => ({
      ...{ status, timestamp: at },
      ...(related === null ? {} : { related_object: { type: 'payment', id: related } }),
    })),
    viewed_on: purchase.viewedAt,
    company_id: uuidOf('company'),
    is_test: true,
    user_id: null,
    brand_id: brandId,
    billing_template_id: null,
    client_id: null,
    send_receipt: request.send_receipt,
    is_recurring_token: purchase.isRecurringToken,
    recurring_token: purchase.recurringToken,
    skip_capture: request.skip_capture,
    force_recurring: request.force_recurring,
    reference_generated: purchase.id.slice(0, 8).toUpperCase(),
    reference: request.reference,
    notes: '',
    issued: new Date(purchase.createdAt * 1000).toISOString().slice(0, 10),
    due: request.due,
    refund_availability: refundable === 0 || purchase.status === 'pending_refund' ? 'none' : 'all',
    refundable_amount: refundable,
    currency_conversion: null,
    payment_method_whitelist: request.payment_method_whitelist,
    success_redirect: request.success_redirect,
    failure_redirect: request.failure_redirect,
    cancel_redirect: request.cancel_redirect,
    success_callback: request.success_callback,
    creator_agent: request.creator_agent,
    platform: request.platform,
    product: 'purchases',
    created_from_ip: purchase.clientAddress,
    invoice_url: null,
    checkout_url: url,
    direct_post_url: isDirectPost ? url : null,
    marked_as_paid: false,
    tags: [],
  };
}

/** A refund as the API and the callbacks have it: the schema `Payment` of CHIP's OpenAPI. */
export function describeRefund(purchase: Purchase, refund: Refund, { brandId }: ChipCompany): object {
  return describeMovement(purchase, brandId, { ...refund, type: 'refund' });
}

/** The payment of a purchase, for the events that are about it. */
export function describePaidPayment(purchase: Purchase, amount: number, { brandId }: ChipCompany): object {
  const at = purchase.payment?.at ?? purchase.updatedAt;
  return describeMovement(purchase, brandId, { id: uuidOf(`${purchase.id}/payment`), amount, at, type: 'purchase' });
}

function describeMovement(
  purchase: Purchase,
  brandId: string,
  movement: { readonly id: string; readonly amount: number; readonly at: number; readonly type: string },
): object {
  return {
    id: movement.id,
    type: 'payment',
    created_on: movement.at,
    updated_on: movement.at,
    client: describeClient(purchase),
    payment: describePayment(purchase, movement),
    transaction_data: {
      payment_method: purchase.payment?.attempt.method ?? '',
      ...{ flow: 'api', extra: {}, country: '', attempts: [] },
    },
    related_to: { type: 'purchase', id: purchase.id },
    reference_generated: movement.id.slice(0, 8).toUpperCase(),
    reference: purchase.request.reference,
    account_id: uuidOf('account'),
    company_id: uuidOf('company'),
    is_test: true,
    user_id: null,
    brand_id: brandId,
  };
}
