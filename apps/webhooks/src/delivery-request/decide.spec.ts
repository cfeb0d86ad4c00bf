import { DELIVERY_STATUSES, type Refusal } from '#contracts';
import {
  decideDeliveryRequest,
  evolveDeliveryRequest,
  INITIAL_DELIVERY_REQUEST,
  refusalByDelivery,
  refusalByEndpoint,
  type DeliveryRequestInstruction,
  type DeliveryRequestState,
} from './decide';

const NOW = { nowMs: 1_795_253_400_000 };
const create: DeliveryRequestInstruction = {
  type: 'CreateDeliveryRequest',
  terms: { endpointId: 'we_1' },
  refusal: null,
  status: 202,
};
const against = (refusal: Refusal | null): DeliveryRequestInstruction => ({ ...create, refusal });
const record: DeliveryRequestInstruction = { type: 'RecordOutcome', outcome: { ok: true } };

function after(...instructions: DeliveryRequestInstruction[]): { state: DeliveryRequestState; result: string } {
  let state = INITIAL_DELIVERY_REQUEST;
  let result = '';
  for (const instruction of instructions) {
    const decision = decideDeliveryRequest('webhook_ping', instruction, state, NOW);
    result = decision.accepted ? decision.events.map(({ type }) => type).join() : decision.refusal.code;
    if (decision.accepted) state = decision.events.reduce(evolveDeliveryRequest, state);
  }
  return { state, result };
}

describe('an errand', () => {
  it.each<[string, DeliveryRequestInstruction[], string]>([
    ['is made once', [create], 'webhook_ping.created'],
    ['is not made again', [create, create], 'resource_already_exists'],
    ['has an outcome', [create, record], 'webhook_ping.done'],
    ['has one outcome', [create, record, { ...record, outcome: { ok: false } }], ''],
    ['has none before it was made', [record], 'resource_missing'],
    ['is not made again once it is done', [create, record, create], 'resource_already_exists'],
    ['needs an endpoint', [against(refusalByEndpoint(null, true))], 'resource_missing'],
    ['needs one that gets something', [against(refusalByEndpoint('disabled', false))], 'state_conflict'],
    ['may be for one that does not, where that is of use', [against(refusalByEndpoint('disabled', true))], 'webhook_ping.created'],
  ])('%s', (_what, instructions, result) => expect(after(...instructions).result).toBe(result));

  it('that ends a delivery needs one that has not ended', () => {
    expect(DELIVERY_STATUSES.filter((status) => after(against(refusalByDelivery(status))).result === 'webhook_ping.created')).toEqual([
      'pending',
      'retrying',
    ]);
    expect(refusalByDelivery('succeeded')).toMatchObject({
      code: 'state_conflict',
      details: {
        message:
          'This delivery cannot be cancelled: its status is succeeded. Only a delivery with the status pending or retrying can be cancelled.',
        current_status: 'succeeded',
        allowed_from: ['pending', 'retrying'],
      },
    });
  });

  it('keeps what was asked beside what came of it', () => {
    expect(after(create, record, record).state).toEqual({
      status: 'done',
      terms: { endpointId: 'we_1' },
      askedAtMs: NOW.nowMs,
      outcome: { ok: true },
    });
  });
});
