export type ContentEncoding = 'br' | 'gzip';

/** Smaller responses fit into one packet anyway. */
const minBytes = 860;

const compressibleTypes =
  /^(text\/|application\/(json|javascript|manifest\+json|problem\+json|xml|rss\+xml)|image\/(svg\+xml|x-icon|vnd\.microsoft\.icon))/;

/** The coding of an item of `Accept-Encoding`; null if its weight is 0. RFC 9110, section 12.5.3. */
function readOffer(offer: string): string | undefined {
  const [name = '', ...parameters] = offer.split(';');
  const weights = parameters.map((parameter) => parameter.split('=')).filter(([key = '']) => key.trim() === 'q');
  return weights.every(([, weight]) => Number(weight) > 0) ? name.trim() : undefined;
}

/** Returns the best coding that an `Accept-Encoding` header accepts; one with the weight 0 is not acceptable. */
export function chooseEncoding(accepted: string | string[] | undefined): ContentEncoding | undefined {
  const offers = String(accepted ?? '')
    .toLowerCase()
    .split(',')
    .map(readOffer);
  if (offers.includes('br')) return 'br';
  return offers.includes('gzip') ? 'gzip' : undefined;
}

/** Whether a response is worth compressing, by its status and headers. */
export function isCompressible(
  status: number,
  readHeader: (name: string) => number | string | readonly string[] | undefined,
): boolean {
  if (status < 200 || status === 204 || status === 206 || status === 304) return false;
  if (readHeader('content-encoding') !== undefined) return false;
  if (String(readHeader('cache-control') ?? '').includes('no-transform')) return false;
  const length = readHeader('content-length');
  if (length !== undefined && Number(length) < minBytes) return false;
  return compressibleTypes.test(String(readHeader('content-type') ?? ''));
}
