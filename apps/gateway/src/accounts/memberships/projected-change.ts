import type { SettledHere } from '#event-store';

/** A stream as an event left it, in the transaction of the event. */
export type ProjectedChange = SettledHere['events'][number];
