import type { PlatformConnectionCommand, Refusal } from '#contracts';
import { accept, type Decision } from '#decider';
import type { PlatformConnectionEvent } from './events';
import type { PlatformConnectionState } from './state';

/** Facts of a connection, brought in their order, perhaps more than once: never refused. */
export function decide(
  { payload: { type, connection } }: Pick<PlatformConnectionCommand, 'payload'>,
  state: PlatformConnectionState,
): Decision<PlatformConnectionEvent, Refusal> {
  if (connection.sequence <= (state.connection?.sequence ?? 0)) return accept([]);
  return accept([{ type: `platform_${type}`, data: { connection } }]);
}
