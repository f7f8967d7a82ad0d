import type { Gateway } from '../gateway';
import { createPresentmentGateway, type PresentmentSettings } from '../presentment/gateway';
import { buildPayload, type DuitNowMerchant } from './payload';

export interface DuitNowSettings extends PresentmentSettings {
  readonly qrMerchant: DuitNowMerchant;
}

/** DuitNow QR: we generate the payload and register it with the acquiring bank. It is valid until the payment page's deadline. */
export function createDuitNowGateway({ qrMerchant, ...settings }: DuitNowSettings): Gateway {
  return createPresentmentGateway(
    {
      name: 'duitnow',
      prepare: ({ amount, number, deadline }) => ({
        code: buildPayload(qrMerchant, { amount, reference: number }),
        expiresAt: deadline,
      }),
      toStart: (payload, expiresAt) => ({ kind: 'qr', payload, expiresAt }),
    },
    settings,
  );
}
