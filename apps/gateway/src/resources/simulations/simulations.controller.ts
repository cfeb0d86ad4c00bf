import { Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  DebitResource,
  MandateResource,
  PaymentResource,
  RefundResource,
  SimulateDebitDto,
  SimulateMandateDto,
  SimulatePaymentDto,
  SimulateRefundDto,
  SimulateSubscriptionDto,
  SimulateVerificationDto,
  SubscriptionResource,
  VerificationResource,
} from '#contracts';
import { Call, Dto, RequireScope, UpdateRoute, Writes, type Answer, type WriteCall } from '../../routes';
import {
  toOutcomePayload,
  toSimulationPayload,
  validateSimulatePayment,
  validateSimulateRefund,
  validateSimulateVerification,
  validateSimulation,
} from './simulation-rules';

/** Routes that act in the sandbox as payer, bank, network, register or reviewer; test keys only. */
@ApiTags('Test helpers')
@Controller('v1/test_helpers')
export class SimulationsController {
  constructor(private readonly writes: Writes) {}

  @Post('payments/:id/simulate')
  @RequireScope('payments:write', { isTestOnly: true })
  @UpdateRoute('payment', {
    summary: 'Act as the payer, the bank or the network of the sandbox',
    body: SimulatePaymentDto,
    validate: validateSimulatePayment,
    answer: PaymentResource,
    errors: ['parameter_missing', 'parameters_exclusive', 'state_conflict'],
  })
  simulatePayment(@Call() call: WriteCall, @Dto() dto: SimulatePaymentDto): Promise<Answer> {
    return this.writes.send(call, 'payments.simulate', toSimulationPayload(dto));
  }

  @Post('refunds/:id/simulate')
  @RequireScope('refunds:write', { isTestOnly: true })
  @UpdateRoute('refund', {
    summary: 'Act as the bank of the sandbox on a refund',
    body: SimulateRefundDto,
    validate: validateSimulateRefund,
    answer: RefundResource,
    errors: ['parameter_missing', 'parameters_exclusive', 'state_conflict'],
  })
  simulateRefund(@Call() call: WriteCall, @Dto() dto: SimulateRefundDto): Promise<Answer> {
    return this.writes.send(call, 'refunds.simulate', toOutcomePayload(dto));
  }

  @Post('subscriptions/:id/simulate')
  @RequireScope('subscriptions:write', { isTestOnly: true })
  @UpdateRoute('subscription', {
    summary: 'Let time pass for a subscription of the sandbox',
    body: SimulateSubscriptionDto,
    answer: SubscriptionResource,
    errors: ['parameter_missing', 'state_conflict', 'invoice_series_exhausted'],
  })
  simulateSubscription(@Call() call: WriteCall, @Dto() { outcome }: SimulateSubscriptionDto): Promise<Answer> {
    return this.writes.send(call, 'subscriptions.simulate', { outcome });
  }

  @Post('mandates/:id/simulate')
  @RequireScope('mandates:write', { isTestOnly: true })
  @UpdateRoute('mandate', {
    summary: 'Act as the payer or the bank of the sandbox on a mandate',
    body: SimulateMandateDto,
    answer: MandateResource,
    errors: ['parameter_missing', 'state_conflict'],
  })
  simulateMandate(@Call() call: WriteCall, @Dto() { outcome }: SimulateMandateDto): Promise<Answer> {
    return this.writes.send(call, 'mandates.simulate', { outcome });
  }

  @Post('debits/:id/simulate')
  @RequireScope('mandates:write', { isTestOnly: true })
  @UpdateRoute('debit', {
    summary: 'Act as the payer or the bank of the sandbox on a debit',
    body: SimulateDebitDto,
    validate: validateSimulation,
    answer: DebitResource,
    errors: ['parameter_missing', 'parameters_exclusive', 'state_conflict'],
  })
  simulateDebit(@Call() call: WriteCall, @Dto() dto: SimulateDebitDto): Promise<Answer> {
    return this.writes.send(call, 'debits.simulate', toOutcomePayload(dto));
  }

  @Post('kyc_verifications/:id/simulate')
  @RequireScope('kyc:write', { isTestOnly: true })
  @UpdateRoute('kycVerification', {
    summary: 'Act as the customer, the register or the reviewer of the sandbox',
    body: SimulateVerificationDto,
    validate: validateSimulateVerification,
    answer: VerificationResource,
    errors: ['parameter_missing', 'parameter_invalid', 'parameters_exclusive', 'state_conflict', 'key_restricted'],
  })
  simulateVerification(@Call() call: WriteCall, @Dto() dto: SimulateVerificationDto): Promise<Answer> {
    return this.writes.send(call, 'kyc.simulate', toSimulationPayload(dto));
  }
}
