import { createPrivateKey } from 'node:crypto';
import { fpx } from '@/lib/domain/methods/fpx';
import type { MethodLimits } from '@/lib/domain/methods/method-descriptor';
import { checkMethodAmount } from '@/lib/domain/methods/method-table';
import { failure, success } from '@/lib/domain/result';
import type { Gateway, GatewayAddresses } from '../gateway';
import { postFormToGateway } from '../gateway-http';
import { isDuplicateCode, readCause } from './auth-codes';
import { isBankId, type BankNames, type FpxKind } from './banks';
import { readConfirmation } from './confirmation';
import { readNameValuePairs } from './name-value-pairs';
import { createFpxVerifier } from './public-keys';
import { buildPaymentMessage } from './request';

export interface FpxSettings {
  readonly kind: FpxKind;
  /** FPX's origin. Our return and callback URLs are registered at FPX, not sent. */
  readonly hostUrl: string;
  readonly sellerExId: string;
  readonly sellerId: string;
  /** Our private key, and FPX's public keys or certificates, one after the other, PEM. */
  readonly privateKey: string;
  readonly fpxPublicKey: string;
  /** Names of banks that the table lacks or names otherwise. */
  readonly bankNames: BankNames;
  /** The limits of one payment of each kind. */
  readonly limits: Readonly<Record<FpxKind, MethodLimits>>;
  /** How long the banks' pages can be paid, minutes. FPX publishes no figure. */
  readonly sessionMinutes: number;
  /** The time-out of an enquiry, ms. */
  readonly timeoutMs: number;
  /** The services' clock, ms since 1970: a key of FPX is trusted until it expires. */
  readonly now: () => number;
}

const methodOfKind = { personal: 'fpx', corporate: 'fpxCorporate' } as const satisfies Record<FpxKind, string>;

/** FPX sends both kinds to one registered URL. */
const fpxAddresses: GatewayAddresses = { callback: 'fpx', returnRoutes: [fpx.resultRoute] };

/**
 * Online banking by FPX 7.0. `order.provider` is the bank's id. `begin` returns 'refused' for what is no bank's id, or an amount outside FPX's
 * limits, without a call; whether FPX lists the bank is checked when the payer chooses it. `verifyReport` reads the AC of both kinds, since FPX sends both to one registered URL. FPX answers a repeated AR by
 * an AC that says so: its status is 'unknown', which needs an enquiry.
 */
export function createFpxGateway(settings: FpxSettings): Gateway {
  const { kind, sellerExId, sellerId } = settings;
  const seller = { sellerExId, sellerId, privateKey: createPrivateKey(settings.privateKey) };
  const verify = createFpxVerifier(settings.fpxPublicKey, settings.now);
  const trust = { sellerExId, sellerId, verify, bankNames: settings.bankNames };
  const addressOf = (path: string) => new URL(`/FPXMain/${path}`, settings.hostUrl).href;

  return {
    name: methodOfKind[kind],
    sessionMs: settings.sessionMinutes * 60_000,
    limits: settings.limits[kind],
    ...fpxAddresses,

    async begin(order) {
      const bankId = order.provider;
      if (bankId === null || !isBankId(bankId)) return failure('refused');
      if (checkMethodAmount(methodOfKind[kind], order.amount, { [methodOfKind[kind]]: settings.limits[kind] }) !== null)
        return failure('refused');
      return success({
        kind: 'redirect',
        request: {
          url: addressOf('seller2DReceiver.jsp'),
          method: 'POST',
          fields: buildPaymentMessage('AR', kind, seller, order, bankId),
        },
      });
    },

    verifyReport(fields) {
      return readConfirmation(fields, trust);
    },

    readNumber(fields) {
      const number = fields.fpx_sellerExOrderNo ?? '';
      return /^[a-z0-9]{20}$/.test(number) ? number : null;
    },

    causeOf: readCause,

    async enquire(order) {
      const message = buildPaymentMessage('AE', kind, seller, order, order.provider ?? '');
      const answer = await postFormToGateway(addressOf('sellerNVPTxnStatus.jsp'), message, settings.timeoutMs);
      if (!answer.ok) return answer;
      if (answer.value.status >= 400 && answer.value.status < 500) return failure('refused');
      const fields = readNameValuePairs(answer.value.text);
      if (answer.value.status !== 200 || !fields) return failure('unreachable');
      const report = readConfirmation(fields, trust);
      // A response that is unsigned, for another payment, or about a repeated request is not a status of this one.
      if (!report.ok || report.value.number !== order.number || isDuplicateCode(report.value.reasonCode)) {
        return failure('unreachable');
      }
      return report;
    },
  };
}
