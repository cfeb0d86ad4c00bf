import type { FastifyReply, FastifyRequest } from 'fastify';

/** A request of a page of ours, and its answer. */
export interface PersonRequest {
  request: FastifyRequest;
  reply: FastifyReply;
}
