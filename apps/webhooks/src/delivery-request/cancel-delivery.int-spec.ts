import type { CreateCancellationPayload, Reply } from '#contracts';
import { ReplayStage } from '../replay/test/replay-fixture';

/** The command, its task and its outcome; what the database does is in delivery-queue/cancel.int-spec.ts. */
describe('cancelling a delivery', () => {
  let stage: ReplayStage;
  let endpoint: string;
  beforeAll(async () => {
    stage = await ReplayStage.open('cancel_delivery');
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
  const ask = (deliveryId: string, seenStatus: CreateCancellationPayload['seenStatus']): Promise<Reply> => {
    const payload: CreateCancellationPayload = { deliveryId, seenStatus };
    return stage.submit(stage.command('webhook_cancellations.create', payload, stage.newId('webhookCancellation')));
  };
  const outcomeOf = ({ streamId }: Reply) => stage.get(`webhook_cancellations/${streamId}`);

  it('ends it, and everybody who asked while it was open is shown that', async () => {
    const id = await openDelivery();
    const replies = await Promise.all([ask(id, 'pending'), ask(id, 'pending')]);
    for (const reply of replies) {
      expect(await outcomeOf(reply)).toMatchObject({ status: 200, json: { id, status: 'cancelled', cancellation_reason: 'requested' } });
    }
    const { rows } = await stage.sql.query('SELECT FROM webhooks.deliveries_done WHERE delivery_id = $1', [id]);
    expect(rows).toHaveLength(1);
  });

  it('is refused when it was seen to have ended', async () => {
    const { refusal } = await ask(await openDelivery(), 'exhausted');
    expect(refusal).toMatchObject({
      code: 'state_conflict',
      details: { current_status: 'exhausted', allowed_from: ['pending', 'retrying'] },
    });
  });

  it('is refused when it ended after it was seen', async () => {
    const id = await openDelivery();
    await stage.end(endpoint, 'succeeded');
    expect(await outcomeOf(await ask(id, 'retrying'))).toMatchObject({
      status: 409,
      json: { code: 'state_conflict', details: { current_status: 'succeeded' } },
    });
  });

  it('says so when there is none', async () => {
    expect(await outcomeOf(await ask('whd_0TgWzRaB0000000000000000', 'pending'))).toMatchObject({
      status: 404,
      json: { code: 'resource_missing' },
    });
  });
});
