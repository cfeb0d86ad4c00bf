import type { Logger, Metrics } from '#service';
import type { PartnerHttpOptions } from './partner-http';

/** How the calls of a partner are seen by operators. */
export type PartnerWatch = Required<Pick<PartnerHttpOptions, 'observe' | 'onCircuit'>>;

/** A kind of partner, in metrics and log lines. */
export interface PartnerKind {
  /** What its metrics are called: `hundi_<kind>_calls_total`, `…_call_duration_seconds`, `…_circuit_open`. */
  kind: 'processor' | 'kyc_provider';
  /** In sentences, for example `processor`. */
  noun: string;
}

/** Calls, their time, and whether the circuit is open, as metrics with the partner's name as label; the log says when it opens and closes. */
export function watchPartner({ kind, noun }: PartnerKind, name: string, { metrics, logger }: Watchers): PartnerWatch {
  const label = { [kind]: name };
  const calls = metrics.counter({
    name: `hundi_${kind}_calls_total`,
    help: `Calls to ${noun}s, by how they ended.`,
    labels: [kind, 'operation', 'outcome'],
  });
  const durations = metrics.histogram({
    name: `hundi_${kind}_call_duration_seconds`,
    help: `Time of calls to ${noun}s, with or without an answer.`,
    labels: [kind, 'operation'],
  });
  const circuit = metrics.gauge({
    name: `hundi_${kind}_circuit_open`,
    help: `1 while calls to the ${noun} are held back because it does not answer.`,
    labels: [kind],
  });
  circuit.set(label, 0);
  return {
    observe: ({ operation, outcome, seconds }) => {
      calls.inc({ ...label, operation, outcome });
      durations.observe({ ...label, operation }, seconds);
    },
    onCircuit: (isOpen) => {
      circuit.set(label, isOpen ? 1 : 0);
      logger.warn(label, isOpen ? `the ${noun} does not answer: calls are held back` : `the ${noun} answers again`);
    },
  };
}

interface Watchers {
  metrics: Metrics;
  logger: Logger;
}
