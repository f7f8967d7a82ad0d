import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The responses of each connection that have not closed. */
const openResponses = new WeakMap<Socket, Set<ServerResponse>>();

function closeQueued(socket: Socket): void {
  for (const response of openResponses.get(socket) ?? []) {
    // Node closes the response that has the socket itself.
    if (response.socket !== null) continue;
    response.destroy();
    response.emit('close');
  }
}

/**
 * Closes a response with its connection. When a connection ends, Node emits `close` only for the response that has the socket: those of further
 * pipelined requests, which wait for it, would never close, and what is released then (a place among the requests in progress, a timer,
 * an encoder, Next's rendering) would be kept for ever.
 */
export function closeWithConnection(response: ServerResponse, socket: Socket): void {
  const responses = openResponses.get(socket) ?? new Set();
  if (!openResponses.has(socket)) {
    openResponses.set(socket, responses);
    // One listener for a connection, however many requests it has.
    socket.once('close', () => closeQueued(socket));
  }
  responses.add(response);
  response.once('close', () => responses.delete(response));
}
