import { Catch, Injectable, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../http/api-error';
import { ErrorFilter } from '../http/error.filter';
import { WriteCall } from './write-call';
import { Writes } from './writes';

/** Answers a write that was read and then refused: a retry gets its stored answer, every other request the error. */
@Catch(ApiError)
@Injectable()
export class WriteErrorFilter implements ExceptionFilter<ApiError> {
  constructor(
    private readonly writes: Writes,
    private readonly errors: ErrorFilter,
  ) {}

  catch(error: ApiError, host: ArgumentsHost): void {
    const request = host.getArgByIndex<FastifyRequest>(0);
    const reply = host.getArgByIndex<FastifyReply>(1);
    const { call } = request;
    if (!isWriteCall(call)) return this.errors.answer(error, request, reply);
    void this.writes.recover(call, error).then(
      (text) => reply.send(text),
      (refusal: unknown) => this.errors.answer(refusal, request, reply),
    );
  }
}

function isWriteCall(call: object | null): call is WriteCall {
  return call instanceof WriteCall;
}
