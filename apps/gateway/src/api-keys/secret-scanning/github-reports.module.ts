import { Module } from '@nestjs/common';
import { Clock } from '#contracts';
import { AuthModule } from '../../auth/auth.module';
import { GatewayConfig } from '../../config';
import { LimitsModule } from '../../limits/limits.module';
import { LeakReports } from '../leak-reports';
import { GithubKeys } from './github-keys';
import { GithubReports } from './github-reports';
import { GithubReportsController } from './github-reports.controller';

/** Reports of leaked keys by GitHub. Part of the gateway while SECRET_SCANNING says so. */
@Module({
  imports: [AuthModule, LimitsModule],
  controllers: [GithubReportsController],
  providers: [
    {
      provide: GithubKeys,
      useFactory: ({ secretScanningKeysUrl }: GatewayConfig, clock: Clock) => new GithubKeys(secretScanningKeysUrl, clock),
      inject: [GatewayConfig, Clock],
    },
    {
      provide: GithubReports,
      useFactory: (keys: GithubKeys, reports: LeakReports) => new GithubReports(keys, reports),
      inject: [GithubKeys, LeakReports],
    },
  ],
})
export class GithubReportsModule {}
