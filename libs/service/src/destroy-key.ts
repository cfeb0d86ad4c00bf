import type { TaskRunner } from '#event-store';
import type { PersonalData } from '#personal-data';

/**
 * Destroys the key of a customer that was erased, or of an endpoint that was deleted: from then on what was encrypted for it is
 * unreadable, also in backups. The state says that it is still to do until the outcome is stored, so a crash in between repeats
 * it, and repeating changes nothing.
 *
 * @param outcome the type of the command that says it is done.
 */
export function keyDestroyer(personalData: PersonalData, outcome: string): TaskRunner {
  return async ({ snapshot: { head } }) => {
    await personalData.destroy({ accountId: head.accountId, id: head.streamId });
    return { type: outcome, payload: {} };
  };
}
