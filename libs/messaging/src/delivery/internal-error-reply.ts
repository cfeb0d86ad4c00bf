import { ERRORS, type Command, type Reply } from '#contracts';

/** The answer to a command that our code cannot handle: not stored, because no decision was made. */
export function internalErrorReply(command: Command): Reply {
  return {
    commandId: command.commandId,
    streamId: command.streamId,
    status: ERRORS.internal_error.status,
    body: null,
    refusal: { code: 'internal_error' },
    replayed: false,
    position: null,
  };
}
