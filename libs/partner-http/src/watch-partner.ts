import type { Logger, Metrics } from '#service';
import type { PartnerHttpOptions } from './partner-http';

/** How the calls of a partner are seen by operators. */
export type PartnerWatch = Required<Pick<PartnerHttpOptions, 'observe' | 'onCircuit'>>;

/** Kinds of partners: what they are called in sentences, and their metrics. */
const KINDS = {
  processor: {
    noun: 'processor',
    calls: { name: 'hundi_processor_calls_total', help: 'Calls to processors, by how they ended.' },
    durations: { name: 'hundi_processor_call_duration_seconds', help: 'Time of a call to a processor, with or without an answer.' },
    circuit: {
      name: 'hundi_processor_circuit_open',
      help: '1 while calls to the processor are held back because it does not answer.',
    },
  },
  kyc_provider: {
    noun: 'identity provider',
    calls: { name: 'hundi_kyc_provider_calls_total', help: 'Calls to identity providers, by how they ended.' },
    durations: {
      name: 'hundi_kyc_provider_call_duration_seconds',
      help: 'Time of a call to an identity provider, with or without an answer.',
    },
    circuit: {
      name: 'hundi_kyc_provider_circuit_open',
      help: '1 while calls to the identity provider are held back because it does not answer.',
    },
  },
} as const;

/** One partner among those of its kind. */
export interface PartnerName {
  kind: keyof typeof KINDS;
  name: string;
}

/** Calls, their time, and whether the circuit is open, as metrics with the partner's name as label; the log says when it opens and closes. */
export function watchPartner({ kind, name }: PartnerName, { metrics, logger }: Watchers): PartnerWatch {
  const { noun, ...described } = KINDS[kind];
  const label = { [kind]: name };
  const calls = metrics.counter({ ...described.calls, labels: [kind, 'operation', 'outcome'] });
  const durations = metrics.histogram({ ...described.durations, labels: [kind, 'operation'] });
  const circuit = metrics.gauge({ ...described.circuit, labels: [kind] });
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
