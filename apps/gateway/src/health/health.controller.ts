import { Controller, Get, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Health, isLoopbackHost } from '#service';
import { GatewayConfig } from '../config';
import { STANDARD_HEADERS, WatchAnswers } from '../docs/answers.decorator';
import { WatchRoute } from '../http/access';
import { JSON_TYPE } from '../http/response-headers';

const LIVE_SCHEMA = { type: 'object', required: ['status'], properties: { status: { type: 'string', enum: ['ok'] } } };
const SERVING_SCHEMA = { type: 'object', required: ['status'], properties: { status: { type: 'string', enum: ['ok', 'unavailable'] } } };
const READY_SCHEMA = {
  type: 'object',
  required: ['status'],
  properties: {
    status: { type: 'string', enum: ['ok', 'degraded', 'unavailable'] },
    checks: { type: 'object', additionalProperties: { type: 'string', enum: ['ok', 'unavailable'] } },
  },
};

const RETRY_HEADERS = { ...STANDARD_HEADERS, 'Retry-After': { required: true, schema: { type: 'integer' } } };

/** Whether this process lives, whether it takes requests, and whether all that it needs answers. The details stay on the internal port: they name our parts. */
@ApiTags('Meta')
@Controller('health')
export class HealthController {
  constructor(
    private readonly health: Health,
    private readonly config: GatewayConfig,
  ) {}

  @Get('live')
  @WatchRoute()
  @ApiOperation({ summary: 'Whether the process lives; asks nothing outside it' })
  @WatchAnswers({ status: 200, description: 'It lives.', content: { 'application/json': LIVE_SCHEMA } })
  getLiveness(@Res() reply: FastifyReply): void {
    void reply.header('content-type', JSON_TYPE).send(JSON.stringify(this.health.live()));
  }

  @Get('serving')
  @WatchRoute()
  @ApiOperation({ summary: 'Whether the process takes requests: for balancers and containers; asks nothing that processes share' })
  @WatchAnswers({ status: 200, description: 'It does.', content: { 'application/json': SERVING_SCHEMA } })
  @ApiResponse({
    status: 503,
    description: 'It does not: it starts or stops.',
    headers: RETRY_HEADERS,
    content: { 'application/json': { schema: SERVING_SCHEMA } },
  })
  getServing(@Res() reply: FastifyReply): void {
    const { status } = this.health.serving();
    if (status !== 'ok') reply.status(503).header('retry-after', '1');
    void reply.header('content-type', JSON_TYPE).send(JSON.stringify({ status }));
  }

  @Get('ready')
  @WatchRoute()
  @ApiOperation({ summary: 'Whether requests can be served: bus, database and services answer' })
  @WatchAnswers({
    status: 200,
    description: 'It can: all, or with `degraded` those that need none of the services that `checks` names.',
    content: { 'application/json': READY_SCHEMA },
  })
  @ApiResponse({
    status: 503,
    description: 'It cannot; `checks` says which part is away, where only this machine can ask.',
    headers: RETRY_HEADERS,
    content: { 'application/json': { schema: READY_SCHEMA } },
  })
  async getReadiness(@Res() reply: FastifyReply): Promise<void> {
    const readiness = await this.health.ready();
    const checks = Object.fromEntries(Object.entries(readiness.checks).map(([name, { ok }]) => [name, ok ? 'ok' : 'unavailable']));
    if (readiness.status === 'unavailable') reply.status(503).header('retry-after', '1');
    // Which parts this Hundi has is no other machine's business.
    const shown = { status: readiness.status, ...(isLoopbackHost(this.config.host) && { checks }) };
    await reply.header('content-type', JSON_TYPE).send(JSON.stringify(shown));
  }
}
