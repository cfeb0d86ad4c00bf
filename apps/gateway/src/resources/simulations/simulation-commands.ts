import {
  SimulateDebitDto,
  SimulateMandateDto,
  SimulatePaymentDto,
  SimulateRefundDto,
  SimulateSubscriptionDto,
  SimulateVerificationDto,
} from '#contracts';
import { writeRoute } from '../../commands/write-route';
import {
  toSimulateRefundPayload,
  toSimulationPayload,
  validateSimulatePayment,
  validateSimulateRefund,
  validateSimulateVerification,
  validateSimulation,
} from './simulation-rules';

/** What each simulation reads from its request, and what it sends to the service. */
export const SIMULATION_COMMANDS = {
  simulatePayment: writeRoute({
    resource: 'payment',
    command: 'payments.simulate',
    creates: false,
    body: SimulatePaymentDto,
    validate: validateSimulatePayment,
    payload: toSimulationPayload,
  }),
  simulateRefund: writeRoute({
    resource: 'refund',
    command: 'refunds.simulate',
    creates: false,
    body: SimulateRefundDto,
    validate: validateSimulateRefund,
    payload: toSimulateRefundPayload,
  }),
  simulateSubscription: writeRoute({
    resource: 'subscription',
    command: 'subscriptions.simulate',
    creates: false,
    body: SimulateSubscriptionDto,
    payload: ({ outcome }) => ({ outcome }),
  }),
  simulateMandate: writeRoute({
    resource: 'mandate',
    command: 'mandates.simulate',
    creates: false,
    body: SimulateMandateDto,
    payload: ({ outcome }) => ({ outcome }),
  }),
  simulateDebit: writeRoute({
    resource: 'debit',
    command: 'debits.simulate',
    creates: false,
    body: SimulateDebitDto,
    validate: validateSimulation,
    payload: ({ outcome, reason }) => ({ outcome, ...(reason && { reason }) }),
  }),
  simulateVerification: writeRoute({
    resource: 'kycVerification',
    command: 'kyc.simulate',
    creates: false,
    body: SimulateVerificationDto,
    validate: validateSimulateVerification,
    payload: toSimulationPayload,
  }),
};
