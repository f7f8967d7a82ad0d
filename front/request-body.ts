import { IncomingMessage } from 'node:http';
import { bodyLimit } from './request-validation';

/**
 * Reads a whole body, so that Next's handlers never wait for a slow client and never see a truncated body.
 *
 * @returns undefined if it is larger than any form; the rest is then still unread
 */
export function readBody(request: IncomingMessage, limit = bodyLimit): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) {
        chunks.push(chunk);
        return;
      }
      request.off('data', take);
      request.pause();
      resolve(undefined);
    };
    request.on('data', take);
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', reject);
  });
}

/** The same request with its body already there. */
export function replayRequest(request: IncomingMessage, body: Buffer): IncomingMessage {
  const replay = new IncomingMessage(request.socket);
  replay.method = request.method;
  replay.url = request.url;
  replay.httpVersion = request.httpVersion;
  replay.httpVersionMajor = request.httpVersionMajor;
  replay.httpVersionMinor = request.httpVersionMinor;
  replay.headers = { ...request.headers };
  replay.rawHeaders = request.rawHeaders;
  replay.complete = true;
  if (body.length > 0) replay.push(body);
  replay.push(null);
  return replay;
}
