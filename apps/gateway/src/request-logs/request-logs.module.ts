import { Module } from '@nestjs/common';
import { Metrics } from '#service';
import { RunningAccounts } from '../accounts/start-accounts';
import { AddressDigests } from '../auth/address-digests';
import { AuthModule } from '../auth/auth.module';
import { GatewayConfig } from '../config';
import { QueriesModule } from '../queries/queries.module';
import { RequestLogs } from './request-logs';

/** Requests, kept for their account. */
@Module({
  imports: [AuthModule, QueriesModule],
  providers: [
    {
      provide: RequestLogs,
      useFactory: (
        { store }: RunningAccounts,
        digests: AddressDigests,
        metrics: Metrics,
        { requestLogEnabled: isEnabled }: GatewayConfig,
      ) => new RequestLogs({ store, digests, metrics, isEnabled }),
      inject: [RunningAccounts, AddressDigests, Metrics, GatewayConfig],
    },
  ],
})
export class RequestLogsModule {}
