import { Controller, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CreatePaymentDto, PaymentResource, isPassedByTime, toCreatePaymentPayload, validateCreatePayment } from '#contracts';
import type { Clock, FieldProblem } from '#contracts';
import { Answers, IGNORED_HEADER } from '../docs/answers.decorator';
import { CLOCK } from '../clock-token';
import { NeedsScope, callerOf } from '../http/access';
import { ApiError } from '../http/api-error';
import { invalidRequest } from '../http/invalid-request';
import { judgeUnknown, unknownQuery } from '../http/ignored-parameters';
import { JSON_TYPE } from '../http/response-headers';
import { readIdempotencyClaim } from '../idempotency/idempotency-key';
import { BodyReader } from '../validation/body-reader';
import { PaymentCommands } from './payment-commands';
import { CREATE_PAYMENT_ERRORS, CREATE_PAYMENT_EXAMPLES, WRITE_HEADERS } from './payment-docs';

const PATH = '/v1/payments';

/** POST /v1/payments (spec/api.md 2.6): checks what was asked, asks the payments service, passes its answer through. */
@ApiTags('Payments')
@Controller(PATH)
export class CreatePaymentController {
  private readonly reader = new BodyReader(CreatePaymentDto);

  constructor(
    private readonly commands: PaymentCommands,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Post()
  @NeedsScope('payments:write')
  @ApiOperation({ summary: 'Create a payment and, when possible, process it' })
  @ApiBody({ type: CreatePaymentDto, required: true, examples: CREATE_PAYMENT_EXAMPLES })
  @ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description: 'Repeating a request with the same key gives the same answer, and the payment is made once. Kept 30 days.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]{1,255}$' },
  })
  @Answers(
    { status: 201, description: 'The payment.', type: PaymentResource, headers: { ...WRITE_HEADERS, ...IGNORED_HEADER } },
    CREATE_PAYMENT_ERRORS,
  )
  async createPayment(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const claim = readIdempotencyClaim({
      method: request.method,
      path: PATH,
      headers: request.headers,
      rawHeaders: request.raw.rawHeaders,
      body: request.body,
    });
    const dto = this.readBody(request, reply, claim !== null);
    const payload = toCreatePaymentPayload(dto, caller.livemode);
    const answer = await this.commands.create({ caller, requestId: request.id, address: request.ip, claim }, payload);
    reply.status(answer.status).header('content-type', JSON_TYPE).header('location', `${PATH}/${answer.streamId}`);
    if (answer.position !== null) reply.header('event-position', answer.position);
    if (answer.replayed) reply.header('idempotent-replayed', 'true');
    await reply.send(answer.body);
  }

  /**
   * @param mayBeRetry a body that was good once stays so for the retries of its request: the service, which has the
   *   stored answer, judges what the clock alone has made wrong.
   * @throws ApiError that lists every problem at once: of the fields, of what spans fields, and unknown ones if asked.
   */
  private readBody(request: FastifyRequest, reply: FastifyReply, mayBeRetry: boolean): CreatePaymentDto {
    const { value, ignored, problems } = this.reader.read(asObject(request.body));
    const rules = { livemode: callerOf(request).livemode, nowMs: this.clock.nowMs() };
    const dto = value as CreatePaymentDto;
    const known = new Set(problems.map(({ param }) => param));
    const spanning = validateCreatePayment(dto, rules).filter(({ param }) => !known.has(param));
    const unknown = judgeUnknown(request, reply, [...ignored, ...unknownQuery(request)]);
    const all: FieldProblem[] = [...problems, ...spanning, ...unknown];
    const isLeftToService = mayBeRetry && all.every(isPassedByTime);
    if (all.length > 0 && !isLeftToService) throw invalidRequest(all);
    return dto;
  }
}

/** No body at all is an empty one: the caller learns which parameters are missing. */
function asObject(body: unknown): Record<string, unknown> {
  if (body === undefined) return {};
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new ApiError('json_invalid', { message: 'The body must be a JSON object.' });
  }
  return body as Record<string, unknown>;
}
