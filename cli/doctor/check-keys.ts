import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { Variables } from '@/lib/configuration/read-variables';
import { isUnexpired, readFpxPublicKeys, type FpxPublicKey } from '../../backend/gateways/fpx/public-keys';
import { reportError, reportOk, reportWarning, type Finding } from './finding';

const minimumBits = 2048;

const dayMs = 24 * 60 * 60 * 1000;

/** How long before the expiry of a certificate of FPX its successor is asked for. */
const expiryNoticeDays = 30;

function openKey<Key>(open: () => Key): Key | null {
  try {
    return open();
  } catch {
    return null;
  }
}

/** The length of an RSA key; 0 for any other. */
function bitsOf(key: KeyObject): number {
  return key.asymmetricKeyType === 'rsa' ? (key.asymmetricKeyDetails?.modulusLength ?? 0) : 0;
}

/** Checks that a PEM key can be opened and is a sufficiently long RSA key. */
function checkRsaKey(name: string, pem: string, open: (pem: string) => KeyObject): Finding {
  const key = openKey(() => open(pem.replaceAll('\\n', '\n')));
  if (key === null) return reportError(name, 'cannot be opened: it must be an RSA key in PEM without a passphrase');
  const bits = bitsOf(key);
  if (bits < minimumBits) return reportError(name, `must be an RSA key of at least ${minimumBits} bits`);
  return reportOk(name, `an RSA key of ${bits} bits`);
}

/** Checks when a certificate of FPX expires; null for one that is valid for longer, and for a bare key. */
function checkExpiry({ expiresAt }: FpxPublicKey, now: number): Finding | null {
  if (expiresAt === null || expiresAt - now > expiryNoticeDays * dayMs) return null;
  const day = new Date(expiresAt).toISOString().slice(0, 10);
  return reportWarning(
    'FPX_PUBLIC_KEY',
    now > expiresAt
      ? `a certificate expired on ${day}: remove it`
      : `a certificate expires on ${day}: add the next one of FPX after it before that day`,
  );
}

/** Checks FPX's public keys: each can be opened and is long enough, one is valid at `now` (ms since 1970), and none expires soon. */
function checkFpxKeys(pem: string, now: number): readonly Finding[] {
  const name = 'FPX_PUBLIC_KEY';
  const keys = openKey(() => readFpxPublicKeys(pem.replaceAll('\\n', '\n')));
  if (keys === null)
    return [
      reportError(name, 'cannot be opened: it must be RSA public keys or certificates in PEM, one after the other'),
    ];
  if (keys.some(({ key }) => bitsOf(key) < minimumBits))
    return [reportError(name, `must be RSA keys of at least ${minimumBits} bits`)];
  if (!keys.some((key) => isUnexpired(key, now))) {
    const last = new Date(Math.max(...keys.map(({ expiresAt }) => expiresAt ?? 0))).toISOString().slice(0, 10);
    return [
      reportError(
        name,
        `has expired on ${last}: no message of FPX is accepted, and no payment by FPX is confirmed. Set the current one`,
      ),
    ];
  }
  const expiries = keys.flatMap((key) => checkExpiry(key, now) ?? []);
  return expiries.length > 0
    ? expiries
    : [reportOk(name, keys.map(({ key, expiresAt }) => describeKey(key, expiresAt)).join(', '))];
}

function describeKey(key: KeyObject, expiresAt: number | null): string {
  const until = expiresAt === null ? 'without expiry' : `until ${new Date(expiresAt).toISOString().slice(0, 10)}`;
  return `an RSA key of ${bitsOf(key)} bits, ${until}`;
}

const privateKeys = ['CARD_DATA_PRIVATE_KEY', 'FPX_SELLER_KEY'] as const;

/** Checks that each configured key can be opened; the configuration checks its format. `now`, ms since 1970. No finding contains a value. */
export function checkKeys(environment: Variables, now: number): readonly Finding[] {
  const rsa = privateKeys.flatMap((name) => {
    const pem = environment[name];
    return pem ? [checkRsaKey(name, pem, createPrivateKey)] : [];
  });
  const fpx = environment['FPX_PUBLIC_KEY'] ? checkFpxKeys(environment['FPX_PUBLIC_KEY'], now) : [];
  const missing = ['SITE_SECRET', 'OPERATOR_KEY'].filter((name) => !environment[name]);
  return [
    ...rsa,
    ...fpx,
    ...missing.map((name) => reportError(name, 'is neither set nor in DATA_DIR/secrets.json: set it')),
  ];
}
