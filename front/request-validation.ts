import type { IncomingMessage } from 'node:http';
import { readPath } from './request-path';
import { findQueryError } from './request-query';

/** The maximum body in bytes: the largest form, a card with ciphertext, has less than 8 kB. */
export const bodyLimit = 64 * 1024;
/** The maximum length of a request target. */
export const targetLimit = 8 * 1024;

const methods = ['GET', 'HEAD', 'POST'];

/** The plain response to a request that is rejected before Next. */
export interface Rejection {
  readonly status: number;
  readonly reason: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const bodyTooLarge: Rejection = { status: 413, reason: 'The request is too large.' };

/** The response to a webhook whose partner has named a server of ours. Security, row 29. */
export const notPartnerServer: Rejection = { status: 403, reason: 'This is no server of a partner.' };

const queryRejections = {
  'too-many-parameters': { status: 414, reason: 'The address has too many parameters.' },
  'internal-parameter': { status: 400, reason: 'The address has a parameter that is not accepted.' },
} as const satisfies Record<string, Rejection>;

/** The response to a request that waited too long for its turn. */
export const overloaded: Rejection = {
  status: 503,
  reason: 'The site is busy. Try again in a few seconds.',
  headers: { 'retry-after': '5' },
};

export interface RequestHead {
  readonly method: string;
  /** The request target as received. */
  readonly target: string;
  /** All Host headers. */
  readonly hosts: readonly string[];
  readonly contentLength: string | undefined;
  readonly transferEncoding: string | undefined;
}

export function readRequestHead(request: IncomingMessage): RequestHead {
  const { method = '', url = '', headers, rawHeaders } = request;
  return {
    method,
    target: url,
    hosts: rawHeaders.filter((_, index, all) => index % 2 === 1 && all[index - 1]?.toLowerCase() === 'host'),
    contentLength: headers['content-length'],
    transferEncoding: headers['transfer-encoding'],
  };
}

/** The allowed hosts of the site. */
export interface AllowedHosts {
  /** The public origin's host, with its port unless that is the scheme's default. */
  readonly publicHost: string;
  /** The same with an explicit default port, which clients may send. */
  readonly publicHostWithPort: string;
  /** Loopback names, for health checks only. */
  readonly healthHosts: readonly string[];
}

export const healthPath = '/api/health';
export const readinessPath = '/api/health/ready';

export function listAllowedHosts(publicOrigin: string, port: number): AllowedHosts {
  const { host, protocol } = new URL(publicOrigin);
  return {
    publicHost: host,
    publicHostWithPort: /:\d+$/.test(host) ? host : `${host}:${protocol === 'https:' ? 443 : 80}`,
    healthHosts: [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`],
  };
}

function isAllowedHost(hosts: readonly string[], path: string, own: AllowedHosts): boolean {
  const [host, ...others] = hosts.map((name) => name.toLowerCase());
  if (host === undefined || others.length > 0) return false;
  return (
    host === own.publicHost ||
    host === own.publicHostWithPort ||
    ([healthPath, readinessPath].includes(path) && own.healthHosts.includes(host))
  );
}

/**
 * Validates a request by its head.
 *
 * Next responds to PUT and DELETE of a page with 200, and accepts any host of an absolute-form target, so both are rejected before it; so are
 * queries that it reads in two ways, or in quadratic time.
 *
 * @returns undefined if the request is valid
 */
export function validateRequest(request: RequestHead, own: AllowedHosts): Rejection | undefined {
  const { method, target, hosts, contentLength, transferEncoding } = request;
  if (!methods.includes(method)) {
    return { status: 405, reason: 'This method is not allowed.', headers: { allow: methods.join(', ') } };
  }
  if (target.length > targetLimit) return { status: 414, reason: 'The address is too long.' };
  if (!target.startsWith('/')) return { status: 400, reason: 'The request names no path.' };
  const queryError = findQueryError(target);
  if (queryError !== null) return queryRejections[queryError];
  const path = readPath(target);
  if (!isAllowedHost(hosts, path, own)) return { status: 421, reason: 'This host is not served here.' };
  const size = Number(contentLength ?? 0);
  if (method !== 'POST' && (size > 0 || transferEncoding !== undefined)) {
    return { status: 400, reason: 'Only a POST may have a body.' };
  }
  return size > bodyLimit ? bodyTooLarge : undefined;
}
