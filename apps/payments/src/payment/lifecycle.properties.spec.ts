import fc from 'fast-check';
import type { PaymentResource, RefundResource } from '#contracts';
import { replay } from '#decider';
import { scripts } from '../../test/lifecycle-model';
import { LifecycleRun, type SeenAnswer, type SentCommand, type World } from '../../test/lifecycle-run';
import { NOW_MS } from '../../test/payment-stream';
import { StreamsInMemory } from '../../test/streams-in-memory';

const TERMINAL = new Set(['cancelled', 'failed']);

/** The deciders alone, with a store that is a map. */
class WorldInMemory implements World {
  readonly streams = new StreamsInMemory();
  private timeMs = NOW_MS;
  private commands = 0;

  newId = (kind: 'payment' | 'refund'): string => this.streams.newId(kind, this.timeMs);
  newCommandId = (): string => `run ${++this.commands}`;
  nowMs = (): number => this.timeMs;
  payment = async (id: string): Promise<PaymentResource> => this.streams.resource<PaymentResource>(id);
  refund = async (id: string): Promise<RefundResource> => this.streams.resource<RefundResource>(id);

  async send(command: SentCommand): Promise<SeenAnswer> {
    const answer = this.streams.submit(command, this.timeMs);
    if ('refusal' in answer) return { status: 0, body: null, refusal: answer.refusal };
    return { status: answer.status, body: JSON.stringify(answer.body), refusal: null };
  }

  async pass(ms: number): Promise<void> {
    this.timeMs += ms;
    this.streams.wakeDue(this.timeMs);
  }
}

/** Everything the log says, folded anew, is what is kept: through JSON, as stored. */
function expectReplayIsState({ streams, log, aggregateOf }: StreamsInMemory): void {
  for (const [streamId, { state }] of streams) {
    const events = log.filter((event) => event.streamId === streamId).map(({ type, data }) => ({ type, data }));
    expect(JSON.stringify(replay(aggregateOf(streamId), events))).toBe(JSON.stringify(state));
  }
}

/** What left for the payer never exceeds what came from them, also where Hundi gave it back by itself. */
function expectMoneyConserved({ streams, resource }: StreamsInMemory): void {
  const ids = [...streams.keys()];
  const out = new Map<string, number>();
  for (const id of ids.filter((name) => name.startsWith('rfnd_'))) {
    const { payment_id, amount, status } = resource<RefundResource>(id);
    if (status === 'pending' || status === 'processed') out.set(payment_id, (out.get(payment_id) ?? 0) + amount);
  }
  for (const [paymentId, amount] of out) expect(amount).toBeLessThanOrEqual(resource<PaymentResource>(paymentId).amount);
}

/** A refund that failed or was cancelled changes no more, but for its texts. */
function expectTerminalStatesAbsorb({ published }: StreamsInMemory): void {
  const last = new Map<string, string>();
  for (const { resource, data } of published.filter((event) => event.resource.type === 'refund')) {
    const { status } = data.object as RefundResource;
    const before = last.get(resource.id);
    if (before !== undefined && TERMINAL.has(before)) expect(status).toBe(before);
    last.set(resource.id, status);
  }
}

/** Each resource's public events are numbered from one without a gap, and each knows what it changed. */
function expectDenseSequences({ published }: StreamsInMemory): void {
  const counts = new Map<string, number>();
  for (const { resource, sequence } of published) {
    const next = (counts.get(resource.id) ?? 0) + 1;
    if (sequence !== next) expect(sequence).toBe(next);
    counts.set(resource.id, next);
  }
}

/** The object of the last public event is what a GET shows: internal events change nothing that is visible. */
function expectShownAsReported({ published, resource }: StreamsInMemory): void {
  const last = new Map(published.map((event) => [event.resource.id, JSON.stringify(event.data.object)]));
  for (const [id, reported] of last) {
    const shown = JSON.stringify(resource<PaymentResource | RefundResource>(id));
    if (reported !== shown) expect(JSON.parse(reported)).toEqual(JSON.parse(shown));
  }
}

jest.setTimeout(120_000);

it('lives as a small model of money says, whatever is asked in whatever order, and whatever is asked twice', async () => {
  await fc.assert(
    fc.asyncProperty(scripts(20), async (script) => {
      const world = new WorldInMemory();
      await new LifecycleRun(world).play(script);
      expectReplayIsState(world.streams);
      expectMoneyConserved(world.streams);
      expectTerminalStatesAbsorb(world.streams);
      expectDenseSequences(world.streams);
      expectShownAsReported(world.streams);
    }),
    { numRuns: 1_500 },
  );
});
