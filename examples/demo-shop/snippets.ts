import type { PaymentBackend, SignedCall } from './payments';
import type { ShopKey } from './signatures';

/**
 * Code to copy. Each snippet signs or verifies by the rules of docs/partners.md with nothing but curl and openssl, or Node. A secret is written into
 * it only if it is one of the sandbox, which everybody knows; any other is read from the environment variable SHOP_SECRET.
 */

const sandboxSecret = /^sandbox-secret-of-[\w-]+$/;

function quoteShell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A string literal of JavaScript in single quotes. */
function quote(text: string): string {
  const escaped = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`);
  return `'${escaped}'`;
}

function shellSecret({ secret }: ShopKey): string {
  return sandboxSecret.test(secret) ? `"\${SHOP_SECRET:-${secret}}"` : '"$SHOP_SECRET"';
}

function nodeSecret({ secret }: ShopKey): string {
  return sandboxSecret.test(secret) ? `process.env.SHOP_SECRET ?? ${quote(secret)}` : 'process.env.SHOP_SECRET';
}

type Call = Pick<SignedCall, 'method' | 'target' | 'body'>;

/** A signed call for a terminal, signed anew each time that it is run. */
export function writeCurlCall({ address, key }: PaymentBackend, { method, target, body }: Call): string {
  const isPost = method === 'POST';
  return `SECRET=${shellSecret(key)}
BODY=${quoteShell(body)}
TIMESTAMP=$(date -u +%Y-%m-%dT%H:%M:%SZ)
NONCE=$(openssl rand -hex 16)
SIGNATURE=$(printf '%s\\n%s\\n%s\\n%s' ${quoteShell(`${method} ${target}`)} "$TIMESTAMP" "$NONCE" "$BODY" |
  openssl dgst -sha256 -hmac "$SECRET" | sed 's/.* //')
curl -sS ${quoteShell(new URL(target, address).href)} \\
  -H ${quoteShell(`X-Key-Id: ${key.keyId}`)} -H "X-Timestamp: $TIMESTAMP" \\
  -H "X-Nonce: $NONCE" -H "X-Signature: $SIGNATURE"${
    isPost
      ? ` \\
  -H 'Content-Type: application/json' -H "Idempotency-Key: $(openssl rand -hex 16)" \\
  --data-raw "$BODY"`
      : ''
  }
`;
}

/** A signed call for Node 18 or later, as an ES module. */
export function writeNodeCall({ address, key }: PaymentBackend, { method, target, body }: Call): string {
  const isPost = method === 'POST';
  return `import { createHmac, randomUUID } from 'node:crypto';

const secret = ${nodeSecret(key)};
const target = ${quote(target)};
const body = ${quote(body)};

const timestamp = new Date().toISOString();
const nonce = randomUUID();
const text = [\`${method} \${target}\`, timestamp, nonce, body].join('\\n');
const response = await fetch(${quote(new URL(address).origin)} + target, {
  method: '${method}',
  headers: {
    'X-Key-Id': ${quote(key.keyId)},
    'X-Timestamp': timestamp,
    'X-Nonce': nonce,
    'X-Signature': createHmac('sha256', secret).update(text).digest('hex'),${
      isPost
        ? `
    'Content-Type': 'application/json',
    'Idempotency-Key': randomUUID(),`
        : ''
    }
  },${
    isPost
      ? `
  body,`
      : ''
  }
});
console.log(response.status, await response.text());
`;
}

/** Verifies a webhook in Node: prints whether its signature is valid, and whether it is recent. */
export function writeNodeWebhook(
  key: ShopKey,
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
): string {
  const lines = Object.entries(headers).map(([name, value]) => `  ${quote(name)}: ${quote(value)},`);
  return `import { createHmac, timingSafeEqual } from 'node:crypto';

const secret = ${nodeSecret(key)};
// As received: the raw body, before any parsing.
const headers = {
${lines.join('\n')}
};
const body = ${quote(body)};

const text = ['webhook', headers['x-timestamp'], headers['x-nonce'], body].join('\\n');
const expected = createHmac('sha256', secret).update(text).digest();
const signature = Buffer.from(headers['x-signature'], 'hex');
const isValid = signature.length === expected.length && timingSafeEqual(signature, expected);
const isRecent = Math.abs(Date.now() - Date.parse(headers['x-timestamp'])) < 5 * 60 * 1000;
console.log({ isValid, isRecent });
`;
}

/** Verifies a return to merchant in Node: prints whether its signature is valid. */
export function writeNodeReturn(key: ShopKey, fields: Readonly<Record<string, string>>): string {
  const lines = Object.entries(fields).map(([name, value]) => `  ${quote(name)}: ${quote(value)},`);
  return `import { createHmac, timingSafeEqual } from 'node:crypto';

const secret = ${nodeSecret(key)};
// The fields of the form, decoded.
const { signature, ...covered } = {
${lines.join('\n')}
};

const pairs = Object.keys(covered).sort()
  .map((name) => \`\${encodeURIComponent(name)}=\${encodeURIComponent(covered[name])}\`);
const expected = createHmac('sha256', secret).update('result\\n' + pairs.join('&')).digest();
const received = Buffer.from(signature, 'hex');
console.log({ isValid: received.length === expected.length && timingSafeEqual(received, expected) });
`;
}

/** Sends a form or a webhook to the shop again, from a terminal: it prints the status of the answer. */
export function writeCurlRepeat(url: string, headers: Readonly<Record<string, string>>, body: string): string {
  const lines = Object.entries(headers).map(([name, value]) => `  -H ${quoteShell(`${name}: ${value}`)} \\`);
  return `curl -sS -o /dev/null -w '%{http_code}\\n' ${quoteShell(url)} \\
${lines.join('\n')}
  --data-raw ${quoteShell(body)}
`;
}
