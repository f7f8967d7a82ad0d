import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { compactDecrypt } from 'jose';
import { failure, success, type Result } from '@/lib/domain/result';

/** The key pair for which browsers encrypt card data. */
export interface CardDataKey {
  /** The public half, a JWK with `kid`, as `payment.page` gives it. */
  readonly publicJwk: Readonly<Record<string, string>>;
  /** Opens a compact JWE and gives the JSON in it, which was never checked. */
  decrypt(jwe: string): Promise<Result<unknown, 'undecipherable'>>;
}

const smallestModulusBits = 2048;

function textFields(jwk: object): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(jwk)) if (typeof value === 'string') fields[name] = value;
  return fields;
}

/** Takes an RSA private key, PEM. Throws for any other key. */
export function createCardDataKey(privateKeyPem: string): CardDataKey {
  const privateKey: KeyObject = createPrivateKey(privateKeyPem);
  if (
    privateKey.asymmetricKeyType !== 'rsa' ||
    (privateKey.asymmetricKeyDetails?.modulusLength ?? 0) < smallestModulusBits
  ) {
    throw new RangeError('the card data key must be an RSA key of at least 2048 bits');
  }
  const publicKey = createPublicKey(privateKey);
  const kid = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64url')
    .slice(0, 22);
  return {
    publicJwk: { ...textFields(publicKey.export({ format: 'jwk' })), kid, use: 'enc', alg: 'RSA-OAEP-256' },
    async decrypt(jwe) {
      try {
        const { plaintext } = await compactDecrypt(jwe, privateKey, {
          keyManagementAlgorithms: ['RSA-OAEP-256'],
          contentEncryptionAlgorithms: ['A256GCM'],
        });
        const data: unknown = JSON.parse(new TextDecoder().decode(plaintext));
        return success(data);
      } catch {
        // What failed is not said and not logged: an error of this step may quote what it was given.
        return failure('undecipherable');
      }
    },
  };
}

/** Makes a key, PEM: for the sandbox, where none need be configured. */
export function generateCardDataKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: smallestModulusBits });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}
