import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { validateRequest, readRequestHead, type AllowedHosts } from './request-validation';
import type { FrontServer } from './server';

/** Where Next's development server takes WebSockets. */
const socketPrefix = '/_next/';

/**
 * Forwards WebSocket handshakes to Next, for hot module replacement under `npm run dev`. In production nobody listens for them, and Node takes
 * each for an ordinary request.
 *
 * @param next where Next listens for handshakes: the `httpServer` that it was given
 * @returns closes the connections, for which a server that is closed would wait
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
