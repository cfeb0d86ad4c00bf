import { systemCommand, type ConnectionEventType, type ConnectionResource, type PublicEvent, type ShownConnection } from '#contracts';
import { derivedIdOf, type EventStore, type TaskRunner } from '#event-store';
import type { ConnectionState } from './state';

const ACTOR = 'connections';
/** Events that one run brings; what is left is brought by the next. */
const EVENTS_MAX = 100;

/** Brings the public events of a connection into the log of its platform. A crash in between repeats it, and repeating changes nothing. */
export function showPlatform(store: EventStore): TaskRunner<ConnectionState> {
  const { clock, random } = store.options;
  const record = async (platformAccountId: string, { type, livemode, resource, data }: PublicEvent): Promise<void> => {
    const platform = { accountId: platformAccountId, livemode };
    const payload: ShownConnection = { type: type as ConnectionEventType, connection: data.object as ConnectionResource };
    const streamId = derivedIdOf('platformConnection', platform, resource.id);
    const about = { type: 'platform_connections.record', streamId, ...platform, payload };
    const { refusal } = await store.decideHere(systemCommand({ ...about, commandId: random.uuid(), actorId: ACTOR, nowMs: clock.nowMs() }));
    if (refusal !== null) throw new Error(`connection ${resource.id} not shown to its platform: ${refusal.code}`);
  };
  return async ({ snapshot: { head, state } }) => {
    const after = state.status === 'none' ? 0 : (state.shownSequence ?? 0);
    const history = await store.reads.readPublicHistory(head, { after, limit: EVENTS_MAX });
    const events = history?.entries.map(({ event }) => event) ?? [];
    if (state.status !== 'none') for (const event of events) await record(state.platformAccountId, event);
    return { type: 'connections.record_shown', payload: { sequence: events.at(-1)?.sequence ?? after } };
  };
}
