import type { EventMessage } from '#contracts';
import type { ClientBase } from 'pg';
import { applyOnce, type Applied, type ConsumerIdentity } from '#event-store';

/** Takes messages as a consumer does, each in a transaction of its own. @returns what became of each. */
export async function applyEach(
  client: ClientBase,
  identity: ConsumerIdentity,
  messages: readonly EventMessage[],
  effect: (message: EventMessage) => void,
): Promise<Applied['outcome'][]> {
  const outcomes: Applied['outcome'][] = [];
  for (const message of messages) {
    await client.query('BEGIN');
    const { outcome } = await applyOnce(client, identity, message, async (fresh) => effect(fresh));
    await client.query('COMMIT');
    outcomes.push(outcome);
  }
  return outcomes;
}
