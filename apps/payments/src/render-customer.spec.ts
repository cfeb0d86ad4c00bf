import type { Snapshot } from '#event-store';
import type { CustomerState } from './domain/customer/customer';
import { evolve } from './domain/customer/evolve';
import type { CustomerEvent } from './domain/customer/events';
import { customerResource } from './render-customer';

const CREATED_AT_MS = 1_795_219_200_000;

/** The stream after these events, the public ones numbered, a minute apart. */
function after(...events: CustomerEvent[]): Snapshot<CustomerState> {
  const head = { streamId: 'cust_0QvAb12c07ABCDEFGHIJKLMN', accountId: 'acct_0QvAb12c00ABCDEFGHIJKLMN', livemode: false };
  const sequence = events.filter(({ type }) => type !== 'customer.key_destroyed').length;
  const updatedAtMs = CREATED_AT_MS + (events.length - 1) * 60_000;
  const state = events.reduce<CustomerState>(evolve, { status: 'none' });
  return { head: { ...head, version: events.length, sequence, createdAtMs: CREATED_AT_MS, updatedAtMs }, state };
}

describe('the resource of a customer', () => {
  it('stays as the erasure was answered when its key is destroyed: nobody sees that happen', () => {
    const created: CustomerEvent = { type: 'customer.created', data: { name: '~s1.n' } };
    const deleted: CustomerEvent = { type: 'customer.deleted', data: { atMs: CREATED_AT_MS + 60_000 } };
    const answered = customerResource(after(created, deleted));
    expect(answered).toMatchObject({ deleted: true, updated_at: CREATED_AT_MS / 1_000 + 60, sequence: 2 });
    expect(customerResource(after(created, deleted, { type: 'customer.key_destroyed', data: {} }))).toEqual(answered);
  });
});
