import { z } from 'zod';
import type { CardFieldNames } from '@/lib/domain/methods/method-descriptor';
import { duitnowQr } from '@/lib/domain/methods/duitnow-qr';
import { fpx } from '@/lib/domain/methods/fpx';
import { newCard } from '@/lib/domain/methods/new-card';
import { wallet } from '@/lib/domain/methods/wallet';
import { failure, success, type Result } from '@/lib/domain/result';
import type { AttemptOrder, Gateway, GatewayAddresses, GatewayError, GatewayReport } from '../gateway';
import { createChipApi, readObject, type ChipApiSettings } from './api';
import { createChipBankDirectory } from './bank-directory';
import { isWithoutEffect, readDispute, readNumber, readReport } from './callback';
import { toChipMethod, type ChipWallet } from './methods';
import { createPublicKeys } from './public-keys';
import { createdSchema, isOpen, purchaseSchema, readCause, toReport, type ChipPurchase } from './purchase';
import { createRefunds } from './refunds';
import { buildPurchase, type ChipMerchant } from './request';
import { createTokens } from './tokens';

export interface ChipSettings extends ChipApiSettings, ChipMerchant {
  /** The public key of our webhook at CHIP, PEM; null if it has none. That of success callbacks is asked for. */
  readonly publicKey: string | null;
  /** The wallets that CHIP has, by our names of them. */
  readonly wallets: Readonly<Record<string, ChipWallet>>;
  /** Cards are posted by the browser to CHIP (`direct_post_url`), and not entered on its page. CHIP activates it for each account. */
  readonly postsCardsDirectly: boolean;
  /** The time-out of a look-up of what is available, ms. */
  readonly bankListTimeoutMs: number;
}

/** All methods are one account at CHIP, and have one callback URL. A card returns to the route of Visa and Mastercard. */
export const chipAddresses = {
  callback: 'chip',
  signatureHeader: 'x-signature',
  returnRoutes: [fpx.resultRoute, wallet.resultRoute, duitnowQr.resultRoute, newCard.resultRoute.visa],
} as const satisfies GatewayAddresses;

/** Our choice, which `due` tells CHIP. */
const pageSessionMs = 10 * 60 * 1000;

/** The names of the fields that `direct_post_url` takes. */
const cardFieldNames = {
  number: 'card_number',
  expiry: 'expires',
  cvv: 'cvc',
  name: 'cardholder_name',
} as const satisfies CardFieldNames;

/** Whether a page may be shown to a payer: by https, unless the API itself is on this machine without it. */
function isPageUrl(checkoutUrl: string, apiUrl: string): boolean {
  return checkoutUrl.startsWith('https:') || new URL(checkoutUrl).origin === new URL(apiUrl).origin;
}

/** The report on an attempt that has no purchase: the answer was lost, and no payer was redirected. */
function reportNotCreated({ number, amount }: AttemptOrder): GatewayReport {
  const none = { gatewayReference: '', reasonCode: 'not-created', bankName: null };
  return { number, status: 'unknown', amount, currency: 'MYR', ...none };
}

/**
 * CHIP Collect: FPX, DuitNow QR, wallets and cards by one account. Each attempt is a purchase, whose page leads straight to what the payer has
 * chosen; cards are entered there, or posted there from our page. `begin` returns 'refused' for a bank or wallet that CHIP does not have, without a call. The purchase itself
 * (`GET purchases/{id}/`) is the truth. `now`: ms since 1970.
 */
