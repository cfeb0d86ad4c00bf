import type { Command, CommandBody, DomainEvent, Refusal } from '#contracts';
import { accept, refuse, type Decision } from '#decider';

/** The kinds of objects of which an account, or a test clock of it, may have so many in each mode. */
export type CountedKind = 'plan' | 'subscription' | 'clockSubscription' | 'testClock';

interface CountedTerms {
  /** Word of the stream and its events. */
  word: string;
  /** First word of its commands. */
  commands: string;
  /** What its events call the one that is counted. */
  member: 'planId' | 'subscriptionId' | 'testClockId';
  most: number;
  refusal: NonNullable<Refusal['details']>;
}

/** What is counted, and how many there may be. */
export const COUNTED: Readonly<Record<CountedKind, CountedTerms>> = {
  plan: {
    word: 'plan_registry',
    commands: 'plan_registries',
    member: 'planId',
    most: 1_000,
    refusal: {
      message: 'An account has at most 1000 active plans in each mode.',
      param: 'active',
      hint: 'Set `active` of a plan that is not sold any more to false.',
    },
  },
  subscription: {
    word: 'subscription_registry',
    commands: 'subscription_registries',
    member: 'subscriptionId',
    most: 1_000_000,
    refusal: {
      message: 'An account has at most 1000000 subscriptions that have not ended in each mode.',
      hint: 'Cancel those that are not used any more.',
    },
  },
  clockSubscription: {
    word: 'clock_subscription_registry',
    commands: 'clock_subscription_registries',
    member: 'subscriptionId',
    most: 1_000,
    refusal: {
      message: 'A test clock has at most 1000 subscriptions that have not ended.',
      param: 'customer_id',
      hint: 'Make another test clock.',
    },
  },
  testClock: {
    word: 'test_clock_registry',
    commands: 'test_clock_registries',
    member: 'testClockId',
    most: 100,
    refusal: { message: 'An account has at most 100 test clocks.', param: 'id', hint: 'Delete those that are not used any more.' },
  },
};

/** How many of a kind an account or a test clock has in a mode: one stream, in which all that begin to count meet, so that none passes the limit. */
export interface RegistryState {
  count: number;
}

/** `<word>.added` and `.removed`, with the id of what is counted under its `member`. */
export type RegistryEvent = DomainEvent<string, Readonly<Record<string, string>>>;

/** Sent by what is counted alone, in the commit in which that changes: so each is counted once. */
export type RegistryCommand = Command<string, { memberId: string }>;

export const INITIAL_REGISTRY: RegistryState = { count: 0 };

/** The types of the commands: to count one more, and one less. */
export function registryCommandsOf(kind: CountedKind): { add: string; remove: string } {
  const { commands } = COUNTED[kind];
  return { add: `${commands}.add`, remove: `${commands}.remove` };
}

/** Refuses one more than the limit. */
export function decide(
  kind: CountedKind,
  { type, payload: { memberId } }: CommandBody<RegistryCommand>,
  { count }: RegistryState,
): Decision<RegistryEvent, Refusal> {
  const { word, member, most, refusal } = COUNTED[kind];
  const data = { [member]: memberId };
  if (type === registryCommandsOf(kind).remove) return accept([{ type: `${word}.removed`, data }]);
  return count < most ? accept([{ type: `${word}.added`, data }]) : refuse({ code: 'limit_exceeded', details: refusal });
}

/** The state after one more fact. */
export function evolve({ count }: RegistryState, { type }: RegistryEvent): RegistryState {
  return { count: type.endsWith('.added') ? count + 1 : Math.max(0, count - 1) };
}
