import fc from 'fast-check';
import type { Command, EventMessage, PaymentResource, RefundResource } from '#contracts';
import { eventually } from '#testing';
import { scripts } from '../../test/lifecycle-model';
import { LifecycleRun, type SeenAnswer, type SentCommand, type World } from '../../test/lifecycle-run';
import { PaymentsUnderTest } from '../../test/payments-under-test';

/** The whole service on a real Postgres; its own timers wake what is due. */
class WorldOnPostgres implements World {
  constructor(private readonly payments: PaymentsUnderTest) {}

  newId = (kind: 'payment' | 'refund'): string => this.payments.newId(kind);
  newCommandId = (): string => this.payments.random.uuid();
  nowMs = (): number => this.payments.clock.nowMs();
  payment = (id: string): Promise<PaymentResource> => this.show<PaymentResource>(`/internal/payments/${id}`);
  refund = (id: string): Promise<RefundResource> => this.show<RefundResource>(`/internal/refunds/${id}`);

  /** Every command comes twice at once, as a bus that delivers at least once may bring it: both get one answer. */
  async send({ commandId, type, streamId, payload }: SentCommand): Promise<SeenAnswer> {
    const envelope = this.payments.command('payments.wake', {}, { streamId, commandId });
    const command = { ...envelope, type, payload, correlationId: commandId, deadlineAtMs: Number.MAX_SAFE_INTEGER } as Command;
    const [first, second] = await Promise.all([this.payments.send(command), this.payments.send(command)]);
    expect(second).toEqual(first);
    const { status, body, refusal } = first;
    return { status, body, refusal };
  }

  async pass(ms: number, check: () => Promise<void>): Promise<void> {
    this.payments.clock.advanceMs(ms);
    await eventually(check, { everyMs: 50 });
  }

  private async show<TResource>(path: string): Promise<TResource> {
    return JSON.parse((await this.payments.ask(path)).text) as TResource;
  }
}

jest.setTimeout(180_000);

describe('the life of payments on the real store', () => {
  let payments: PaymentsUnderTest;
  beforeAll(async () => {
    payments = await PaymentsUnderTest.start();
  });
  afterAll(() => payments.end());

  it('is what a small model of money says, with every command delivered twice and all of them once more at the end', async () => {
    await fc.assert(
      fc.asyncProperty(scripts(14), (script) => new LifecycleRun(new WorldOnPostgres(payments)).play(script)),
      { numRuns: 15, endOnFailure: true },
    );
  });

  it('is published the same to the byte from the memory of the writers and, after a restart, from the log', async () => {
    await eventually(async () => expect(payments.messages).toHaveLength(await countPublic()));
    const fresh = payments.messages.splice(0).map(reported);
    expect(new Set(fresh.map(({ cloudEvent }) => cloudEvent.type)).size).toBeGreaterThan(3);
    await payments.stopService();
    // Timers of the last script may have published more before the stop.
    payments.messages.splice(0);
    await payments.rows('UPDATE payments.relay_cursors SET position = 0, public_position = 0');
    await payments.startService();
    await eventually(() => expect(payments.messages.length).toBeGreaterThanOrEqual(fresh.length));
    expect(payments.messages.slice(0, fresh.length).map(reported)).toEqual(fresh);
  });

  const reported = ({ key, shard, position, prev, cloudEvent, value }: EventMessage) => ({ key, shard, position, prev, cloudEvent, value });

  const countPublic = async (): Promise<number> =>
    (await payments.rows<{ count: number }>("SELECT count(*)::int FROM payments.events WHERE meta->>'sequence' IS NOT NULL"))[0]?.count ??
    0;
});
