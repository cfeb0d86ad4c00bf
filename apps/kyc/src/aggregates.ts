import type { AggregateDefinition } from '#event-store';

/** The aggregates of this service. It owns no resource yet: identity verifications come with their own issue. */
export const AGGREGATES: readonly AggregateDefinition[] = [];
