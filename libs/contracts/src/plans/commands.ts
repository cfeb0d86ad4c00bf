import type { Command } from '../command';
import type { Metadata } from '../payments/commands';

/** The units in which a subscription is charged. */
export const INTERVAL_UNITS = ['day', 'week', 'month', 'year'] as const;
export type IntervalUnit = (typeof INTERVAL_UNITS)[number];

/** The largest `interval_count` of each unit. */
export const INTERVAL_COUNT_MAX: Readonly<Record<IntervalUnit, number>> = { day: 365, week: 52, month: 36, year: 5 };

/** How often a subscription is charged: every `count` units. */
export interface Interval {
  unit: IntervalUnit;
  /** 1 to `INTERVAL_COUNT_MAX` of the unit. */
  count: number;
}

/** Whether a price contains its tax. */
export const TAX_BEHAVIORS = ['inclusive', 'exclusive'] as const;
export type TaxBehavior = (typeof TAX_BEHAVIORS)[number];

/** How a price is taxed. */
export interface PriceTax {
  /** SAC or HSN code of 4, 6 or 8 digits. */
  sac: string;
  /** Basis points: 1800 is 18 %. */
  rateBps: number;
  behavior: TaxBehavior;
}

/** A price that repeats. */
export interface PlanTerms {
  name: string;
  /** Minor units, a period. */
  amount: number;
  currency: string;
  interval: Interval;
  description?: string;
  active: boolean;
  /** Days without charge at the start of a subscription. */
  trialDays: number;
  /** Absent: as the account's tax settings say. */
  tax?: PriceTax;
  referenceId?: string;
  metadata?: Metadata;
}

/** What can change of a plan: absent keeps, null empties. A new price is a new plan. */
export interface PlanChange {
  name?: string;
  description?: string | null;
  active?: boolean;
  trialDays?: number;
  /** Merged key by key; null removes a key, and null for the whole removes all. */
  metadata?: Record<string, string | number | boolean | null> | null;
}

/** Command type → payload: everything that can be asked of a plan (docs/reference/state-machines.md, Plan). */
export interface PlanCommandPayloads {
  'plans.create': PlanTerms;
  'plans.update': PlanChange;
}

export type PlanCommandType = keyof PlanCommandPayloads;

export const PLAN_COMMAND_TYPES = ['plans.create', 'plans.update'] as const satisfies readonly PlanCommandType[];

export type PlanCommand = { [TType in PlanCommandType]: Command<TType, PlanCommandPayloads[TType]> }[PlanCommandType];
