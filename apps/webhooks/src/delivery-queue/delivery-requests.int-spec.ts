import type { Command, Reply } from '#contracts';
import { ReplayStage } from '../replay/test/replay-fixture';

const MISSING = 'whd_0TgWzRaB0000000000000000';

/** The command, its transaction and its answer; what the database does is in cancel.int-spec.ts and reenabled.int-spec.ts. */
describe('what an account asks for of a delivery', () => {
  let stage: ReplayStage;
  let endpoint: string;
  beforeAll(async () => {
    stage = await ReplayStage.open('delivery_requests');
    endpoint = await stage.endpoint();
  });
  afterAll(() => stage.close());

  const openDelivery = async (): Promise<string> => {
    const [event] = await stage.happen({ type: 'payment.created' });
    const { rows } = await stage.sql.query<{ delivery_id: string }>(
      'SELECT delivery_id FROM webhooks.deliveries WHERE event_id = $1 AND endpoint_id = $2',
      [event, endpoint],
    );
    return rows[0]?.delivery_id ?? '';
  };
  const endedDelivery = async (): Promise<string> => {
    const id = await openDelivery();
    await stage.end(endpoint, 'succeeded');
    return id;
  };
  const commandTo = (action: string, id: string, change: Partial<Command> = {}): Command => {
    return { ...stage.command(`webhook_deliveries.${action}`, {}, id), ...change };
  };
  const send = (action: 'cancel' | 'resend', command: Command): Promise<Reply> =>
    stage.post(`webhook_deliveries/${command.streamId}/${action}`, command);
  const shownBy = ({ body }: Reply): Record<string, unknown> => JSON.parse(body ?? 'null') as Record<string, unknown>;
  const countOf = async (table: string, deliveryId: string): Promise<number> => {
    const text = `SELECT count(*)::int AS count FROM webhooks.${table} d
      WHERE event_id = (SELECT event_id FROM webhooks.all_deliveries WHERE delivery_id = $1 LIMIT 1) AND endpoint_id = $2`;
    const { rows } = await stage.sql.query<{ count: number }>(text, [deliveryId, endpoint]);
    return rows[0]?.count ?? -1;
  };

  describe('its end', () => {
    it('is shown to the first of two that ask at once; the other one is refused because it has ended', async () => {
      const id = await openDelivery();
      const replies = await Promise.all([send('cancel', commandTo('cancel', id)), send('cancel', commandTo('cancel', id))]);
      const [shown, refused] = replies.sort((left, right) => left.status - right.status);
      expect([shown.status, shownBy(shown)]).toMatchObject([200, { id, status: 'cancelled', cancellation_reason: 'requested' }]);
      expect(refused.refusal).toMatchObject({
        code: 'state_conflict',
        details: {
          message:
            'This delivery cannot be cancelled: its status is cancelled. Only a delivery with the status pending or retrying can be cancelled.',
          current_status: 'cancelled',
          allowed_from: ['pending', 'retrying'],
        },
      });
      expect(await countOf('deliveries_done', id)).toBe(1);
    });

    it('is answered to the byte when the same command comes again, and once for both of two at once', async () => {
      const command = commandTo('cancel', await openDelivery());
      const [first, second] = await Promise.all([send('cancel', command), send('cancel', command)]);
      expect([second, await send('cancel', command)]).toEqual([first, first]);
      expect(first).toMatchObject({ status: 200, replayed: false, position: null });
    });

    it('does not come in a dry run', async () => {
      const id = await openDelivery();
      const { status, body } = await send('cancel', commandTo('cancel', id, { dryRun: true }));
      expect([status, body]).toEqual([200, '{"object":"dry_run","status":200,"resource":null,"events":[]}']);
      expect(await countOf('deliveries', id)).toBe(1);
    });

    it('does not come after the deadline of the command', async () => {
      const id = await openDelivery();
      const reply = await send('cancel', commandTo('cancel', id, { deadlineAtMs: Date.now() - 1_000 }));
      expect(reply.refusal).toMatchObject({ code: 'command_expired' });
      expect(await countOf('deliveries', id)).toBe(1);
    });

    it('does not come when there is no such delivery', async () => {
      expect((await send('cancel', commandTo('cancel', MISSING))).refusal).toMatchObject({ code: 'resource_missing' });
    });
  });

  describe('another delivery', () => {
    it('is made once for each Idempotency-Key, whose row says who asked', async () => {
      const id = await endedDelivery();
      const idempotency = { key: 'resend-1', fingerprint: 'same' };
      const first = await send('resend', commandTo('resend', id, { idempotency }));
      expect([first.status, shownBy(first)]).toMatchObject([202, { id: first.streamId, status: 'pending', trigger: 'manual' }]);
      const again = await send('resend', commandTo('resend', id, { idempotency }));
      expect([again.replayed, again.body, again.streamId]).toEqual([true, first.body, first.streamId]);
      const other = await send('resend', commandTo('resend', id, { idempotency: { ...idempotency, fingerprint: 'other' } }));
      expect(other.refusal?.code).toBe('idempotency_key_reused');
      expect(await countOf('deliveries', id)).toBe(1);
      const { rows } = await stage.sql.query(`SELECT operation, actor FROM webhooks.commands WHERE idempotency_key = 'resend-1'`);
      const { actor, accountId, livemode } = commandTo('resend', id);
      expect(rows).toEqual([{ operation: 'webhook_deliveries.resend', actor: { ...actor, accountId, livemode, requestId: null } }]);
    });

    it('is not made of one that is still open: that becomes due now', async () => {
      const id = await openDelivery();
      expect(shownBy(await send('resend', commandTo('resend', id)))).toMatchObject({ id, status: 'pending' });
    });

    it('is not made in a dry run, nor of one that does not exist', async () => {
      const id = await endedDelivery();
      expect(await send('resend', commandTo('resend', id, { dryRun: true }))).toMatchObject({ status: 200, refusal: null });
      expect(await countOf('deliveries', id)).toBe(0);
      expect((await send('resend', commandTo('resend', MISSING))).refusal).toMatchObject({ code: 'resource_missing' });
    });

    it('is not made of an event that is not kept any more', async () => {
      const id = await endedDelivery();
      const eventOfIt = '(SELECT event_id FROM webhooks.all_deliveries WHERE delivery_id = $1 LIMIT 1)';
      await stage.sql.query(`DELETE FROM webhooks.feed_entries WHERE event_id = ${eventOfIt}`, [id]);
      expect((await send('resend', commandTo('resend', id))).refusal).toMatchObject({ details: { reason: 'event_expired' } });
    });
  });
});
