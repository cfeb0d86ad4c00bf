import { Module } from '@nestjs/common';
import { LimitsModule } from '../limits/limits.module';
import { QueriesModule } from '../queries/queries.module';
import { ProcessorWebhooks } from './processor-webhooks';
import { ReceiveKycWebhookController } from './receive-kyc-webhook.controller';
import { ReceiveProcessorWebhookController } from './receive-processor-webhook.controller';

/** What processors of payments and identity providers report. */
@Module({
  imports: [LimitsModule, QueriesModule],
  controllers: [ReceiveProcessorWebhookController, ReceiveKycWebhookController],
  providers: [ProcessorWebhooks],
})
export class ProcessorWebhooksModule {}
