import { createHmac } from 'node:crypto';
import type { Sealer } from '../sealing';
import type { Partner } from './model';
import { partnerSecretPurpose } from './register';

/** The text that a hand-over's signature covers: its fields sorted by name, each `name=value` percent-encoded, joined by `&`. */
export function handOverText(fields: Readonly<Record<string, string>>): string {
  return Object.keys(fields)
    .sort()
    .map((name) => `${encodeURIComponent(name)}=${encodeURIComponent(fields[name] ?? '')}`)
    .join('&');
}

/** Gives the fields with `signature` (HMAC-SHA256 under the partner's key, hex); without one for a partner that has no key. */
export function signHandOver(
  { sealer }: { readonly sealer: Sealer },
  partner: Pick<Partner, 'secret_sealed'>,
  fields: Readonly<Record<string, string>>,
): Record<string, string> {
  if (partner.secret_sealed === null) return { ...fields };
  const secret = sealer.open(partner.secret_sealed, partnerSecretPurpose);
  return {
    ...fields,
    signature: createHmac('sha256', secret)
      .update(`result\n${handOverText(fields)}`)
      .digest('hex'),
  };
}
