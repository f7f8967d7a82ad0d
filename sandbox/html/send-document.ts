import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';

interface SandboxDocument {
  readonly render: (nonce: string) => string;
  /** It has scripts, which carry the nonce as its styles do. */
  readonly hasScripts?: boolean;
  /** Another origin that its forms lead to. */
  readonly formTarget?: string;
  readonly referrerPolicy: 'same-origin' | 'strict-origin';
}

/** Answers with a page of the sandbox under a strict policy: its own styles and scripts by nonce, its forms to itself and where it is told. */
export function sendDocument(reply: FastifyReply, status: number, document: SandboxDocument): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    ...(document.hasScripts === true ? [`script-src 'nonce-${nonce}'`] : []),
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
