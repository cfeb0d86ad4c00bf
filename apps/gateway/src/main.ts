import { createKafkaBus } from '#messaging';
import { kafkaOptionsOf, runApp } from '#service';
import { readGatewayConfig } from './config';
import { GATEWAY_SCHEMAS, migrateGateway } from './migrate-gateway';
import { PostgresReplyLease } from './tables/reply-lease';
import { startGateway } from './start-gateway';

void runApp({
  service: 'gateway',
  readConfig: readGatewayConfig,
  schemas: GATEWAY_SCHEMAS,
  migrate: ({ databaseUrl, gatewayDatabaseUrl }) => migrateGateway(databaseUrl, [gatewayDatabaseUrl]),
  createBus: (config, { clock, random, logger, observer }) =>
    createKafkaBus({
      ...kafkaOptionsOf(config),
      clientId: 'gateway',
      clock,
      random,
      logger,
      observer,
      replyLease: new PostgresReplyLease({ databaseUrl: config.databaseUrl, random, logger }),
    }),
  start: startGateway,
});
