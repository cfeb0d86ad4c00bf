import type { CommandBody } from '#contracts';
import { replay } from '#decider';
import { decide, evolve, INITIAL_RESERVATION, type HolderKind, type ReservationCommand, type ReservationEvent } from './decide';

describe.each<HolderKind>(['customer', 'plan'])('a reference of a %s', (kind) => {
  const decider = { initialState: INITIAL_RESERVATION, evolve };
  const ask = (given: ReservationEvent[], command: CommandBody<ReservationCommand>) => {
    const decision = decide(kind, command, replay(decider, given));
    return decision.accepted ? decision.events.map(({ type }) => type) : decision.refusal;
  };
  const claim = (holderId: string) => ({ type: `${kind}_references.claim` as const, payload: { holderId } });
  const release = (holderId: string) => ({ type: `${kind}_references.release` as const, payload: { holderId } });
  const claimed: ReservationEvent = { type: `${kind}_reference.claimed`, data: { [`${kind}Id`]: 'id_1' } };
  const released: ReservationEvent = { type: `${kind}_reference.released`, data: { [`${kind}Id`]: 'id_1' } };

  it('is one holder’s until it is given back', () => {
    expect(ask([], claim('id_1'))).toEqual([claimed.type]);
    expect(ask([claimed], claim('id_1'))).toEqual([]);
    expect(ask([claimed], claim('id_2'))).toMatchObject({
      code: 'resource_already_exists',
      details: { message: `Another ${kind} has this reference_id.`, param: 'reference_id', existing_id: 'id_1' },
    });
    expect(ask([claimed], release('id_2'))).toEqual([]);
    expect(ask([claimed], release('id_1'))).toEqual([released.type]);
    expect(ask([claimed, released], claim('id_2'))).toEqual([claimed.type]);
  });
});
