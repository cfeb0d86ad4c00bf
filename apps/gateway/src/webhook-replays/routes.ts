import { CancelReplayController } from './cancel-replay.controller';
import { CreateReplayController } from './create-replay.controller';
import { GetReplayController } from './get-replay.controller';
import { ListReplaysController } from './list-replays.controller';

/** Every route about replays. */
export const WEBHOOK_REPLAY_ROUTES = [CreateReplayController, ListReplaysController, GetReplayController, CancelReplayController];
