import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { compactDecrypt } from 'jose';
import { failure, success, type Result } from '@/lib/domain/result';

/** The key pair to which browsers encrypt card data. */
export interface CardDataKey {
  /** The public key, a JWK with `kid`, as `payment.page` returns it. */
  readonly publicJwk: Readonly<Record<string, string>>;
  /** Decrypts a compact JWE and returns its JSON, not validated. */
  decrypt(jwe: string): Promise<Result<unknown, 'undecipherable'>>;
}

const smallestModulusBits = 2048;
const pemBlocks = /-----BEGIN [^-]+-----[^]+?-----END [^-]+-----/g;

interface KeyPair {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

function textFields(jwk: object): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(jwk)) if (typeof value === 'string') fields[name] = value;
  return fields;
}

function readKeyPair(pem: string): KeyPair {
  const privateKey = createPrivateKey(pem);
  const bits = privateKey.asymmetricKeyDetails?.modulusLength ?? 0;
  if (privateKey.asymmetricKeyType !== 'rsa' || bits < smallestModulusBits) {
    throw new RangeError('the card data key must be an RSA key of at least 2048 bits');
  }
  const publicKey = createPublicKey(privateKey);
  const digest = createHash('sha256').update(publicKey.export({ type: 'spki', format: 'der' }));
  return { kid: digest.digest('base64url').slice(0, 22), privateKey, publicKey };
}

/**
 * Takes concatenated RSA private keys in PEM: pages use the first, and the others decrypt what was encrypted before the keys were rotated.
 * Throws for another kind of key, and if there is none.
 */
export function createCardDataKey(privateKeysPem: string): CardDataKey {
  const [current, ...earlier] = (privateKeysPem.match(pemBlocks) ?? []).map(readKeyPair);
  if (current === undefined) throw new RangeError('no card data key given');
  const keys = [current, ...earlier];
  return {
    publicJwk: {
      ...textFields(current.publicKey.export({ format: 'jwk' })),
      ...{ kid: current.kid, use: 'enc', alg: 'RSA-OAEP-256' },
    },
    async decrypt(jwe) {
      try {
        const { plaintext } = await compactDecrypt(
          jwe,
          ({ kid }) => (keys.find((key) => key.kid === kid) ?? current).privateKey,
          { keyManagementAlgorithms: ['RSA-OAEP-256'], contentEncryptionAlgorithms: ['A256GCM'] },
        );
        const data: unknown = JSON.parse(new TextDecoder().decode(plaintext));
        return success(data);
      } catch {
        // The error is neither returned nor logged, since it may contain the input.
        return failure('undecipherable');
      }
    },
  };
}

/** Generates a key in PEM, for the sandbox. */
export function generateCardDataKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: smallestModulusBits });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}
