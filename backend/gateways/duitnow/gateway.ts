import { duitnowQr } from '@/lib/domain/methods/duitnow-qr';
import type { Gateway, GatewayAddresses } from '../gateway';
import { createPresentmentGateway, type PresentmentSettings } from '../presentment/gateway';
import { buildPayload, type DuitNowMerchant } from './payload';

export interface DuitNowSettings extends PresentmentSettings {
  readonly qrMerchant: DuitNowMerchant;
}

export const duitnowAddresses = {
  callback: 'duitnow',
  returnRoutes: [duitnowQr.resultRoute],
} as const satisfies GatewayAddresses;

/** DuitNow QR: we generate the payload, and register it at the acquiring bank. It is valid until the payment page's deadline. */
export function createDuitNowGateway({ qrMerchant, ...settings }: DuitNowSettings): Gateway {
  return createPresentmentGateway(
    {
      name: 'duitnow',
      addresses: duitnowAddresses,
      prepare: ({ amount, number, deadline }) => ({
        code: buildPayload(qrMerchant, { amount, reference: number }),
        expiresAt: deadline,
      }),
      toStart: (payload, expiresAt) => ({ kind: 'qr', payload, expiresAt }),
    },
    settings,
  );
}
