import type { DomainEvent, TestClockError, TestClockTerms } from '#contracts';

/** The facts of a test clock's life. Times in ms since the epoch; `nowAtMs` and `targetMs` are those of the clock, all others are real. */
export type TestClockEvent =
  | DomainEvent<'test_clock.created', { terms: TestClockTerms; nowAtMs: number; deletesAtMs: number }>
  /** Internal: a customer was made on it. */
  | DomainEvent<'test_clock.customer_added', { customerId: string }>
  | DomainEvent<'test_clock.advancing', { advanceId: string; targetMs: number; sinceMs: number }>
  /** Internal: it came to the time of an object that is due, and woke it. */
  | DomainEvent<'test_clock.stepped', { nowAtMs: number; streamId: string }>
  /** It came to its target, or to the limit of steps. */
  | DomainEvent<'test_clock.ready', { nowAtMs: number; stopped?: 'step_limit' }>
  | DomainEvent<'test_clock.failed', { error: TestClockError }>
  | DomainEvent<'test_clock.deleted', { atMs: number }>
  /** Internal: one of its customers was erased. */
  | DomainEvent<'test_clock.customer_erased', { customerId: string }>;
