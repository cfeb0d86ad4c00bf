import type { Command, Reply } from '#contracts';
import type { CommandHandler } from '../bus';

/** Call it in this very turn, so that order holds; what it throws before its first await is a rejection as well. */
export function callHandler(handler: CommandHandler, command: Command): Promise<Reply> {
  try {
    return handler(command);
  } catch (error) {
    return Promise.reject(error);
  }
}
