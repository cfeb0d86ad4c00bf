import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { CommandsModule } from '../commands/commands.module';
import { LimitsModule } from '../limits/limits.module';
import { QueriesModule } from '../queries/queries.module';
import { TablesModule } from '../tables/tables.module';
import { ApprovalController } from './approval/approval.controller';
import { Approvals } from './approval/approvals';
import { CheckoutController } from './checkout.controller';
import { CheckoutService } from './checkout-service';
import { InvoicePageController } from './invoice-page.controller';
import { SandboxConsentController } from './sandbox/sandbox-consent.controller';
import { SandboxPayController } from './sandbox/sandbox-pay.controller';

/** The pages that a payer sees. */
@Module({
  imports: [AuthModule, CommandsModule, LimitsModule, QueriesModule, TablesModule],
  controllers: [CheckoutController, InvoicePageController, ApprovalController, SandboxPayController, SandboxConsentController],
  providers: [CheckoutService, Approvals],
})
export class CheckoutModule {}
