import { OUTCOME_UNKNOWN, PAYMENT_FAILURE_WORDS, VERIFICATION_REASONS } from '#contracts';
import type { FieldProblem, SimulateRefundDto, SimulateRefundPayload } from '#contracts';

/** What the sandbox is asked to play. */
interface Simulation {
  outcome: string;
  /** Why it fails. */
  reason?: string | null;
}

/** A reason says why something failed; beside any other outcome it says nothing. */
export function validateSimulation({ outcome, reason }: Simulation): FieldProblem[] {
  if (!reason || typeof outcome !== 'string' || outcome === 'failed') return [];
  return [{ param: 'reason', code: 'parameters_exclusive', message: `does not go with outcome ${outcome}; only with failed.` }];
}

/** Why a payment fails has to be a failure: the sandbox takes the word for what becomes of it. */
export function validateSimulatePayment(simulation: Simulation): FieldProblem[] {
  return problemsOf(simulation, PAYMENT_FAILURE_WORDS);
}

/** Why a verification fails. */
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

/** The command payload of a simulation: the sandbox knows reasons as outcomes of their own. */
export function toSimulationPayload({ outcome, reason }: Simulation): { outcome: string } {
  return { outcome: reason ?? outcome };
}

/** A reason says why a refund failed; beside any other outcome it says nothing. */
export function validateSimulateRefund({ outcome, reason }: SimulateRefundDto): FieldProblem[] {
  if (!reason || outcome !== 'processed') return [];
  return [{ param: 'reason', code: 'parameters_exclusive', message: 'does not go with outcome processed; only with failed.' }];
}

/** The command payload of a simulation. */
export function toSimulateRefundPayload({ outcome, reason }: SimulateRefundDto): SimulateRefundPayload {
  return { outcome, ...(reason && { reason }) };
}
