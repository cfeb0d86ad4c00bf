import { Controller, Get, Inject, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Metrics } from '#service';
import { OpenAnswers } from '../docs/answers.decorator';
import { OpenRoute } from '../http/access';

/** Metrics on the public port, for set-ups that cannot reach the internal one. Off unless asked for. */
@ApiTags('Meta')
@Controller()
export class MetricsController {
  constructor(@Inject(Metrics) private readonly metrics: Metrics) {}

  @Get('metrics')
  @OpenRoute()
  @ApiOperation({ summary: 'Metrics in the Prometheus text format' })
  @OpenAnswers({ status: 200, description: 'The metrics of this process.', content: { 'text/plain': { type: 'string' } } })
  async getMetrics(@Res() reply: FastifyReply): Promise<void> {
    const { contentType, text } = await this.metrics.expose();
    await reply.header('content-type', contentType).send(text);
  }
}
