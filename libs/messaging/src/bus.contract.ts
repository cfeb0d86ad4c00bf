import { describeCommands } from './contract/commands.contract';
import { describeEvents } from './contract/events.contract';
import { describeReplies } from './contract/replies.contract';
import { describeShutdown } from './contract/shutdown.contract';
import { Stage, type MakeWorld } from './contract/stage.contract';

export type { BusWorld, MakeWorld, WorldLimits } from './contract/stage.contract';

/** Every promise of the port, for every adapter. */
export function describeBusContract(makeWorld: MakeWorld): void {
  const stage = new Stage(makeWorld);
  afterEach(() => stage.world.end());

  describeCommands(stage);
  describeReplies(stage);
  describeEvents(stage);
  describeShutdown(stage);
}
