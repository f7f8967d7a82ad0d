import type { Clock } from '../../clock';
import { getFromGateway, postToGateway } from '../../gateways/gateway-http';
import { createAccessTokens } from './access-tokens';
import type { GsmaSettings } from './settings';

/** A response of the biller: its body is undefined if it is not JSON. */
export interface ApiResponse {
  readonly status: number;
  readonly body: unknown;
  /** X-Records-Available-Count; null if the response has none. */
  readonly recordsAvailable: number | null;
}

/** The biller's API: how it is called, not what is said. Null: no response. */
export interface GsmaApi {
  get(path: string): Promise<ApiResponse | null>;
  /** Gets the resource of a link that the biller has given; a link out of its API is not followed. */
  getLink(link: string): Promise<ApiResponse | null>;
  /** Posts under a correlation id, by which the biller takes a request once. */
  post(path: string, body: object, correlationId: string): Promise<ApiResponse | null>;
}

function readJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

function readCount(header: string | string[] | undefined): number | null {
  return typeof header === 'string' && /^\d{1,9}$/.test(header) ? Number(header) : null;
}

/** Whether a biller's text can be a part of a path: `..` would name another resource. */
export function isPathPart(text: string): boolean {
  return text !== '' && text !== '.' && text !== '..';
}

/** Builds a path of the API of its parts. */
export function pathOf(...parts: readonly string[]): string {
  return parts.map((part) => `/${encodeURIComponent(part)}`).join('');
}

/** Returns the URL of a link within the API at `apiUrl`; null for any other: our credentials go nowhere else. */
export function resolveLink(apiUrl: string, link: string): string | null {
  const base = new URL(`${apiUrl}/`);
  const isFromRoot = link.startsWith('/') && !link.startsWith('//') && !link.startsWith(base.pathname);
  const text = isFromRoot ? `${apiUrl}${link}` : link;
  if (!URL.canParse(text, base)) return null;
  const url = new URL(text, base);
  const isInside = url.origin === base.origin && url.pathname.startsWith(base.pathname);
  return isInside && url.username === '' && url.password === '' ? url.href : null;
}

/** Creates the client of a biller's API: authentication, X-Date, JSON, time-outs. What it sends is never logged. */
export function createGsmaApi(
  {
    callbackUrl,
    endpoint: { apiUrl, credentials },
    timeoutMs,
  }: Pick<GsmaSettings, 'callbackUrl' | 'endpoint' | 'timeoutMs'>,
  clock: Clock,
): GsmaApi {
  const tokens = credentials.kind === 'api-key' ? null : createAccessTokens(credentials, timeoutMs);

  async function send(
    url: string,
    authorisation: Readonly<Record<string, string>>,
    post: { readonly body: string; readonly headers: Readonly<Record<string, string>> } | null,
  ): Promise<ApiResponse | null> {
    const headers = {
      accept: 'application/json',
      'x-date': clock.now().toISOString(),
      ...authorisation,
      ...post?.headers,
    };
    const answer = await (post === null
      ? getFromGateway({ url, headers, timeoutMs })
      : postToGateway({ url, headers, timeoutMs, body: post.body, contentType: 'application/json' }));
    if (!answer.ok) return null;
    const { status, text, headers: received } = answer.value;
    return { status, body: readJson(text), recordsAvailable: readCount(received['x-records-available-count']) };
  }

  async function call(url: string, post: Parameters<typeof send>[2]): Promise<ApiResponse | null> {
    if (credentials.kind === 'api-key') return send(url, { 'x-api-key': credentials.key }, post);
    // A token that was withdrawn early is replaced once.
    for (let tries = 1; tokens !== null; tries += 1) {
      const token = await tokens.read();
      if (token === null) return null;
      const answer = await send(url, { authorization: `Bearer ${token}` }, post);
      if (answer?.status !== 401 || tries === 2) return answer;
      tokens.forget(token);
    }
    return null;
  }

  return {
    get: (path) => call(`${apiUrl}${path}`, null),
    getLink: async (link) => {
      const url = resolveLink(apiUrl, link);
      return url === null ? null : call(url, null);
    },
    post: (path, body, correlationId) =>
      call(`${apiUrl}${path}`, {
        body: JSON.stringify(body),
        headers: {
          'x-correlationid': correlationId,
          ...(callbackUrl !== null && { 'x-callback-url': `${callbackUrl}?correlationId=${correlationId}` }),
        },
      }),
  };
}
