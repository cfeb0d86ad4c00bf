import type { Refusal } from '#contracts';
import type { AnsweredLater } from '../../payment/decide/attempt-result';
import type { Attempt } from '../../payment/events';
import { isBehindNetwork, type PaymentState } from '../../payment/state';
import type { InstantProcessor } from '../processor';
import { LIVE_NOT_CONFIGURED, type ProcessorRegistry, type RoutingQuery } from './registry';
import { unknownAmong } from './unknown-processor';

/** Whom to ask in which mode. */
export interface Processors {
  /** Test mode, unless a payment asks for another one. */
  sandbox: InstantProcessor;
  /** Those behind a network, by mode. Live mode without any refuses. */
  test: ProcessorRegistry;
  live: ProcessorRegistry;
}

/** Who takes an attempt: the sandbox at once, or a processor behind a network later. */
export type Choice = { instant: InstantProcessor } | { later: AnsweredLater } | { refusal: Refusal };

/** What an attempt is asked for. */
export type RoutingRequest = Omit<RoutingQuery, 'tried'> & { livemode: boolean };

/** The processor of the next attempt. Test mode answers with the sandbox; `processor` asks for another one. */
export function chooseProcessor(processors: Processors, routingRequest: RoutingRequest): Choice {
  const { livemode, hint } = routingRequest;
  const { sandbox } = processors;
  if (!livemode && (hint === undefined || hint === sandbox.name)) return { instant: sandbox };
  return chooseLater(processors, { ...routingRequest, tried: [] });
}

/** The refusal of a wish that cannot be met, before a method is chosen; null when there is nothing against it. */
export function refusalOfHint(processors: Processors, livemode: boolean, hint: string | undefined): Refusal | null {
  const { sandbox, test, live } = processors;
  if (livemode) return live.names.length === 0 ? LIVE_NOT_CONFIGURED : unknownAmong(live.names, hint);
  return unknownAmong([sandbox.name, ...test.names], hint);
}

/** Another processor for an attempt that was certainly not taken on; undefined when none is left. */
export function chooseElsewhere(processors: Processors, routingRequest: RoutingRequest, attempt: Attempt): AnsweredLater | undefined {
  const before = attempt.routing?.skipped?.flatMap(({ processor, reason }) => (reason === 'tried_before' ? [processor] : [])) ?? [];
  const choice = chooseLater(processors, { ...routingRequest, tried: [...before, attempt.processor] });
  return 'later' in choice ? choice.later : undefined;
}

/** The processor that answers at once for a payment that exists, or null when its attempt is behind a network or it is live. */
export function instantOf({ sandbox }: Processors, livemode: boolean, state: PaymentState): InstantProcessor | null {
  if (livemode) return null;
  return isBehindNetwork(state) ? null : sandbox;
}

function chooseLater(processors: Processors, { livemode, ...routingQuery }: RoutingQuery & { livemode: boolean }): Choice {
  const registry = livemode ? processors.live : processors.test;
  if (!livemode) {
    const refusal = unknownAmong([processors.sandbox.name, ...registry.names], routingQuery.hint);
    if (refusal !== null) return { refusal };
  }
  const choice = registry.choose(routingQuery);
  return 'refusal' in choice ? choice : { later: { processor: choice.processor.name, routing: choice.routing } };
}
