import { askOn, withOperatorClient } from '#event-store';
import type { PersonalData } from '#personal-data';
import type { KeyStore } from '../../accounts/operator-order';
import type { AskRows } from '../../accounts/secrets/key-grants.table';

/** Where people are kept, for the commands of operators. */
export interface PeopleStore extends KeyStore {
  /** Opened with the keys of the gateway: names and addresses are sealed. */
  personalData: PersonalData;
}

/** Asks the database of an installation. */
export function withAsk<TResult>(
  { databaseUrl }: Pick<KeyStore, 'databaseUrl'>,
  work: (ask: AskRows) => Promise<TResult>,
): Promise<TResult> {
  return withOperatorClient(databaseUrl, (client) => work(askOn(client)));
}
