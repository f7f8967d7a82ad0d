import type { FastifyReply } from 'fastify';

/** Closes the connection of a request without a response: the response is lost. */
export function dropConnection(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.destroy();
  return reply;
}
