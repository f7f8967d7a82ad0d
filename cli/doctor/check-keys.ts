import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { Variables } from '@/lib/configuration/read-variables';
import { bad, good, type Finding } from './finding';

const leastBits = 2048;

function openKey(open: () => KeyObject): KeyObject | null {
  try {
    return open();
  } catch {
    return null;
  }
}

/** A key in PEM that the environment or DATA_DIR holds, and whether it is one that can be used. */
function checkRsaKey(name: string, pem: string, open: (pem: string) => KeyObject): Finding {
  const key = openKey(() => open(pem.replaceAll('\\n', '\n')));
  if (key === null) return bad(name, 'is no key that can be opened: it must be RSA, PEM, without a passphrase');
  const bits = key.asymmetricKeyType === 'rsa' ? (key.asymmetricKeyDetails?.modulusLength ?? 0) : 0;
  if (bits < leastBits) return bad(name, `must be an RSA key of at least ${leastBits} bits`);
  return good(name, `an RSA key of ${bits} bits`);
}

const rsaKeys = {
  CARD_DATA_PRIVATE_KEY: createPrivateKey,
  FPX_SELLER_KEY: createPrivateKey,
  FPX_PUBLIC_KEY: createPublicKey,
} as const satisfies Record<string, (pem: string) => KeyObject>;

/** Looks at each key that is there: its form is the configuration's matter, whether it opens is this one's. No value is in a finding. */
export function checkKeys(environment: Variables): readonly Finding[] {
  const rsa = Object.entries(rsaKeys).flatMap(([name, open]) => {
    const pem = environment[name];
    return pem ? [checkRsaKey(name, pem, open)] : [];
  });
  const missing = ['SITE_SECRET', 'OPERATOR_KEY'].filter((name) => !environment[name]);
  return [...rsa, ...missing.map((name) => bad(name, 'is not set here, and DATA_DIR/secrets.json has none: set it'))];
}
