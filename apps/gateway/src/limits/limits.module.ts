import { Module } from '@nestjs/common';
import { Clock, Random } from '#contracts';
import { LOGGER, Metrics, type Logger } from '#service';
import { GatewayConfig } from '../config';
import { demandBoard } from '../tables/demand-board';
import { GatewayDatabase } from '../tables/gateway-database';
import { TablesModule } from '../tables/tables.module';
import { ConcurrencyLimiter } from './concurrency-limiter';
import { LoadWatch } from './load-watch';
import { PageLimits } from './page-limits';
import { RateShares } from './rate-shares';
import { RequestLimits, type Rates } from './request-limits';

/** Whether no other gateway can be beside this one: then every limit is its own. */
export const IS_ONLY_GATEWAY = Symbol('IsOnlyGateway');

/** How much this process takes, of whom. */
@Module({
  imports: [TablesModule],
  providers: [
    PageLimits,
    { provide: RateShares, useFactory: createShares, inject: [IS_ONLY_GATEWAY, GatewayDatabase, Random, LOGGER] },
    { provide: RequestLimits, useFactory: createLimits, inject: [GatewayConfig, RateShares, Clock] },
    { provide: LoadWatch, useFactory: createLoadWatch, inject: [GatewayConfig, Metrics] },
  ],
  exports: [PageLimits, RequestLimits, LoadWatch],
})
export class LimitsModule {}

function createShares(isOnly: boolean, database: GatewayDatabase, random: Random, logger: Logger): RateShares {
  const processId = random.uuid();
  return new RateShares(processId, isOnly ? null : demandBoard(database, processId), logger);
}

function createLimits(config: GatewayConfig, shares: RateShares, clock: Clock): RequestLimits {
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
  return new RequestLimits(config.rateLimitEnabled, rates, new ConcurrencyLimiter(config.concurrencyLimit), shares, clock);
}

function createLoadWatch({ eventLoopLagMaxMs: lagMaxMs, heapUsedMaxPercent }: GatewayConfig, metrics: Metrics): LoadWatch {
  const shed = metrics.counter({
    name: 'hundi_gateway_requests_shed_total',
    help: 'Requests turned away because the process had more to do than it can.',
  });
  return new LoadWatch({ lagMaxMs, heapUsedMaxPercent }, () => shed.inc());
}
