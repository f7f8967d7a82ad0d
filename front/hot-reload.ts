import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { validateRequest, readRequestHead, type AllowedHosts } from './request-validation';
import type { FrontServer } from './server';

/** The path prefix of the WebSockets of Next's development server. */
const socketPrefix = '/_next/';

/**
 * Forwards WebSocket handshakes to Next, for hot module replacement under `npm run dev`. In production nothing listens for them, and Node
 * treats each as an ordinary request.
 *
 * @param next the `httpServer` option of Next, on which it listens for handshakes
 * @returns closes the connections, since closing the server waits for them
 */
export function forwardUpgrades(front: FrontServer, next: Server, own: AllowedHosts): () => void {
  const sockets = new Set<Duplex>();
  front.on('upgrade', (request, socket: Duplex, head) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    const isOurs =
      validateRequest(readRequestHead(request), own) === undefined && request.url?.startsWith(socketPrefix);
    if (!isOurs || !next.emit('upgrade', request, socket, head)) socket.destroy();
  });
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}
