import type { Reply } from '#contracts';
import { answerBug, decideCommitted, type CommittedParts } from './decide-committed';
import { asProjected } from './writer/appended';
import type { DecidedGroup } from './writer/group';
import { refusalReply, type RoutedCommand } from './writer/pending';

/**
 * Decides commands on what is committed and stores nothing: no event, no answer, no use of the Idempotency-Key. What it
 * says may be out of date by the time it is read.
 */
export class DryRun {
  constructor(private readonly parts: CommittedParts) {}

  /**
   * What the command would be answered: its refusal, or 200 with a `dry_run` object that holds the status, the resource
   * and the public events it would have.
   *
   * @throws Error of the database.
   */
  async answer(routed: RoutedCommand): Promise<Reply> {
    const { outcome } = await decideCommitted(routed, this.parts);
    return outcome instanceof Error ? answerBug(this.parts.options.logger, routed, outcome) : toReply(routed, outcome);
  }
}

function toReply({ command }: RoutedCommand, group: DecidedGroup): Reply {
  const { refusal, streamId, status, body } = group.answer;
  if (refusal) return refusalReply(command, refusal);
  const events = publicEventsOf(group);
  const text = `{"object":"dry_run","status":${status},"resource":${body ?? 'null'},"events":${JSON.stringify(events)}}`;
  return { commandId: command.commandId, streamId, status: 200, body: text, refusal: null, replayed: false, position: null };
}

/** Type and resource of the events that merchants would see, in order. They stand at no position. */
function publicEventsOf({ pending, members }: DecidedGroup): { type: string; resource: { type: string; id: string } }[] {
  return members.flatMap(({ routed, events }) =>
    events.flatMap((decided) => {
      const { event, before, after } = asProjected(routed, decided, 0n, pending.command);
      const shown = routed.aggregate.publish?.(event, before, after);
      return shown ? [{ type: shown.type, resource: shown.resource }] : [];
    }),
  );
}
