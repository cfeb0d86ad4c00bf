import type { FieldProblem } from '../errors';
import { Constraint } from './constraint';

/** The words of an outcome are statuses and reasons (docs/reference/testing.md). */
export const SANDBOX_WORD = /^[a-z][a-z_]{0,63}$/;

/** A word of the sandbox; whether the object knows it, the service decides. */
export function SandboxWord(): PropertyDecorator {
  return Constraint((value) => (typeof value === 'string' && SANDBOX_WORD.test(value) ? undefined : 'form'), {
    form: { code: 'parameter_invalid', message: 'must be a word of the sandbox.' },
  });
}

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

/** The command payload of a simulation: the sandbox knows reasons as outcomes of their own. */
export function toSimulationPayload({ outcome, reason }: Simulation): { outcome: string } {
  return { outcome: reason ?? outcome };
}
