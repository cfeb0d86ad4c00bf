import { join } from 'node:path';
import { CUSTOMER_EVENT_TYPES, PAYMENT_METHOD_EVENT_TYPES, type Command } from '#contracts';
import { assertGoldenFiles, type AggregateDefinition, type Snapshot, decideInMemory } from '#event-store';
import type { CustomerState } from './state';
import { DEFAULT_CUSTOMER_RULES } from './decide/rules';
import { CUSTOMER_PUBLIC_NAME } from './publish';
import { PAYMENT_METHOD_PUBLIC_NAME } from '../payment-method/publish';
import { defineCustomer, DESTROY_KEY_TASK } from './aggregate';
import { reservationIdOf } from '../reservation/aggregate';
import { defineBalanceTransaction } from '../customer-balance-transaction/aggregate';
import { definePaymentMethod } from '../payment-method/aggregate';

const NOW_MS = 1_795_219_200_000;
const ACCOUNT = 'acct_0QvAb12c00ABCDEFGHIJKLMN';
const ID = 'cust_0QvAb12c07ABCDEFGHIJKLMN';
const aggregate = defineCustomer({ rules: DEFAULT_CUSTOMER_RULES });

function command(type: string, payload: unknown, streamId = ID): Command {
  return { type, payload, streamId, accountId: ACCOUNT, livemode: false } as unknown as Command;
}

/** The state after commands that are all accepted. */
function after(...commands: Command[]): CustomerState {
  let state = aggregate.initialState;
  for (const one of commands) {
    const decision = decideInMemory(aggregate, one, state, { nowMs: NOW_MS, related: () => null });
    if (!decision.accepted) throw new Error(`refused: ${decision.refusal.code}`);
    for (const event of decision.events) state = aggregate.evolve(state, event);
  }
  return state;
}

/** What a command asks of others, as `type id`. */
function followUps(state: CustomerState, one: Command): string[] {
  const decision = decideInMemory(aggregate, one, state, { nowMs: NOW_MS, related: () => null });
  return decision.accepted ? (decision.followUps ?? []).map(({ type, streamId }) => `${type} ${streamId}`) : [decision.refusal.code];
}

describe('events of every type ever written', () => {
  it.each<[string, AggregateDefinition]>([
    ['golden', aggregate],
    ['../payment-method/golden', definePaymentMethod()],
    ['../customer-balance-transaction/golden', defineBalanceTransaction()],
  ])('%s fold to the state they led to', (folder, owner) => assertGoldenFiles(join(__dirname, folder), owner));

  it('publish only names of the catalog, and each name of it has a fact behind it', () => {
    const names = (table: Readonly<Record<string, string | null>>) =>
      [...new Set(Object.values(table).filter((name) => name !== null))].sort();
    expect(names(CUSTOMER_PUBLIC_NAME)).toEqual([...CUSTOMER_EVENT_TYPES].sort());
    expect(names(PAYMENT_METHOD_PUBLIC_NAME)).toEqual([...PAYMENT_METHOD_EVENT_TYPES].sort());
  });
});

describe('a customer asks of others', () => {
  const reservation = (reference: string): string => reservationIdOf('customer', { accountId: ACCOUNT, livemode: false }, reference);
  const create = command('customers.create', { name: '~s1.n', referenceId: 'user-1' });
  const save = command('customers.attach_payment_method', { paymentMethodId: 'pm_1', instrument: { method: 'upi', vpa: 'a@b' } });

  it('to claim a reference, to change it, and to give it back', () => {
    expect(followUps(aggregate.initialState, create)).toEqual([`customer_references.claim ${reservation('user-1')}`]);
    expect(followUps(after(create), command('customers.update', { referenceId: 'user-2' }))).toEqual([
      `customer_references.claim ${reservation('user-2')}`,
      `customer_references.release ${reservation('user-1')}`,
    ]);
    expect(followUps(after(create), command('customers.update', { referenceId: 'user-1', name: '~s1.m' }))).toEqual([]);
  });

  it('to make a saved instrument, and to remove all of them when it is erased', () => {
    expect(followUps(after(create), save)).toEqual(['payment_methods.create pm_1']);
    expect(followUps(after(create, save), command('customers.erase', {}))).toEqual([
      `customer_references.release ${reservation('user-1')}`,
      'payment_methods.detach pm_1',
    ]);
  });

  it('to end whatever belongs to it when it is erased, however much that is, some in each commit', () => {
    const ids = (prefix: string, count: number): string[] => Array.from({ length: count }, (_, index) => `${prefix}_${index}`);
    const saved = ids('pm', 30).map((paymentMethodId) =>
      command('customers.save_payment_method', { paymentMethodId, instrument: { method: 'upi', vpa: 'a@b' } }),
    );
    const subscribed = ids('sub', 100).map((subscriptionId) => command('customers.add_subscription', { subscriptionId }));
    const commits = [command('customers.erase', {}), ...Array<Command>(4).fill(command('customers.wake', {}))];
    const known: Command[] = [create, ...saved, ...subscribed];
    const asked = commits.map((one) => {
      const wanted = followUps(after(...known), one);
      known.push(one);
      return wanted;
    });
    expect(asked.map(({ length }) => length)).toEqual([1 + 12 + 40, 12 + 40, 6 + 20, 0, 0]);
    expect(new Set(asked.flat()).size).toBe(1 + 30 + 100);
    const { timer } = aggregate;
    const dueAt = [31, 32, 33, 34].map((count) => timer?.dueAtMs(after(...known.slice(0, count + 100))) ?? null);
    expect(dueAt).toEqual([null, NOW_MS, NOW_MS, null]);
  });

  it('to destroy its key, until a command reports that this is done', () => {
    const erased = [create, command('customers.erase', {})];
    const taskOf = (state: CustomerState) => aggregate.taskOf?.({ head: { streamId: ID }, state } as Snapshot<CustomerState>);
    expect(taskOf(after(create))).toBeNull();
    expect(taskOf(after(...erased))).toEqual({ name: DESTROY_KEY_TASK, dueAtMs: NOW_MS, key: ID });
    // A page of invoices more is a call of its own: it is begun anew and not looked up.
    const page = command('customers.record_buyers_kept', { throughInvoiceId: 'inv_1' });
    expect(taskOf(after(...erased, page))).toEqual({ name: DESTROY_KEY_TASK, dueAtMs: NOW_MS, key: `${ID}.inv_1` });
    expect(taskOf(after(...erased, command('customers.record_key_destroyed', {})))).toBeNull();
  });

  it('for one reservation for each account, mode and reference, in the shard of the account', () => {
    const ids = [
      reservation('a'),
      reservation('b'),
      reservationIdOf('customer', { accountId: ACCOUNT, livemode: true }, 'a'),
      reservationIdOf('customer', { accountId: 'acct_other', livemode: false }, 'a'),
    ];
    expect(new Set(ids).size).toBe(4);
    expect(reservation('a')).toBe(reservation('a'));
    expect(reservation('a')).toMatch(/^cref_[0-9A-Za-z]{8}[0-9]{2}[0-9A-Za-z]{14}$/);
  });
});
