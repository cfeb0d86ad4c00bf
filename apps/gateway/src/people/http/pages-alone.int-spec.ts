import { askDatabase } from '#testing';
import { startGatewayUnderTest, type GatewayUnderTest } from '../../../test/gateway-under-test';
import { newEmail, PASSWORD, Person, signedUp } from '../../../test/person';

const SESSIONS = 'SELECT id, digest FROM gateway.sessions ORDER BY created_at DESC LIMIT 5';

describe('what only pages of ours may do', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGatewayUnderTest({ environment: { RATE_LIMIT_ENABLED: 'false' } });
  });
  afterAll(() => gateway.stop());

  const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
  it.each<[string, Record<string, string>]>([
    ['without Hundi-Csrf', { 'hundi-csrf': '' }],
    ['with that of another session', { 'hundi-csrf': 'A'.repeat(43) }],
    ['from another origin', { origin: 'https://evil.example' }],
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
    ['from a page of a sibling host', { 'sec-fetch-site': 'same-site' }],
    ['without a word of where it comes from', { 'sec-fetch-site': '', origin: '' }],
    ['as a form', FORM],
  ])('(15) refuses a change %s', async (_what, headers) => {
    const { person } = await signedUp(gateway);
    const body = headers === FORM ? 'name=Eve' : { name: 'Eve' };
    const answer = await person.send('PATCH', '/user', { body, headers });
    expect([answer.status, answer.code]).toEqual([403, 'csrf_failed']);
    expect((await person.get('/session')).json).toMatchObject({ user: { name: 'Asha Rao' } });
  });

  it('takes an origin of ours from a browser that says no more', async () => {
    const { person } = await signedUp(gateway);
    expect((await person.send('PATCH', '/user', { body: { name: 'Asha' }, headers: { 'sec-fetch-site': '' } })).status).toBe(200);
  });

  it('(15) refuses to sign in from another page', async () => {
    const body = { email: newEmail(), password: PASSWORD };
    const answer = await new Person(gateway.url).post('/sign_in', body, { 'sec-fetch-site': 'cross-site' });
    expect([answer.status, answer.code]).toEqual([403, 'csrf_failed']);
  });

  it('(3) refuses a host that is not ours', async () => {
    const { person } = await signedUp(gateway);
    for (const host of ['evil.example', 'localhost.evil.example:4000', '']) {
      const answer = await person.get('/session', { host: host || 'x' });
      expect([answer.status, answer.code]).toEqual([400, 'host_invalid']);
    }
    expect((await person.get('/session', { host: 'localhost:4000' })).status).toBe(200);
  });

  it('(3) shows the mailbox to no one who is no operator', async () => {
    const { person } = await signedUp(gateway);
    const answers = [await person.get('/operator/mails'), await new Person(gateway.url).get('/operator/mails')];
    expect(answers.map(({ status, code }) => `${status} ${code}`)).toEqual(['404 route_unknown', '404 route_unknown']);
  });

  it('(19) is not opened by what a table of sessions holds', async () => {
    const { person } = await signedUp(gateway);
    const rows = await askDatabase<{ id: string; digest: Buffer }>(gateway.keyStore.databaseUrl, SESSIONS);
    expect(rows.length).toBeGreaterThan(0);
    for (const stolen of rows.flatMap(({ id, digest }) => [id, digest.toString('base64url'), digest.toString('hex')])) {
      const thief = new Person(gateway.url);
      thief.cookies.set('__Host-hundi_session', stolen);
      expect((await thief.get('/session')).status).toBe(401);
    }
    expect((await person.get('/session')).status).toBe(200);
  });
});
