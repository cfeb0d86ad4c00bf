import { createKafkaBus } from '#messaging';
import { runApp } from '#service';
import { readGatewayConfig } from './config';
import { migrateGateway } from './migrate-gateway';
import { PostgresReplyLease } from './tables/reply-lease';
import { startGateway } from './start-gateway';

void runApp({
  service: 'gateway',
  readConfig: readGatewayConfig,
  migrate: migrateGateway,
  createBus: (config, { clock, random, logger }) =>
    createKafkaBus({
      brokers: config.kafkaBrokers ?? [],
      producer: config.kafkaProducer,
      clientId: 'gateway',
      clock,
      random,
      logger,
      replyLease: new PostgresReplyLease({ databaseUrl: config.databaseUrl, random, logger }),
    }),
  start: startGateway,
});
