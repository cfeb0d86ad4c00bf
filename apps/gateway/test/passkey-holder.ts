import type { GatewayUnderTest } from './gateway-under-test';
import { PASSWORD, signedUp, type PageAnswer, type Person } from './person';
import { SoftwarePasskey, type CeremonyFaults } from './software-authenticator';

/** Registers a passkey of someone who is signed in. @param origin of the page. */
export async function addPasskey(
  person: Person,
  origin: string,
  faults?: CeremonyFaults,
): Promise<{ passkey: SoftwarePasskey; answer: PageAnswer }> {
  const passkey = new SoftwarePasskey(origin);
  const { json } = await person.post('/user/passkeys/options');
  const credential = passkey.create(json.options as object, faults);
  return { passkey, answer: await person.post('/user/passkeys', { credential, name: 'Laptop' }) };
}

/** Someone who has signed up, and has one. @param gateway under the name that the passkey is for. */
export async function passkeyHolder(
  gateway: GatewayUnderTest,
): Promise<{ person: Person; email: string; accountId: string; passkey: SoftwarePasskey; id: string }> {
  const { person, email, accountId } = await signedUp(gateway);
  const { passkey, answer } = await addPasskey(person, gateway.url);
  if (answer.status !== 200) throw new Error(`no passkey: ${answer.text}`);
  return { person, email, accountId, passkey, id: String(answer.json.id) };
}

/** Signs in with a passkey alone. */
export async function signInByPasskey(person: Person, passkey: SoftwarePasskey, faults?: CeremonyFaults): Promise<PageAnswer> {
  const { json } = await person.post('/sign_in/passkey/options');
  return person.post('/sign_in/passkey', { credential: passkey.get(json.options as object, faults) });
}

/** The flow of a sign-in whose password was right. */
export async function flowOf(person: Person, email: string): Promise<string> {
  return String((await person.post('/sign_in', { email, password: PASSWORD })).json.flow);
}
