import type { MandateMethod } from '#contracts';
import type { RailRules, RailsOfProcessors } from '../../mandate/decide/rails';
import type { MandateRail } from '../mandate-processor';
import type { ProcessorRegistry } from './registry';

/** What the configured processors make of the rails, as decisions about mandates and debits look at it. */
export function railsOfProcessors(registry: ProcessorRegistry): RailsOfProcessors {
  return Object.fromEntries(registry.all().map((processor) => [processor.name, rulesOf(processor.capabilities().mandates)]));
}

function rulesOf(rails: Partial<Record<MandateMethod, MandateRail>>): RailsOfProcessors[string] {
  return Object.fromEntries(Object.entries(rails).map(([method, rail]) => [method, ruleOf(rail)]));
}

function ruleOf({ waitMs, pause, approveWithinMs, firstNeedsNotice, takesFirst }: MandateRail): Partial<RailRules> {
  return {
    canPause: pause,
    ...(waitMs !== undefined && { noticeWaitMs: waitMs }),
    ...(approveWithinMs !== undefined && { approveWithinMs }),
    ...(firstNeedsNotice !== undefined && { firstNeedsNotice }),
    ...(takesFirst !== undefined && { takesFirst }),
  };
}
