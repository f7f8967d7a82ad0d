import { createHmac } from 'node:crypto';
import type { Services } from '../services';
import { findSigningKey, type PartnerSecret } from './keys';
import type { Partner } from './model';

/**
 * The text that the signature of a return to the merchant covers: the fields sorted by name, each `name=value` percent-encoded, joined by
 * `&`.
 */
export function merchantReturnText(fields: Readonly<Record<string, string>>): string {
  return Object.keys(fields)
    .sort()
    .map((name) => `${encodeURIComponent(name)}=${encodeURIComponent(fields[name] ?? '')}`)
    .join('&');
}

/** Adds `keyId` and `signature` (HMAC-SHA256 with that key, hex) to the fields. */
export function signMerchantReturnFields(
  key: PartnerSecret,
  fields: Readonly<Record<string, string>>,
): Record<string, string> {
  const covered = { ...fields, keyId: key.keyId };
  return {
    ...covered,
    signature: createHmac('sha256', key.secret)
      .update(`result\n${merchantReturnText(covered)}`)
      .digest('hex'),
  };
}

/** Signs the fields with the partner's key; for a partner without a key they stay as they are. */
export async function signMerchantReturn(
  services: Pick<Services, 'db' | 'encryption'>,
  partner: Pick<Partner, 'key'>,
  fields: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const key = await findSigningKey(services, partner.key);
  return key === null ? { ...fields } : signMerchantReturnFields(key, fields);
}
