import { type IncomingMessage, ServerResponse, type OutgoingHttpHeader, type OutgoingHttpHeaders } from 'node:http';
import { constants, createBrotliCompress, createGzip, type BrotliCompress, type Gzip } from 'node:zlib';
import { chooseEncoding, isCompressible } from './encoding';
import { completeRedirect } from './redirect-headers';

type Chunk = string | Uint8Array;
type Finished = (error?: Error | null) => void;

function createEncoder(encoding: 'br' | 'gzip'): BrotliCompress | Gzip {
  if (encoding === 'gzip') return createGzip({ level: 5 });
  // A window no larger than the largest document saves most of the memory and time of creating an encoder.
  const parameters = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 18 };
  return createBrotliCompress({ params: parameters });
}

/** A response that compresses text if the client accepts it and it is not compressed yet. The headers of redirects are completed. */
export class CompressingResponse extends ServerResponse<IncomingMessage> {
  #encoder: BrotliCompress | Gzip | undefined;
  #flushing = false;

  /** Node calls this for implicit headers too, so only here a response's headers are final. */
  override writeHead(
    status: number,
    reasonOrHeaders?: string | OutgoingHttpHeaders | OutgoingHttpHeader[],
    headers?: OutgoingHttpHeaders | OutgoingHttpHeader[],
  ): this {
    const given = typeof reasonOrHeaders === 'string' ? headers : reasonOrHeaders;
    if (given !== undefined && !Array.isArray(given)) {
      for (const [name, value] of Object.entries(given)) if (value !== undefined) this.setHeader(name, value);
    }
    if (!Array.isArray(given)) {
      completeRedirect(this, status);
      this.#startEncoder(status);
    }
    if (typeof reasonOrHeaders === 'string') this.statusMessage = reasonOrHeaders;
    return Array.isArray(given) ? super.writeHead(status, given) : super.writeHead(status);
  }

  #startEncoder(status: number): void {
    if (this.#encoder !== undefined || !isCompressible(status, (name) => this.getHeader(name))) return;
    this.appendHeader('vary', 'Accept-Encoding');
    const encoding = chooseEncoding(this.req.headers['accept-encoding']);
    if (encoding === undefined || this.req.method === 'HEAD') return;

    const etag = this.getHeader('etag');
    if (typeof etag === 'string' && !etag.startsWith('W/')) this.setHeader('etag', `W/${etag}`);
    this.removeHeader('content-length');
    this.setHeader('content-encoding', encoding);

    const encoder = createEncoder(encoding);
    encoder.on('data', (bytes: Buffer) => {
      if (!super.write(bytes)) encoder.pause();
    });
    encoder.on('end', () => super.end());
    encoder.on('drain', () => this.emit('drain'));
    encoder.on('error', () => this.destroy());
    this.on('drain', () => encoder.resume());
    this.on('close', () => encoder.destroy());
    this.#encoder = encoder;
  }

  override write(chunk: Chunk, encodingOrFinished?: BufferEncoding | Finished, finished?: Finished): boolean {
    if (!this.headersSent) this.writeHead(this.statusCode);
    const encoding = typeof encodingOrFinished === 'string' ? encodingOrFinished : 'utf8';
    const done = typeof encodingOrFinished === 'function' ? encodingOrFinished : finished;
    if (this.#encoder !== undefined) return this.#encoder.write(chunk, encoding, done);
    return super.write(chunk, encoding, done);
  }

  override end(
    // Next ends the response to a HEAD with null.
    chunkOrFinished?: Chunk | null | (() => void),
    encodingOrFinished?: BufferEncoding | (() => void),
    finished?: () => void,
  ): this {
    const chunk = typeof chunkOrFinished === 'function' ? undefined : (chunkOrFinished ?? undefined);
    const done = [chunkOrFinished, encodingOrFinished, finished].find((value) => typeof value === 'function');
    const encoding = typeof encodingOrFinished === 'string' ? encodingOrFinished : 'utf8';
    if (!this.headersSent) {
      if (chunk !== undefined) this.setHeader('content-length', Buffer.byteLength(chunk, encoding));
      this.writeHead(this.statusCode);
    }
    if (done !== undefined) this.once('finish', done);
    if (this.#encoder === undefined) {
      if (chunk === undefined) super.end();
      else super.end(chunk, encoding);
    } else if (chunk === undefined) this.#encoder.end();
    else this.#encoder.end(chunk, encoding);
    return this;
  }

  /**
   * Next calls this after each chunk that it streams. Chunks of one turn of the event loop are flushed together: each flush costs bytes.
   */
  flush(): void {
    if (this.#encoder === undefined || this.#flushing) return;
    this.#flushing = true;
    setImmediate(() => {
      this.#flushing = false;
      if (this.#encoder?.writable === true) this.#encoder.flush();
    });
  }
}
