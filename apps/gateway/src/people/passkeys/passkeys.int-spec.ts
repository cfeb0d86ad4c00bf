import { askDatabase, eventually, FixedClock } from '#testing';
import { startGatewayUnderTest, type GatewayUnderTest } from '../../../test/gateway-under-test';
import { addPasskey, passkeyHolder, signInByPasskey } from '../../../test/passkey-holder';
import { memberOf, PASSWORD, Person, signedUp } from '../../../test/person';
import { SoftwarePasskey } from '../../../test/software-authenticator';

const MINUTE_MS = 60_000;

describe('passkeys', () => {
  let gateway: GatewayUnderTest;
  let origin: string;
  const clock = new FixedClock(Date.now());
  beforeAll(async () => {
    const started = await startGatewayUnderTest({ clock, environment: { RATE_LIMIT_ENABLED: 'false' } });
    origin = started.url.replace('127.0.0.1', 'localhost');
    gateway = { ...started, url: origin };
  });
  afterAll(() => gateway.stop());

  const newPerson = (): Person => new Person(origin, gateway.client.document);
  const holder = () => passkeyHolder(gateway);

  it('are registered and sign in alone, as both factors', async () => {
    const { person, email } = await signedUp(gateway);
    const { passkey, answer } = await addPasskey(person, origin);
    const shown = { id: expect.stringMatching(/^passkey_/), name: 'Laptop', backed_up: false, last_used_at: null };
    expect([answer.status, answer.json]).toEqual([200, { ...shown, created_at: Math.floor(clock.nowMs() / 1_000) }]);
    const other = newPerson();
    const { status, json } = await signInByPasskey(other, passkey);
    expect([status, json.user]).toMatchObject([200, { email, passkeys: [{ ...shown, last_used_at: expect.any(Number) }] }]);
    expect((await other.get('/session')).status).toBe(200);
  });

  it('are asked for with a user who is verified, and found without an address', async () => {
    const { person, passkey } = await holder();
    const creation = (await person.post('/user/passkeys/options')).json.options;
    expect(creation).toMatchObject({
      rp: { id: 'localhost', name: 'Hundi' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: passkey.credentialId.toString('base64url'), transports: ['internal', 'hybrid'] }],
    });
    const { options } = (await newPerson().post('/sign_in/passkey/options')).json;
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(options).not.toHaveProperty('allowCredentials');
  });

  it.each([
    ['another origin', { origin: 'https://evil.example.com' }],
    ['another port of the same host', { origin: 'http://localhost:1' }],
    ['another relying party', { rpId: 'evil.example.com' }],
    ['nobody verified', { isVerified: false }],
    ['a frame in another page', { crossOrigin: true }],
  ])('are refused with %s, when they are made and when they sign', async (_what, faults) => {
    const { passkey } = await holder();
    expect((await signInByPasskey(newPerson(), passkey, faults)).code).toBe('passkey_invalid');
    expect((await signInByPasskey(newPerson(), passkey)).status).toBe(200);
    const { person } = await signedUp(gateway);
    expect((await addPasskey(person, origin, faults)).answer.code).toBe('passkey_invalid');
    expect((await person.get('/session')).json).toMatchObject({ user: { passkeys: [] } });
  });

  it('sign a challenge once, whatever came of it, and for five minutes', async () => {
    const { passkey } = await holder();
    const person = newPerson();
    const { options } = (await person.post('/sign_in/passkey/options')).json;
    const send = (credential: object) => newPerson().post('/sign_in/passkey', { credential });
    const credential = passkey.get(options as object);
    const answers = await Promise.all([send(credential), send(credential)]);
    expect(answers.map(({ code, status }) => code ?? status).toSorted()).toEqual([200, 'passkey_invalid']);
    expect((await send(passkey.get(options as object))).code).toBe('passkey_invalid');
    const late = (await person.post('/sign_in/passkey/options')).json.options;
    clock.advanceMs(5 * MINUTE_MS);
    expect((await send(passkey.get(late as object))).code).toBe('passkey_invalid');
    expect((await send(passkey.get({ rpId: 'localhost', challenge: 'AAAA' }))).code).toBe('passkey_invalid');
  });

  it('are refused when their count goes back or stands still, as that of a copy would', async () => {
    const { passkey } = await holder();
    expect((await signInByPasskey(newPerson(), passkey, { counter: 7 })).status).toBe(200);
    for (const counter of [7, 3, 0]) expect((await signInByPasskey(newPerson(), passkey, { counter })).code).toBe('passkey_invalid');
    expect((await signInByPasskey(newPerson(), passkey, { counter: 8 })).status).toBe(200);
  });

  it('work where the authenticator does not count', async () => {
    const { passkey } = await holder();
    for (let times = 0; times < 2; times++) expect((await signInByPasskey(newPerson(), passkey, { counter: 0 })).status).toBe(200);
  });

  it('sign in nobody but their owner, and nobody once they are removed', async () => {
    const [{ person, passkey, id }, other] = [await holder(), await holder()];
    const claimed = Buffer.from(String((await userOf(other.person)).id)).toString('base64url');
    expect((await signInByPasskey(newPerson(), passkey, { userHandle: claimed })).code).toBe('passkey_invalid');
    expect((await signInByPasskey(newPerson(), passkey, { userHandle: null })).code).toBe('passkey_invalid');
    expect((await signInByPasskey(newPerson(), new SoftwarePasskey(origin))).code).toBe('passkey_invalid');
    expect((await other.person.send('DELETE', `/user/passkeys/${id}`)).code).toBe('resource_missing');
    expect((await person.send('DELETE', `/user/passkeys/${id}`)).status).toBe(200);
    expect((await signInByPasskey(newPerson(), passkey)).code).toBe('passkey_invalid');
  });

  it('are registered once, for one person, and by the session that asked', async () => {
    const [{ passkey }, { person }, { person: third }] = [await holder(), await signedUp(gateway), await signedUp(gateway)];
    const optionsOf = async (one: Person) => (await one.post('/user/passkeys/options')).json.options as object;
    expect((await person.post('/user/passkeys', { credential: passkey.create(await optionsOf(person)) })).code).toBe('passkey_invalid');
    const credential = new SoftwarePasskey(origin).create(await optionsOf(person));
    expect((await third.post('/user/passkeys', { credential })).code).toBe('passkey_invalid');
    expect((await person.post('/user/passkeys', { credential })).json).toMatchObject({ name: 'Passkey' });
    expect((await person.post('/user/passkeys', { credential })).code).toBe('passkey_invalid');
  });

  it('bring no certificates of strangers along', async () => {
    const { person } = await signedUp(gateway);
    const attStmt = new Map<string, string | Buffer | Buffer[]>([
      ['sig', Buffer.alloc(70)],
      ['x5c', [Buffer.alloc(64)]],
    ]);
    for (const fmt of ['packed', 'fido-u2f', 'android-key']) {
      const { answer } = await addPasskey(person, origin, { attestation: { fmt, attStmt } });
      expect(answer.code).toBe('passkey_invalid');
    }
  });

  it('are at most twenty, also when two come at once', async () => {
    const { person, id } = await holder();
    await askDatabase(
      gateway.keyStore.databaseUrl,
      `INSERT INTO gateway.passkeys SELECT left(id, -2) || lpad(n::text, 2, '0'), user_id, sha256(n::text::bytea || credential_id), public_key, counter,
         transports, device_type, backed_up, name, created_at, last_used_at
       FROM gateway.passkeys, generate_series(1, 18) n WHERE id = $1`,
      [id],
    );
    const made = await Promise.all([addPasskey(person, origin), addPasskey(person, origin)]);
    expect(made.map(({ answer }) => answer.code ?? answer.status).toSorted()).toEqual([200, 'limit_exceeded']);
  });

  it('(18) end the other sessions and mail their owner, when they are added and when they are removed', async () => {
    const { person, email } = await signedUp(gateway);
    const before = newPerson();
    await before.post('/sign_in', { email, password: PASSWORD });
    const { answer, passkey } = await addPasskey(person, origin);
    expect([(await person.get('/session')).status, (await before.get('/session')).code]).toEqual([200, 'session_missing']);
    const after = newPerson();
    await signInByPasskey(after, passkey);
    expect((await person.send('DELETE', `/user/passkeys/${String(answer.json.id)}`)).status).toBe(200);
    expect([(await person.get('/session')).status, (await after.get('/session')).code]).toEqual([200, 'session_missing']);
    expect((await newPerson().post('/sign_in', { email, password: PASSWORD })).json).toHaveProperty('user');
    const mail = `Mail to ${email}: Your second factor was changed`;
    await eventually(async () => expect(gateway.terminal.filter((line) => line.startsWith(mail))).toHaveLength(2));
  });

  it('keep the recovery codes while they are the last factor, and take them along when they go', async () => {
    const { person, id } = await holder();
    await person.post('/user/recovery_codes');
    await person.send('DELETE', '/user/totp');
    expect((await userOf(person)).recovery_codes_left).toBe(10);
    await person.send('DELETE', `/user/passkeys/${id}`);
    expect((await userOf(person)).recovery_codes_left).toBe(0);
  });

  it('count as the second factor of a member', async () => {
    const { person, accountId } = await holder();
    clock.advanceMs(1_000);
    await memberOf(gateway, { by: person, accountId, role: 'developer' });
    const { data } = (await person.get('/members', { 'hundi-account': accountId })).json;
    expect(data).toMatchObject([{ has_second_factor: true }, { has_second_factor: false }]);
  });

  it('(57) keep what the person calls them under the key of the person', async () => {
    await holder();
    const rows = await askDatabase<{ name: string }>(gateway.keyStore.databaseUrl, 'SELECT name FROM gateway.passkeys');
    for (const { name } of rows) expect(name).toMatch(/^~/);
  });

  it('are not offered under a bare IP address', async () => {
    const bare = { ...gateway, url: origin.replace('localhost', '127.0.0.1') };
    const { person } = await signedUp(bare);
    expect((await person.post('/user/passkeys/options')).code).toBe('passkeys_unavailable');
    expect((await new Person(bare.url).post('/sign_in/passkey/options')).code).toBe('passkeys_unavailable');
  });

  it('are read by their form before anything else', async () => {
    const wrong = [
      7,
      {},
      { id: 'AA', rawId: 'AB', type: 'public-key', response: {} },
      { id: 'AA', rawId: 'AA', type: 'other', response: {} },
    ];
    const codes = wrong.map(async (credential) => (await newPerson().post('/sign_in/passkey', { credential })).code);
    expect(await Promise.all(codes)).toEqual(Array(4).fill('parameter_invalid'));
    const nothing = { id: 'AA', rawId: 'AA', type: 'public-key', response: {} };
    expect((await newPerson().post('/sign_in/passkey', { credential: nothing })).code).toBe('passkey_invalid');
  });

  async function userOf(person: Person): Promise<Record<string, unknown>> {
    return (await person.get('/session')).json.user as Record<string, unknown>;
  }
});
