import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ListQuery, ObjectQuery } from '#contracts';
import type { Caller } from '../auth/authenticator';
import type { ListRoute, RetrieveRoute } from './read-rules';

/** One request for an object, as its guard has read and checked it. */
export interface RetrieveCall {
  route: RetrieveRoute;
  request: FastifyRequest;
  reply: FastifyReply;
  caller: Caller;
  /** Id of the object; empty where no path names it. */
  id: string;
  /** Null for an object as it is now, with nothing expanded. */
  query: ObjectQuery | null;
}

/** One request for a page of a list, as its guard has read and checked it. */
export interface ListCall {
  route: ListRoute;
  request: FastifyRequest;
  reply: FastifyReply;
  caller: Caller;
  query: ListQuery;
}
