import type { PlanEventType } from '#contracts';
import { eventDefinitionsOf, resourcePublisher, type Publish } from '#event-store';
import type { PlanEvent } from './events';
import { planResource } from './render';
import type { PlanState } from './state';

/** Stored type → what merchants see it as: all of it. */
export const PLAN_PUBLIC_NAME: Readonly<Record<PlanEvent['type'], PlanEventType>> = {
  'plan.created': 'plan.created',
  'plan.updated': 'plan.updated',
};

/** Every stored event is written in version 1 so far. */
export const PLAN_EVENT_DEFINITIONS = eventDefinitionsOf(PLAN_PUBLIC_NAME);

/** Stored event → public event with the whole plan right after it. */
export const publishPlan: Publish<PlanState, PlanEvent> = resourcePublisher({
  resourceType: 'plan',
  names: PLAN_PUBLIC_NAME,
  render: planResource,
});
