/** What the acquirer does with one call of an operation, the first time it comes. */
export type CallFault = 'timeout_after' | 'timeout_before' | 'error_after';
const CALL_FAULTS: readonly CallFault[] = ['timeout_after', 'timeout_before', 'error_after'];

/** How the acquirer tells of what happened. `before`: the callback is there before the answer to the creation. */
export type CallbackFault = 'lost' | 'twice' | 'late' | 'reversed' | 'before' | 'forged';
const CALLBACK_FAULTS: readonly CallbackFault[] = ['lost', 'twice', 'late', 'reversed', 'before', 'forged'];

/** Operations that can be faulty. */
const OPERATIONS = ['create', 'capture', 'void', 'refund', 'otp'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** How one payment goes: what is asked for in its notes, `acquirer` = words separated by spaces. */
export interface Behavior {
  /** What becomes of it: `captured`, `action`, `otp`, `late`, or a failure word. */
  outcome: string;
  /** From the creation to the outcome, and from a failure to late money, in milliseconds. */
  delayMs: number;
  faults: Partial<Record<Operation, CallFault>>;
  callback: CallbackFault | null;
  /** So many questions are answered with a status nobody can say. */
  unknownStatuses: number;
  /** Added to the amount whenever the payment is told of, minor units: an acquirer that is wrong. */
  offBy: number;
  /** Captures are refused. */
  refusesCapture: boolean;
  /** The money is only held until a capture is requested, with automatic capture too. */
  capturesWhenAsked: boolean;
}

const PLAIN: Behavior = {
  outcome: 'captured',
  delayMs: 100,
  faults: {},
  callback: null,
  unknownStatuses: 0,
  offBy: 0,
  refusesCapture: false,
  capturesWhenAsked: false,
};

/** The amounts of the sandbox that decline, with the same word (docs/reference/testing.md, Amounts). Minor units. */
const DECLINING_AMOUNTS: Readonly<Record<number, string>> = {
  201: 'insufficient_funds',
  204: 'incorrect_pin',
  205: 'transaction_limit_exceeded',
  206: 'payment_risk_check_failed',
  301: 'payment_timed_out',
  302: 'payment_cancelled',
  402: 'payment_declined',
  403: 'bank_technical_error',
  404: 'gateway_technical_error',
  501: 'late',
};

/** A word of a behavior that nobody knows. The message is fit to be shown. */
export class BehaviorError extends Error {
  override readonly name = 'BehaviorError';
}

/**
 * Reads for example `otp delay=500 create=timeout_after callback=twice`. What is not said is as the amount says, else plain.
 *
 * @throws BehaviorError for a word that is none.
 */
export function readBehavior(words: string, amount: number): Behavior {
  const behavior: Behavior = { ...PLAIN, faults: {}, outcome: DECLINING_AMOUNTS[amount] ?? PLAIN.outcome };
  for (const word of words.split(' ').filter((part) => part !== '')) {
    const [name = '', value] = word.split('=', 2);
    if (value === undefined) behavior.outcome = name;
    else setValue(behavior, name, value);
  }
  return behavior;
}

function setValue(behavior: Behavior, name: string, value: string): void {
  if (isOneOf(OPERATIONS, name) && isOneOf(CALL_FAULTS, value)) behavior.faults[name] = value;
  else if (name === 'callback' && isOneOf(CALLBACK_FAULTS, value)) behavior.callback = value;
  else if (name === 'capture') setCapture(behavior, value);
  else if (name === 'delay') behavior.delayMs = wholeNumber(word(name, value), value);
  else if (name === 'unknown') behavior.unknownStatuses = wholeNumber(word(name, value), value);
  else if (name === 'off') behavior.offBy = wholeNumber(word(name, value), value);
  else throw new BehaviorError(`no such behavior: ${word(name, value)}`);
}

function setCapture(behavior: Behavior, value: string): void {
  if (value === 'refused') behavior.refusesCapture = true;
  else if (value === 'asked') behavior.capturesWhenAsked = true;
  else throw new BehaviorError(`no such behavior: ${word('capture', value)}`);
}

const word = (name: string, value: string): string => `${name}=${value}`.slice(0, 60);

function wholeNumber(text: string, value: string): number {
  if (!/^[0-9]{1,9}$/.test(value)) throw new BehaviorError(`no whole number: ${text}`);
  return Number(value);
}

function isOneOf<T extends string>(words: readonly T[], candidate: string): candidate is T {
  return (words as readonly string[]).includes(candidate);
}
