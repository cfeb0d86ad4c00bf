import { Client } from 'pg';
import { askDatabase, eventually } from '#testing';
import { startGatewayUnderTest, type GatewayUnderTest } from '../../../test/gateway-under-test';
import { addPasskey } from '../../../test/passkey-holder';
import { addSecondFactor, PASSWORD, Person, signedUp } from '../../../test/person';

const OTHER_PASSWORD = 'brisk-lantern heron on tin';
/** Taken after the password was compared, and before the session begins. */
const LOCK_MAILS = "SELECT key FROM gateway.guess_counters WHERE key LIKE '%new_sign_in%' FOR UPDATE";
const WAITING = "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%guess_counters%'";

describe('a sign-in that is under way', () => {
  let gateway: GatewayUnderTest;
  let client: Client;
  beforeAll(async () => {
    const started = await startGatewayUnderTest();
    // A passkey is for a name.
    gateway = { ...started, url: started.url.replace('127.0.0.1', 'localhost') };
    client = new Client({ connectionString: gateway.keyStore.databaseUrl });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await gateway.stop();
  });

  it('begins no session by a password that was replaced meanwhile', async () => {
    const { person, email } = await signedUp(gateway);
    const signIn = (by: Person) => by.post('/sign_in', { email, password: PASSWORD });
    await signIn(new Person(gateway.url));
    await client.query('BEGIN');
    expect((await client.query(LOCK_MAILS)).rowCount).toBe(1);
    const late = new Person(gateway.url, gateway.client.document);
    const answer = signIn(late);
    await eventually(async () => expect(await askDatabase(gateway.keyStore.databaseUrl, WAITING)).toHaveLength(1));
    const changed = await person.post('/user/password', { password: OTHER_PASSWORD });
    await client.query('COMMIT');
    expect([changed.status, (await answer).status, (await late.get('/session')).code]).toEqual([200, 401, 'session_missing']);
  });

  it.each([
    ['app that shows codes', 'totp', (person: Person) => addSecondFactor(person)],
    ['passkey', 'passkey', (person: Person) => addPasskey(person, gateway.url)],
  ])('begins no session without the %s that was added meanwhile', async (_what, factor, add) => {
    const { person, email } = await signedUp(gateway);
    const signIn = (by: Person) => by.post('/sign_in', { email, password: PASSWORD });
    await signIn(new Person(gateway.url));
    await client.query('BEGIN');
    expect((await client.query(LOCK_MAILS)).rowCount).toBeGreaterThan(0);
    const late = new Person(gateway.url, gateway.client.document);
    const answer = signIn(late);
    await eventually(async () => expect(await askDatabase(gateway.keyStore.databaseUrl, WAITING)).toHaveLength(1));
    await add(person);
    await client.query('COMMIT');
    expect([(await answer).status, (await late.get('/session')).code]).toEqual([401, 'session_missing']);
    expect((await signIn(late)).json.second_factor).toContain(factor);
  });
});
