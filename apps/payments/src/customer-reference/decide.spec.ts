import type { CommandBody } from '#contracts';
import { replay } from '#decider';
import { decide, evolve, INITIAL_RESERVATION, REFERENCE_COMMAND, type ReservationCommand, type ReservationEvent } from './decide';

describe('a reference of customers', () => {
  const decider = { initialState: INITIAL_RESERVATION, evolve };
  const ask = (given: ReservationEvent[], command: CommandBody<ReservationCommand>) => {
    const decision = decide(command, replay(decider, given));
    return decision.accepted ? decision.events.map(({ type }) => type) : decision.refusal;
  };
  const claim = (customerId: string) => ({ type: REFERENCE_COMMAND.claim, payload: { customerId } });
  const release = (customerId: string) => ({ type: REFERENCE_COMMAND.release, payload: { customerId } });
  const claimed: ReservationEvent = { type: 'customer_reference.claimed', data: { customerId: 'cust_1' } };
  const released: ReservationEvent = { type: 'customer_reference.released', data: { customerId: 'cust_1' } };

  it('is one customer’s until it is given back', () => {
    expect(ask([], claim('cust_1'))).toEqual(['customer_reference.claimed']);
    expect(ask([claimed], claim('cust_1'))).toEqual([]);
    expect(ask([claimed], claim('cust_2'))).toMatchObject({
      code: 'resource_already_exists',
      details: { param: 'reference_id', existing_id: 'cust_1' },
    });
    expect(ask([claimed], release('cust_2'))).toEqual([]);
    expect(ask([claimed], release('cust_1'))).toEqual(['customer_reference.released']);
    expect(ask([claimed, released], claim('cust_2'))).toEqual(['customer_reference.claimed']);
  });
});
