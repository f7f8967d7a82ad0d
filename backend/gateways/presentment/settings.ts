import type { GatewayValues } from '@/lib/configuration/gateways';
import { duitnowAddresses, type DuitNowSettings } from '../duitnow/gateway';
import { callbackUrlOf } from '../gateway';

export function toDuitNowSettings(
  values: NonNullable<GatewayValues['duitnow']>,
  own: { readonly backendUrl: string },
  timeoutMs: number,
): DuitNowSettings {
  return {
    hostUrl: values.DUITNOW_HOST,
    keyId: values.DUITNOW_KEY_ID,
    secret: values.DUITNOW_SECRET,
    merchant: values.DUITNOW_MERCHANT,
    qrMerchant: {
      acquirerId: values.DUITNOW_ACQUIRER_ID,
      merchantId: values.DUITNOW_MERCHANT_ID,
      name: values.DUITNOW_MERCHANT,
      city: values.DUITNOW_CITY,
      category: values.DUITNOW_CATEGORY,
    },
    callbackUrl: callbackUrlOf(duitnowAddresses, own.backendUrl),
    timeoutMs,
  };
}
