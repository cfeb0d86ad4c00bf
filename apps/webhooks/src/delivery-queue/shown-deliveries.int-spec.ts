import type { WebhookDeliveryResource } from '#contracts';
import { ReplayStage } from '../replay/test/replay-fixture';

describe('a delivery that is shown', () => {
  let stage: ReplayStage;
  beforeAll(async () => {
    stage = await ReplayStage.open('shown_deliveries');
  });
  afterAll(() => stage.close());

  const shown = async (endpoint: string): Promise<WebhookDeliveryResource | undefined> => {
    const { json } = await stage.get(`webhook_endpoints/${endpoint}/deliveries?limit=10&order=desc`);
    return (json.data as WebhookDeliveryResource[]).find(({ event_type: type }) => type === 'payment.created');
  };

  it('is due when the breaker of its endpoint lets it go, and not in the past', async () => {
    const endpoint = await stage.endpoint();
    await stage.happen({ type: 'payment.created' });
    const due = (await shown(endpoint))?.next_attempt_at ?? 0;
    const openUntil = due + 240;
    const open = `UPDATE webhooks.endpoint_queues SET breaker = 'open', open_until = to_timestamp($2) WHERE endpoint_id = $1`;
    await stage.sql.query(open, [endpoint, openUntil]);
    expect((await shown(endpoint))?.next_attempt_at).toBe(openUntil);
    // The pause is over, but no probe was sent yet: it is due since then.
    await stage.sql.query(open, [endpoint, due - 240]);
    expect((await shown(endpoint))?.next_attempt_at).toBe(due);
  });
});