export function createChipGateway(settings: ChipSettings, now: () => number): Gateway {
  const { apiUrl, brandId } = settings;
  const api = createChipApi(settings);
  const keys = createPublicKeys(settings.publicKey, api, now);

  /** Takes a purchase that is the attempt's; anything else is no answer. */
  function checkPurchase(
    read: Result<ChipPurchase, GatewayError>,
    order: AttemptOrder,
  ): Result<ChipPurchase, GatewayError> {
    if (!read.ok) return read;
    const isOfAttempt = read.value.id === order.paymentId && read.value.reference === order.number;
    return isOfAttempt ? read : failure('unreachable');
  }

  async function readPurchase(order: AttemptOrder): Promise<Result<ChipPurchase, GatewayError>> {
    if (order.paymentId === null) return failure('refused');
    const answer = await api.get(`purchases/${order.paymentId}/`);
    return checkPurchase(readObject(answer, purchaseSchema), order);
  }

  async function enquire(order: AttemptOrder): Promise<Result<GatewayReport, GatewayError>> {
    if (order.paymentId === null) return success(reportNotCreated(order));
    const purchase = await readPurchase(order);
    return purchase.ok ? success(toReport(purchase.value)) : purchase;
  }

  async function withdraw(order: AttemptOrder): Promise<Result<GatewayReport, GatewayError>> {
    if (order.paymentId === null) return success(reportNotCreated(order));
    const answer = await api.post(`purchases/${order.paymentId}/cancel/`, {});
    const cancelled = checkPurchase(readObject(answer, purchaseSchema), order);
    // It cannot be cancelled any more: it was paid, or is about to be. Or the answer to a cancellation was lost.
    const purchase = cancelled.ok ? cancelled : await readPurchase(order);
    if (!purchase.ok) return purchase;
    return isOpen(purchase.value) ? failure('unreachable') : success(toReport(purchase.value));
  }

  return {
    name: 'chip',
    ...chipAddresses,
    sessionMs: pageSessionMs,
    cardEntry: settings.postsCardsDirectly ? 'direct' : 'gateway',
    wallets: Object.keys(settings.wallets),
    banks: createChipBankDirectory({ brandId, timeoutMs: settings.bankListTimeoutMs, now }, api),

    async begin(order, card) {
      const method = toChipMethod(order, settings.wallets);
      // A card is entered on CHIP's page or posted there by the browser, and never sent by us.
      if (method === null || card !== undefined) return failure('refused');
      keys.prepare();
      const isPostedDirectly = settings.postsCardsDirectly && order.method === 'newCard';
      // In a direct post the payer's own field asks for the card to be kept.
      const asked = buildPurchase(settings, method, isPostedDirectly ? { ...order, savesCard: false } : order);
      const created = readObject(await api.post('purchases/', asked), createdSchema);
      if (!created.ok) return created;
      const { id, reference, purchase, checkout_url: url, direct_post_url: postUrl } = created.value;
      const isAsAsked = reference === order.number && purchase.total === order.amount && purchase.currency === 'MYR';
      if (!isAsAsked || !isPageUrl(url, apiUrl)) return failure('unreachable');
      if (isPostedDirectly && postUrl) {
        if (!isPageUrl(postUrl, apiUrl)) return failure('unreachable');
        const saving = order.savesCard === true ? { saveField: 'remember_card' } : {};
        const request = { url: postUrl, fieldNames: cardFieldNames, ...saving };
        return success({ kind: 'direct-post', request, paymentId: id });
      }
      const page = new URL(url);
      // A form that is sent by GET replaces the query of its address.
      const fields = { ...Object.fromEntries(page.searchParams), ...method.query };
      const request = { url: `${page.origin}${page.pathname}`, method: 'GET', fields } as const;
      return success({ kind: 'redirect', request, paymentId: id });
    },

    async checkCredentials() {
      const query = new URLSearchParams({ brand_id: brandId, currency: 'MYR', amount: '100' });
      const answer = readObject(await api.get(`payment_methods/?${query.toString()}`), z.object({}));
      if (answer.ok) return 'accepted';
      return answer.error === 'refused' ? 'rejected' : 'unreachable';
    },

    isWithoutEffect: (fields) => isWithoutEffect(fields, keys),
    verifyReport: (fields) => readReport(fields, keys),
    verifyDispute: (fields) => readDispute(fields, keys),
    readNumber,
    causeOf: readCause,
    enquire,

    withdraw,
    refunds: createRefunds(api, readPurchase),
    tokens: createTokens(api, {
      ...{ merchant: settings, readPurchase, withdraw },
      isPageUrl: (url) => isPageUrl(url, apiUrl),
    }),
  };
}
