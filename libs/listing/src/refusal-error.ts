import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { ERRORS, type ErrorCode, type ErrorDetails, type Refusal } from '#contracts';

/** That a request over internal HTTP is refused: the code of the error and what may be said about it. */
export class RefusalError extends Error {
  override readonly name = 'RefusalError';

  /** @param headers of the answer. */
  constructor(
    readonly code: ErrorCode,
    readonly details: ErrorDetails = {},
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(details.message ?? code);
  }
}

/** Answers what was refused as the gateway expects it: the status of the error's row, and its name. */
@Catch(RefusalError)
export class RefusalFilter implements ExceptionFilter<RefusalError> {
  async catch({ code, details, headers }: RefusalError, host: ArgumentsHost): Promise<void> {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    await reply
      .code(ERRORS[code].status)
      .headers(headers)
      .send({ code, details } satisfies Refusal);
  }
}
