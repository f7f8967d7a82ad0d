import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';

interface SandboxDocument {
  readonly render: (nonce: string) => string;
  /** Allows scripts with the nonce, which styles always carry. */
  readonly hasScripts?: boolean;
  /** Another origin that its forms may post or redirect to. */
  readonly formTarget?: string;
  /** Allows frames of the same origin. */
  readonly hasFrame?: boolean;
  readonly referrerPolicy: 'same-origin' | 'strict-origin';
}

/** Sends a page of the sandbox under a strict policy: styles and scripts by nonce, forms to itself and to `formTarget`. */
export function sendDocument(reply: FastifyReply, status: number, document: SandboxDocument): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    ...(document.hasScripts === true ? [`script-src 'nonce-${nonce}'`] : []),
    ...(document.hasFrame === true ? ["frame-src 'self'"] : []),
    `form-action 'self'${document.formTarget === undefined ? '' : ` ${document.formTarget}`}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ];
  return reply
    .code(status)
    .headers({
      'content-security-policy': policy.join('; '),
      'cache-control': 'no-store',
      'referrer-policy': document.referrerPolicy,
      'x-content-type-options': 'nosniff',
    })
    .type('text/html; charset=utf-8')
    .send(document.render(nonce));
}

/** Sends HTML that is not the sandbox's own under a policy that says everything it may do. */
export function sendForeignDocument(reply: FastifyReply, document: string, policy: string): FastifyReply {
  return reply
    .headers({
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .type('text/html; charset=utf-8')
    .send(document);
}
