import { PLAN_COMMAND_TYPES, type PlanCommand } from '#contracts';
import type { FollowUps } from '#decider';
import type { StateChange } from '#event-store';
import type { ResourceAggregate } from '#listing';
import { registryFollowUps, registryIdOf } from '../registry/aggregate';
import { reservationFollowUps, reservationIdOf } from '../reservation/aggregate';
import type { GstRules } from '../invoice/decide/gst-rates';
import { decide } from './decide';
import type { PlanEvent } from './events';
import { evolve } from './evolve';
import { plansList } from './list';
import { PLAN_EVENT_DEFINITIONS, publishPlan } from './publish';
import { planResource } from './render';
import { INITIAL_PLAN, type PlanState } from './state';

/** A plan as the event store runs it. Everything in here is pure. */
export function definePlan({ rules }: { rules: GstRules }): ResourceAggregate<PlanState, PlanEvent> {
  return {
    streamType: 'plan',
    idKind: 'plan',
    stateSchema: 1,
    initialState: INITIAL_PLAN,
    commandTypes: PLAN_COMMAND_TYPES,
    busCommandTypes: PLAN_COMMAND_TYPES,
    creationTypes: ['plans.create'],
    eventTypes: PLAN_EVENT_DEFINITIONS,
    decide: (command, state) => decide(command as PlanCommand, state, rules),
    followUps: (change, command) => followUpsOf(change, command as PlanCommand),
    relatedStreams: (command) => relatedStreamsOf(command as PlanCommand),
    evolve,
    statusOf: ({ status }) => status,
    render: planResource,
    publish: publishPlan,
    list: plansList,
  };
}

/** In the same commit: the reference that the plan takes, and the count of active plans. */
function followUpsOf({ before, after }: StateChange<PlanState, PlanEvent>, command: PlanCommand): FollowUps {
  const references = reservationFollowUps('plan', command, [referenceOf(before), referenceOf(after)]);
  return { followUps: [...references, ...registryFollowUps('plan', command, [before.status === 'active', after.status === 'active'])] };
}

function relatedStreamsOf(command: PlanCommand): string[] {
  const { type, payload } = command;
  const registry = type === 'plans.create' || payload.active !== undefined ? [registryIdOf('plan', command)] : [];
  if (type !== 'plans.create' || payload.referenceId === undefined) return registry;
  return [...registry, reservationIdOf('plan', command, payload.referenceId)];
}

function referenceOf(state: PlanState): string | undefined {
  return state.status === 'none' ? undefined : state.terms.referenceId;
}
