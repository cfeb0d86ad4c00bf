import { Module } from '@nestjs/common';
import { LOGGER, type Logger } from '#service';
import { GatewayConfig } from '../config';
import { GatewayDatabase } from './gateway-database';

/** What the gateway keeps beside the event store of accounts. */
@Module({
  providers: [{ provide: GatewayDatabase, useFactory: openDatabase, inject: [GatewayConfig, LOGGER] }],
  exports: [GatewayDatabase],
})
export class TablesModule {}

function openDatabase({ databaseUrl }: GatewayConfig, logger: Logger): GatewayDatabase {
  return new GatewayDatabase(databaseUrl, ({ message }) => logger.warn({ detail: message }, 'database connection lost'));
}
