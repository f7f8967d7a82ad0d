import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from 'node:net';
import type { Duplex } from 'node:stream';

/** The maximum time (ms) and bytes to read after the response. */
const lingeringClose = { time: 2_000, bytes: 1024 * 1024 };

const statuses: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

/**
 * Responds to requests that Node cannot parse, and reads on for a moment (RFC 9112, section 9.6). Node by itself closes the connection at once,
 * and while a body is still on its way that resets it. A proxy takes the reset for a failure of the server: nginx, after two of them, sends it
 * no requests for a while, whoever they are from. Security, row 49. Takes an HTTP server.
 */
export function respondToMalformedRequests(server: Server): void {
  const responses = new WeakMap<Duplex, ServerResponse>();
  const closing = new WeakSet<Duplex>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    responses.set(request.socket, response);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // Each further piece of the request is an error again.
    if (closing.has(socket)) return;
    const response = responses.get(socket);
    const isResponding = response !== undefined && response.headersSent && !response.writableFinished;
    if (error.code === 'ECONNRESET' || !socket.writable || isResponding) {
      socket.destroy();
      return;
    }
    closing.add(socket);
    const timer = setTimeout(() => socket.destroy(), lingeringClose.time);
    let read = 0;
    socket.on('data', (piece: Buffer) => {
      read += piece.length;
      if (read > lingeringClose.bytes) socket.destroy();
    });
    socket.once('close', () => clearTimeout(timer));
    socket.end(`HTTP/1.1 ${statuses[error.code ?? ''] ?? '400 Bad Request'}\r\nConnection: close\r\n\r\n`);
  });
}
