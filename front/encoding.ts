export type ContentEncoding = 'br' | 'gzip';

/** Below this many bytes a packet is a packet. */
const minBytes = 860;

const compressibleTypes =
  /^(text\/|application\/(json|javascript|manifest\+json|problem\+json|xml|rss\+xml)|image\/(svg\+xml|x-icon|vnd\.microsoft\.icon))/;

/** The better of the encodings that an `Accept-Encoding` header takes; an encoding at `q=0` is refused. */
export function chooseEncoding(accepted: string | string[] | undefined): ContentEncoding | undefined {
  const offers = String(accepted ?? '')
    .toLowerCase()
    .split(',')
    .map((offer) => offer.trim().split(/\s*;\s*q\s*=\s*/))
    .filter(([, quality]) => quality === undefined || Number(quality) > 0)
    .map(([name]) => name);
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
