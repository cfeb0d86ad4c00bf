import { OUTCOME_UNKNOWN, PAYMENT_FAILURE_WORDS, VERIFICATION_REASONS } from '#contracts';
import type { FieldProblem, SimulateRefundDto } from '#contracts';

/** The outcome that the sandbox plays. */
interface Simulation {
  outcome: string;
  /** The reason of a failure. */
  reason?: string | null;
}

/** Only a failure has a reason. */
export function validateSimulation({ outcome, reason }: Simulation): FieldProblem[] {
  if (!reason || typeof outcome !== 'string' || outcome === 'failed') return [];
  return [{ param: 'reason', code: 'parameters_exclusive', message: `does not go with outcome ${outcome}; only with failed.` }];
}

/** The reason of a failed payment is a failure: the sandbox takes it as the outcome. */
export function validateSimulatePayment(simulation: Simulation): FieldProblem[] {
  return problemsOf(simulation, PAYMENT_FAILURE_WORDS);
}

export function validateSimulateVerification(simulation: Simulation): FieldProblem[] {
  return problemsOf(simulation, Object.keys(VERIFICATION_REASONS));
}

function problemsOf(simulation: Simulation, reasons: readonly string[]): FieldProblem[] {
  const { reason } = simulation;
  const problems = validateSimulation(simulation);
  if (problems.length > 0 || typeof reason !== 'string' || reasons.includes(reason)) return problems;
  const message = `must be one of ${reasons.join(', ')}.`;
  return [{ param: 'reason', code: 'parameter_invalid', message, reason: OUTCOME_UNKNOWN }];
}

/** The command payload of a simulation whose service takes a reason as an outcome of its own. */
export function toSimulationPayload({ outcome, reason }: Simulation): { outcome: string } {
  return { outcome: reason ?? outcome };
}

export function validateSimulateRefund({ outcome, reason }: SimulateRefundDto): FieldProblem[] {
  if (!reason || outcome !== 'processed') return [];
  return [{ param: 'reason', code: 'parameters_exclusive', message: 'does not go with outcome processed; only with failed.' }];
}

/** The command payload of a simulation whose service knows outcome and reason apart. */
export function toOutcomePayload({ outcome, reason }: Simulation): Simulation {
  return { outcome, ...(reason && { reason }) };
}
