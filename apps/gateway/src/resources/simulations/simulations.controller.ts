import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Writes } from '../../commands/command-handler';
import { Command } from '../../docs/command.decorator';
import { RequireScope } from '../../http/access';
import { SIMULATION_DOCS } from './docs/simulation-docs';
import { SIMULATION_COMMANDS } from './simulation-commands';

/** Every route that acts in the sandbox for those outside; test keys only. */
@ApiTags('Test helpers')
@Controller('v1/test_helpers')
export class SimulationsController {
  constructor(private readonly writes: Writes) {}

  /** POST /v1/test_helpers/payments/{id}/simulate: test keys only (docs/reference/testing.md, Simulate: payments). */
  @Post('payments/:id/simulate')
  @RequireScope('payments:write', { isTestOnly: true })
  @Command(SIMULATION_COMMANDS.simulatePayment, SIMULATION_DOCS.simulatePayment)
  simulatePayment(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(SIMULATION_COMMANDS.simulatePayment, request, reply);
  }

  /** POST /v1/test_helpers/refunds/{id}/simulate: test keys only (docs/reference/testing.md, Simulate: refunds). */
  @Post('refunds/:id/simulate')
  @RequireScope('refunds:write', { isTestOnly: true })
  @Command(SIMULATION_COMMANDS.simulateRefund, SIMULATION_DOCS.simulateRefund)
  simulateRefund(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(SIMULATION_COMMANDS.simulateRefund, request, reply);
  }

  /** POST /v1/test_helpers/subscriptions/{id}/simulate: test keys only (docs/reference/testing.md, Simulate: subscriptions). */
  @Post('subscriptions/:id/simulate')
  @RequireScope('subscriptions:write', { isTestOnly: true })
  @Command(SIMULATION_COMMANDS.simulateSubscription, SIMULATION_DOCS.simulateSubscription)
  simulateSubscription(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(SIMULATION_COMMANDS.simulateSubscription, request, reply);
  }

  /** POST /v1/test_helpers/mandates/{id}/simulate: test keys only (docs/reference/testing.md, Simulate: mandates). */
  @Post('mandates/:id/simulate')
  @RequireScope('mandates:write', { isTestOnly: true })
  @Command(SIMULATION_COMMANDS.simulateMandate, SIMULATION_DOCS.simulateMandate)
  simulateMandate(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(SIMULATION_COMMANDS.simulateMandate, request, reply);
  }

  /** POST /v1/test_helpers/debits/{id}/simulate: test keys only (docs/reference/testing.md, Simulate: debits). */
  @Post('debits/:id/simulate')
  @RequireScope('mandates:write', { isTestOnly: true })
  @Command(SIMULATION_COMMANDS.simulateDebit, SIMULATION_DOCS.simulateDebit)
  simulateDebit(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(SIMULATION_COMMANDS.simulateDebit, request, reply);
  }

  /** POST /v1/test_helpers/kyc_verifications/{id}/simulate: test keys only (docs/reference/testing.md). */
  @Post('kyc_verifications/:id/simulate')
  @RequireScope('kyc:write', { isTestOnly: true })
  @Command(SIMULATION_COMMANDS.simulateVerification, SIMULATION_DOCS.simulateVerification)
  simulateVerification(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(SIMULATION_COMMANDS.simulateVerification, request, reply);
  }
}
