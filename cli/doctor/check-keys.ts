import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { Variables } from '@/lib/configuration/read-variables';
import { reportError, reportOk, type Finding } from './finding';

const minimumBits = 2048;

function openKey(open: () => KeyObject): KeyObject | null {
  try {
    return open();
  } catch {
    return null;
  }
}

/** Checks that a PEM key can be opened and is a sufficiently long RSA key. */
function checkRsaKey(name: string, pem: string, open: (pem: string) => KeyObject): Finding {
  const key = openKey(() => open(pem.replaceAll('\\n', '\n')));
  if (key === null) return reportError(name, 'cannot be opened: it must be an RSA key in PEM without a passphrase');
  const bits = key.asymmetricKeyType === 'rsa' ? (key.asymmetricKeyDetails?.modulusLength ?? 0) : 0;
  if (bits < minimumBits) return reportError(name, `must be an RSA key of at least ${minimumBits} bits`);
  return reportOk(name, `an RSA key of ${bits} bits`);
}

const rsaKeys = {
  CARD_DATA_PRIVATE_KEY: createPrivateKey,
  FPX_SELLER_KEY: createPrivateKey,
  FPX_PUBLIC_KEY: createPublicKey,
} as const satisfies Record<string, (pem: string) => KeyObject>;

/** Checks that each configured key can be opened; the configuration checks its format. No finding contains a value. */
export function checkKeys(environment: Variables): readonly Finding[] {
  const rsa = Object.entries(rsaKeys).flatMap(([name, open]) => {
    const pem = environment[name];
    return pem ? [checkRsaKey(name, pem, open)] : [];
  });
  const missing = ['SITE_SECRET', 'OPERATOR_KEY'].filter((name) => !environment[name]);
  return [...rsa, ...missing.map((name) => reportError(name, 'is neither set nor in DATA_DIR/secrets.json: set it'))];
}
