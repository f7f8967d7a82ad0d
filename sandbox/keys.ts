import { createHmac, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** The keys of both sides: the sandbox is the merchant and the banks. RSA keys are PEM. */
const sandboxKeysSchema = z.object({
  fpxSellerPrivateKey: z.string(),
  fpxSellerPublicKey: z.string(),
  fpxPrivateKey: z.string(),
  fpxPublicKey: z.string(),
  acquirerSecret: z.string(),
  eghlPassword: z.string(),
});
export type SandboxKeys = z.infer<typeof sandboxKeysSchema>;

/** The merchant's identifiers at the simulated banks. */
export const sandboxMerchant = {
  name: 'ebill',
  fpxSellerExId: 'EX00010001',
  fpxSellerId: 'SE00010001',
  acquirerKeyId: 'ebill',
  eghlServiceId: 'EBL',
  codeKeyId: 'ebill',
  duitNow: { acquirerId: '501664', merchantId: '000000000000001', city: 'KUALA LUMPUR', category: '4900' },
} as const;

/** The secret shared with a presentment network or the GSMA biller, derived from the acquirer's. */
export function secretOfNetwork(keys: SandboxKeys, network: 'counter' | 'duitnow' | 'gsma'): string {
  return createHmac('sha256', keys.acquirerSecret).update(network).digest('base64url');
}

function makeKeyPair(): { readonly privateKey: string; readonly publicKey: string } {
  return generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
}

function makeKeys(): SandboxKeys {
  const [seller, fpx] = [makeKeyPair(), makeKeyPair()];
  return {
    fpxSellerPrivateKey: seller.privateKey,
    fpxSellerPublicKey: seller.publicKey,
    fpxPrivateKey: fpx.privateKey,
    fpxPublicKey: fpx.publicKey,
    acquirerSecret: randomBytes(32).toString('base64url'),
    eghlPassword: randomBytes(12).toString('hex'),
  };
}

function isErrorCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}

function readKeys(file: string): SandboxKeys | null {
  try {
    return sandboxKeysSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if (isErrorCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/**
 * Loads the sandbox's keys, generated once into `{dataDir}/keys/sandbox.json`. The backend and the simulators start at the same time: each
 * writes a temporary file and links it into place, which only the first can do, and both read the file that is there. Throws for a folder
 * that is not writable, and for an invalid file.
 */
export function loadSandboxKeys(dataDir: string): SandboxKeys {
  const folder = join(dataDir, 'keys');
  const file = join(folder, 'sandbox.json');
  const known = readKeys(file);
  if (known) return known;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = join(folder, `.${randomUUID()}`);
  writeFileSync(draft, JSON.stringify(makeKeys(), null, 2), { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!isErrorCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const kept = readKeys(file);
  if (!kept) throw new Error(`The sandbox's keys vanished from ${file}`);
  return kept;
}
