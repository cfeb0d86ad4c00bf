import { Module } from '@nestjs/common';
import { Clock } from '#contracts';
import { Metrics } from '#service';
import { GatewayConfig } from '../config';
import { ConcurrencyLimiter } from './concurrency-limiter';
import { LoadWatch } from './load-watch';
import { PageLimits } from './page-limits';
import { RequestLimits, type Rates } from './request-limits';

/** How much this process takes, of whom. */
@Module({
  providers: [
    PageLimits,
    { provide: RequestLimits, useFactory: createLimits, inject: [GatewayConfig, Clock] },
    { provide: LoadWatch, useFactory: createLoadWatch, inject: [GatewayConfig, Metrics] },
  ],
  exports: [PageLimits, RequestLimits, LoadWatch],
})
export class LimitsModule {}

function createLimits(config: GatewayConfig, clock: Clock): RequestLimits {
  const rates: Rates = {
    liveWrites: config.rateLimitLiveWrites,
    liveReads: config.rateLimitLiveReads,
    testWrites: config.rateLimitTestWrites,
    testReads: config.rateLimitTestReads,
    searches: config.rateLimitSearches,
    refusals: config.rateLimitRefusals,
    openRequests: config.rateLimitOpenRequests,
    objectUpdatesPerHour: config.rateLimitObjectUpdatesPerHour,
    verificationsPerMinute: config.rateLimitVerificationsPerMinute,
  };
  return new RequestLimits(config.rateLimitEnabled, rates, new ConcurrencyLimiter(config.concurrencyLimit), clock);
}

function createLoadWatch({ eventLoopLagMaxMs: lagMaxMs, heapUsedMaxPercent }: GatewayConfig, metrics: Metrics): LoadWatch {
  const shed = metrics.counter({
    name: 'hundi_gateway_requests_shed_total',
    help: 'Requests turned away because the process had more to do than it can.',
  });
  return new LoadWatch({ lagMaxMs, heapUsedMaxPercent }, () => shed.inc());
}
