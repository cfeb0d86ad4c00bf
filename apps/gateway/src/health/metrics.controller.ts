import { Controller, Get, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Metrics } from '#service';
import { WatchAnswers } from '../docs/answers.decorator';
import { WatchRoute } from '../http/access';

/** Metrics on the public port, for set-ups that cannot reach the internal one. Off unless asked for. */
@ApiTags('Meta')
@Controller()
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  @Get('metrics')
  @WatchRoute()
  @ApiOperation({ summary: 'Metrics in the Prometheus text format' })
  @WatchAnswers({ status: 200, description: 'The metrics of this process.', content: { 'text/plain': { type: 'string' } } })
  async getMetrics(@Res() reply: FastifyReply): Promise<void> {
    const { contentType, text } = await this.metrics.expose();
    await reply.header('content-type', contentType).send(text);
  }
}
