import type { PersonalData } from '#personal-data';
import { createInvitedAccount } from '../src/people/operator/invited-account';
import type { GatewayUnderTest } from './gateway-under-test';
import { newEmail, PASSWORD, Person } from './person';

/** Someone whom the command line has made an operator. */
export async function newOperator(
  gateway: GatewayUnderTest,
  personalData: PersonalData,
): Promise<{ person: Person; userId: string; email: string }> {
  const email = newEmail();
  const store = { ...gateway.keyStore, personalData };
  const { token } = await createInvitedAccount(store, { name: 'Operations', email, makesOperator: true });
  const person = new Person(gateway.url, gateway.client.document);
  const { status, json, text } = await person.post('/invitations/accept', { token, email, name: 'Meera Nair', password: PASSWORD });
  if (status !== 200) throw new Error(`no operator: ${text}`);
  return { person, userId: (json.user as { id: string }).id, email };
}
