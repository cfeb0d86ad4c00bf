import type { Command } from '../command';
import type { Metadata } from '../payments/commands';
import type { Duration } from './duration';

export const TEST_CLOCK_STATUSES = ['ready', 'advancing', 'failed'] as const;
export type TestClockStatus = (typeof TEST_CLOCK_STATUSES)[number];

/** In which time retries of webhooks wait. */
export const WEBHOOK_RETRIES = ['real', 'clock'] as const;
export type WebhookRetries = (typeof WEBHOOK_RETRIES)[number];

/** Why an advance ended before its target. */
export const STOPPED_REASONS = ['step_limit', 'error'] as const;
export type StoppedReason = (typeof STOPPED_REASONS)[number];

/** The times that a test clock can be set to, milliseconds since the epoch: from 2000 to the end of 2099. */
export const CLOCK_BOUNDS_MS = { first: Date.UTC(2000, 0, 1), last: Date.UTC(2100, 0, 1) - 1_000 } as const;

/** Customers of one clock. */
export const CLOCK_CUSTOMERS_MAX = 100;

/** What a new test clock is. */
export interface TestClockTerms {
  name?: string;
  metadata?: Metadata;
  /** `real` unless given. */
  webhookRetries?: WebhookRetries;
}

/** What an object that could not be woken has to say. */
export interface TestClockError {
  objectId: string;
  code: string;
  message: string;
}

/** A stream that is due: woken in the commit in which the clock comes to its time. */
export interface TestClockStep {
  advanceId: string;
  /** Counts the steps of the advance from 1: of two processes that make the same one, one does. */
  step: number;
  dueAtMs: number;
  streamId: string;
  /** The version in which it is due. */
  version: number;
  wakeType: string;
}

/** Which advance is meant, and after how many of its steps. */
export interface TestClockProgress {
  advanceId: string;
  steps: number;
}

/** Command type → payload: everything that can be asked of a test clock (docs/reference/state-machines.md, Test clock). */
export interface TestClockCommandPayloads {
  /** @property nowAtMs real time unless given. */
  'test_clocks.create': TestClockTerms & { nowAtMs?: number };
  'test_clocks.advance': { toMs: number } | { by: Duration };
  'test_clocks.delete': Record<string, never>;
  /** Sent by the advance that is under way. */
  'test_clocks.step': TestClockStep;
  /** The same: nothing is due any more. */
  'test_clocks.arrive': TestClockProgress;
  /** The same: an object cannot be woken. */
  'test_clocks.fail': TestClockProgress & { error: TestClockError };
  /** Sent by a customer, in the commit that makes it. */
  'test_clocks.add_customer': { customerId: string };
  /** The customers of a deleted clock go one by one. */
  'test_clocks.erase_customer': { customerId: string };
  /** Sent by the store when the time has come that the clock is kept until. */
  'test_clocks.wake': Record<string, never>;
}

export type TestClockCommandType = keyof TestClockCommandPayloads;

export const TEST_CLOCK_COMMAND_TYPES = [
  'test_clocks.create',
  'test_clocks.advance',
  'test_clocks.delete',
  'test_clocks.step',
  'test_clocks.arrive',
  'test_clocks.fail',
  'test_clocks.add_customer',
  'test_clocks.erase_customer',
  'test_clocks.wake',
] as const satisfies readonly TestClockCommandType[];

export type TestClockCommand = {
  [TType in TestClockCommandType]: Command<TType, TestClockCommandPayloads[TType]>;
}[TestClockCommandType];
