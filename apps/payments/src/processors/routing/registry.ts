import type { CaptureMethod, Instrument, MandateMethod, Refusal } from '#contracts';
import type { RouteSkip, RoutingFacts } from '../../payment/decide/attempt-result';
import type { PaymentProcessor, ProcessorCapabilities } from '../processor';
import { findRoute, type RouteRule } from './routes';
import { unknownAmong } from './unknown-processor';

/** An attempt that needs a processor behind a network. */
export interface RoutingQuery {
  accountId: string;
  instrument: Instrument;
  currency: string;
  captureMethod: CaptureMethod;
  /** The processor the caller wishes for. */
  hint?: string;
  /** Names of the processors that this payment was tried on before: none of them is tried again by itself. */
  tried: readonly string[];
}

/** A mandate that needs a processor behind a network. */
export interface MandateQuery {
  accountId: string;
  method: MandateMethod;
  /** The processor the caller wishes for. */
  hint?: string;
}

/** Where an attempt goes, and why; or why it can go nowhere. */
export type RouteChoice = { processor: PaymentProcessor; routing: RoutingFacts } | { refusal: Refusal };

/** The refusal of live mode while no processor is configured; it names the setting. */
export const LIVE_NOT_CONFIGURED: Refusal = {
  code: 'processor_not_configured',
  details: {
    message: 'No payment processor is configured for live mode.',
    reason: 'processor_not_configured',
    hint:
      'The operator of this installation has to set RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET, or CASHFREE_CLIENT_ID and ' +
      'CASHFREE_CLIENT_SECRET. Test keys work without.',
  },
};

/**
 * The processors of one mode and the operator's rules (docs/decisions, routing). Choosing is a function of the question and
 * the configuration alone, so that it can stand inside a decision; whether a processor answers is found out by asking it.
 */
export class ProcessorRegistry {
  private readonly byName: ReadonlyMap<string, PaymentProcessor>;

  /**
   * @param processors in the order in which they are tried where no rule says otherwise.
   * @param rules may only name processors that are given; so may the rules of mandates.
   */
  constructor(
    processors: readonly PaymentProcessor[],
    private readonly rules: readonly RouteRule[] = [],
    private readonly mandateRules: readonly RouteRule[] = [],
  ) {
    this.byName = new Map(processors.map((processor) => [processor.name, processor]));
  }

  get names(): string[] {
    return [...this.byName.keys()];
  }

  all(): PaymentProcessor[] {
    return [...this.byName.values()];
  }

  /** Undefined for a name that is not configured, for example of an attempt made under an earlier configuration. */
  find(name: string): PaymentProcessor | undefined {
    return this.byName.get(name);
  }

  /** The processor for the next attempt of a payment. Used for the first one and, with `tried`, for a fail-over. */
  choose(routingQuery: RoutingQuery): RouteChoice {
    if (this.byName.size === 0) return { refusal: LIVE_NOT_CONFIGURED };
    const { hint } = routingQuery;
    const unknown = unknownAmong(this.names, hint);
    if (unknown !== null) return { refusal: unknown };
    const rule = findRoute(this.rules, { ...routingQuery, method: routingQuery.instrument.method });
    const listed = rule?.processors ?? this.names;
    const wished = hint === undefined ? listed : [hint, ...listed.filter((name) => name !== hint)];
    const checked = wished.map((name) => ({ name, skip: this.reasonToSkip(name, routingQuery) }));
    const order = checked.filter(({ skip }) => skip === undefined).map(({ name }) => name);
    const processor = this.byName.get(order[0] ?? '');
    if (processor === undefined) return { refusal: noProcessorFor(routingQuery) };
    const skipped = checked.flatMap(({ name, skip }) => (skip === undefined ? [] : [{ processor: name, reason: skip }]));
    return { processor, routing: factsOf(rule, order, hint, skipped) };
  }

  /** The processor that registers a mandate. What is debited under it later goes there and nowhere else. */
  chooseForMandate({ accountId, method, hint }: MandateQuery): { processor: string } | { refusal: Refusal } {
    const unknown = this.byName.size === 0 ? null : unknownAmong(this.names, hint);
    if (unknown !== null) return { refusal: unknown };
    const rule = findRoute(this.mandateRules, { accountId, method, currency: 'INR' });
    const listed = rule?.processors ?? this.names;
    const wished = hint === undefined ? listed : [hint, ...listed];
    const processor = wished.find((name) => this.find(name)?.capabilities().mandates[method] !== undefined);
    return processor === undefined ? { refusal: noProcessorForMandate(method) } : { processor };
  }

  private reasonToSkip(name: string, routingQuery: RoutingQuery): RouteSkip | undefined {
    const processor = this.byName.get(name);
    if (processor === undefined || routingQuery.tried.includes(name)) return 'tried_before';
    return inability(processor.capabilities(), routingQuery);
  }
}

/** What a processor cannot do of an attempt, or undefined when it can do it. */
export function inability(
  able: ProcessorCapabilities,
  { instrument, currency, captureMethod }: Pick<RoutingQuery, 'instrument' | 'currency' | 'captureMethod'>,
): RouteSkip | undefined {
  if (!(able.methods as readonly string[]).includes(instrument.method)) return 'method';
  if (!able.currencies.includes(currency)) return 'currency';
  if (instrument.method === 'upi' && !able.upiFlows.includes(instrument.flow)) return 'upi_flow';
  // Only cards can be authorized and captured later (docs/reference/indian-payments.md, Payment states).
  return instrument.method === 'card' && captureMethod === 'manual' && !able.manualCapture ? 'manual_capture' : undefined;
}

function factsOf(
  rule: RouteRule | undefined,
  order: string[],
  hint: string | undefined,
  skipped: NonNullable<RoutingFacts['skipped']>,
): RoutingFacts {
  return { rule: rule?.text ?? 'default', order, ...(hint !== undefined && { hint }), ...(skipped.length > 0 && { skipped }) };
}

function noProcessorFor({ instrument, currency, captureMethod }: RoutingQuery): Refusal {
  const how = instrument.method === 'card' && captureMethod === 'manual' ? ' with manual capture' : '';
  return {
    code: 'processor_not_configured',
    details: {
      message: `No configured processor takes ${instrument.method} payments in ${currency}${how}.`,
      reason: 'no_processor_for_payment',
      hint: 'What each processor takes stands in the how-to "go live".',
    },
  };
}

function noProcessorForMandate(method: MandateMethod): Refusal {
  return {
    code: 'processor_not_configured',
    details: {
      message: `No configured processor registers mandates on ${method} in live mode.`,
      reason: 'no_processor_for_mandate',
      hint: 'What each processor registers stands in the how-to "mandates". Test keys work without one.',
    },
  };
}
