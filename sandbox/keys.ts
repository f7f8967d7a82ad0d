import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { loadSecret } from './stored-secret';

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
  chipBrandId: '409eb80e-3782-4b1d-afa8-b779759266a5',
  chipWebhookPath: '/callbacks/chip',
  billplzCollectionId: 'yhx5t1pp',
  duitnow: { acquirerId: '501664', merchantId: '000000000000001', city: 'KUALA LUMPUR', category: '4900' },
} as const;

/** Whose secrets there are; `example` is the template of a gateway, which the tests run. */
type Network =
  | ('counter' | 'duitnow' | 'gsma' | 'chip' | 'stripe' | 'billplz' | 'billplz-signature')
  | ('example' | 'example-callbacks');

/** The secret shared with a presentment network, the GSMA biller or a payment provider (its API key), derived from the acquirer's. */
export function secretOfNetwork(keys: SandboxKeys, network: Network): string {
  return createHmac('sha256', keys.acquirerSecret).update(network).digest('base64url');
}

/** The account's key at the simulated Stripe, and the signing secret of its webhook endpoint. */
export function stripeSecrets(keys: SandboxKeys): { readonly secretKey: string; readonly webhookSecret: string } {
  const secret = secretOfNetwork(keys, 'stripe');
  const webhook = createHmac('sha256', secret).update('webhook').digest('hex');
  return { secretKey: `sk_test_${Buffer.from(secret).toString('hex')}`, webhookSecret: `whsec_${webhook}` };
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

/** Loads the sandbox's keys, generated once into `{dataDir}/keys/sandbox.json`. Throws for an invalid file. */
export function loadSandboxKeys(dataDir: string): SandboxKeys {
  const text = loadSecret(dataDir, 'sandbox.json', () => JSON.stringify(makeKeys(), null, 2));
  return sandboxKeysSchema.parse(JSON.parse(text));
}
