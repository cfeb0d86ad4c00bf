import { TaskTakenError, type Task, type TaskGuard } from '#event-store';
import { FixedClock } from '#testing';
import { ACQUIRER_KEYS, FakeAcquirer } from '../../test/fakes/acquirer';
import { contextOf, inputOf, NOW_MS } from '../../test/fakes/samples';
import { NETWORK_PAYLOAD, REFUND_TERMS } from '../../test/refund-histories';
import type { RefundEvent } from '../refund/events';
import { evolve } from '../refund/evolve';
import { INITIAL_REFUND, type RefundState } from '../refund/state';
import { createAcquirer } from '../processors/acquirer/acquirer';
import { RefundAlarm } from './refund-alarm';
import { refundTask } from './call-refund';

const REFUND_ID = 'rfnd_0QvAb12c07ABCDEFGHIJKLMN';
const REFUNDS = /POST .*refunds$/;

describe('the task of a refund', () => {
  const clock = new FixedClock(NOW_MS);
  let fakeApi: FakeAcquirer;
  let acquirer: ReturnType<typeof createAcquirer>;
  let state: RefundState;
  beforeEach(async () => {
    fakeApi = new FakeAcquirer(clock);
    await fakeApi.start();
    acquirer = createAcquirer({ apiUrl: fakeApi.url, ...ACQUIRER_KEYS });
    const input = inputOf({ instrument: { method: 'card', card: null }, metadata: { acquirer: 'captured delay=0' } });
    const { processorRef: reference } = await acquirer.processor.create(input, contextOf());
    const target = { ...NETWORK_PAYLOAD.target, processor: 'acquirer', reference: reference ?? '' };
    const created: RefundEvent = { type: 'refund.created', data: { ...REFUND_TERMS, paymentId: input.paymentId, target } };
    const sending: RefundEvent = { type: 'refund.sending', data: { atMs: NOW_MS } };
    state = [created, sending].reduce(evolve, INITIAL_REFUND);
  });
  afterEach(async () => {
    await acquirer.close();
    fakeApi.bank.stop();
    await fakeApi.stop();
  });

  const run = (stillOurs: TaskGuard['stillOurs']) => {
    const quiet = { error: () => undefined, warn: () => undefined };
    const runner = refundTask({
      findProcessor: () => acquirer.processor,
      logger: quiet,
      alarm: new RefundAlarm({ logger: quiet, contradictions: { inc: () => undefined } }),
      timeoutMs: 5_000,
    });
    const head = {
      streamId: REFUND_ID,
      accountId: contextOf().accountId,
      livemode: true,
      version: 2,
      sequence: 2,
      createdAtMs: 0,
      updatedAtMs: 0,
    };
    const guard: TaskGuard = { stillOurs, alone: (act) => act() };
    const times = { dueAtMs: NOW_MS, nowMs: clock.nowMs() };
    const task: Task<RefundState> = { name: 'refund', key: REFUND_ID, ...times, snapshot: { head, state }, attempt: 0, guard };
    return runner(task, new AbortController().signal);
  };

  it('asks the store right before money leaves, and sends nothing when the refund belongs to another process', async () => {
    const notOurs = new TaskTakenError('the partition belongs to another process');
    await expect(run(() => Promise.reject(notOurs))).rejects.toBe(notOurs);
    expect([fakeApi.count(REFUNDS), fakeApi.bank.ledger.total('refund', REFUND_ID)]).toEqual([0, 0]);
  });

  it('sends it once when the refund is still its own', async () => {
    let asked = 0;
    const outcome = await run(() => Promise.resolve(void asked++));
    expect(outcome).toMatchObject({
      type: 'refunds.record_outcome',
      payload: { isAsked: true, answer: { reference: expect.any(String) } },
    });
    expect([asked, fakeApi.count(REFUNDS)]).toEqual([1, 1]);
  });
});
