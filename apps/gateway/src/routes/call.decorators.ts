import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { WriteCall } from '../commands/write-call';

const callOf = (context: ExecutionContext): object | null => context.getArgByIndex<FastifyRequest>(0).call;

/** The request as the guard of its route has read it: a `WriteCall`, a `RetrieveCall` or a `ListCall`. */
export const Call = createParamDecorator((_options: unknown, context) => callOf(context));

/** The body of a write, checked. */
export const Dto = createParamDecorator((_options: unknown, context) => (callOf(context) as WriteCall).dto);
