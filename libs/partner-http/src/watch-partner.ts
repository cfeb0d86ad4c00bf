import type { Logger, Metrics } from '#service';
import type { PartnerHttpOptions } from './partner-http';

type Counter = ReturnType<Metrics['counter']>;
type Gauge = ReturnType<Metrics['gauge']>;
type Histogram = ReturnType<Metrics['histogram']>;

/** How the calls of a partner are seen by operators. */
export type PartnerWatch = Required<Pick<PartnerHttpOptions, 'observe' | 'onCircuit'>>;

/** The metrics of one kind of partner, all with its label. */
export interface PartnerMetrics {
  /** By the label, `operation` and `outcome`. */
  calls: Counter;
  /** Seconds, by the label and `operation`. */
  durations: Histogram;
  /** 1 while the circuit is open, by the label. */
  circuit: Gauge;
}

/** What a partner is called in metrics and log lines. */
export interface PartnerName {
  /** The label of its kind, for example `processor`. */
  label: string;
  name: string;
}

/** Calls, their time, and whether the circuit is open, as metrics; the log says when it opens and closes. */
export function watchPartner({ label, name }: PartnerName, metrics: PartnerMetrics, logger: Logger): PartnerWatch {
  const { calls, durations, circuit } = metrics;
  const noun = label.replaceAll('_', ' ');
  circuit.set({ [label]: name }, 0);
  return {
    observe: ({ operation, outcome, seconds }) => {
      calls.inc({ [label]: name, operation, outcome });
      durations.observe({ [label]: name, operation }, seconds);
    },
    onCircuit: (isOpen) => {
      circuit.set({ [label]: name }, isOpen ? 1 : 0);
      logger.warn({ [label]: name }, isOpen ? `the ${noun} does not answer: calls are held back` : `the ${noun} answers again`);
    },
  };
}
