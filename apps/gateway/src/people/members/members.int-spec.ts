import type { Role } from '#contracts';
import { FixedClock } from '#testing';
import { startGatewayUnderTest, type GatewayUnderTest } from '../../../test/gateway-under-test';
import { memberOf, newEmail, PASSWORD, Person, signedUp, type PageAnswer } from '../../../test/person';

const DAY_MS = 86_400_000;

describe('the members of an account', () => {
  let gateway: GatewayUnderTest;
  const clock = new FixedClock(Date.now());
  beforeAll(async () => {
    gateway = await startGatewayUnderTest({ clock, environment: { RATE_LIMIT_ENABLED: 'false' } });
  });
  afterAll(() => gateway.stop());

  interface Owner {
    person: Person;
    userId: string;
    account: { 'hundi-account': string };
  }
  const ofAnswer = (person: Person, { json }: PageAnswer): Owner => {
    const { user, accounts } = json as { user: { id: string }; accounts: { id: string }[] };
    return { person, userId: user.id, account: { 'hundi-account': accounts[0]?.id ?? '' } };
  };
  const newOwner = async (): Promise<Owner> => {
    const { person, answer } = await signedUp(gateway);
    return ofAnswer(person, answer);
  };
  const tokenOf = ({ json }: PageAnswer): string => String(json.link).split('#')[1] ?? '';
  const invite = ({ person, account }: Owner, email: string, role: string) => person.post('/invitations', { email, role }, account);
  const accept = (person: Person, token: string, email: string) => {
    // Members are listed in the order in which they joined.
    clock.advanceMs(1);
    return person.post('/invitations/accept', { token, email, name: 'Ravi Iyer', password: PASSWORD });
  };

  async function newMember({ person: by, account }: Owner, role: Role): Promise<Owner> {
    clock.advanceMs(1);
    const { person, answer } = await memberOf(gateway, { by, accountId: account['hundi-account'], role });
    return ofAnswer(person, answer);
  }
  const rolesOf = async ({ person, account }: Owner): Promise<unknown[]> =>
    ((await person.get('/members', account)).json.data as { role: string }[]).map(({ role }) => role);
  const change = ({ person, account }: Owner, userId: string, role: string) =>
    person.send('PATCH', `/members/${userId}`, { body: { role }, headers: account });
  const remove = ({ person, account }: Owner, userId: string) => person.send('DELETE', `/members/${userId}`, { headers: account });

  it('are those who were invited, each with a role', async () => {
    const owner = await newOwner();
    const email = newEmail();
    const invited = await invite(owner, email, 'developer');
    expect(invited.json).toMatchObject({ email, role: 'developer', status: 'pending', invited_by: owner.userId });
    expect((await owner.person.get('/invitations', owner.account)).json.data).toEqual([
      expect.objectContaining({ email, role: 'developer' }),
    ]);
    const person = new Person(gateway.url, gateway.client.document);
    const { status, json } = await accept(person, tokenOf(invited), email);
    expect([status, json.accounts]).toEqual([200, [expect.objectContaining({ role: 'developer' })]]);
    const members = (await person.get('/members', owner.account)).json.data as object[];
    expect(members).toEqual([
      expect.objectContaining({ role: 'owner', name: 'Asha Rao', invited_by: null }),
      expect.objectContaining({ role: 'developer', name: 'Ravi Iyer', email, invited_by: owner.userId }),
    ]);
    expect((await owner.person.get('/invitations', owner.account)).json.data).toEqual([]);
  });

  it('(12) do not come of an invitation that was used, is over, was taken back, or is for another address', async () => {
    const owner = await newOwner();
    const email = newEmail();
    const newPerson = (): Person => new Person(gateway.url, gateway.client.document);
    const token = tokenOf(await invite(owner, email, 'viewer'));
    expect((await accept(newPerson(), token, newEmail())).code).toBe('link_invalid');
    const answers = await Promise.all([1, 2, 3].map(() => accept(newPerson(), token, email)));
    expect(answers.map(({ code, status }) => code ?? status).toSorted()).toEqual([200, 'link_invalid', 'link_invalid']);
    const other = newEmail();
    const taken = await invite(owner, other, 'viewer');
    await owner.person.send('DELETE', `/invitations/${String(taken.json.id)}`, { headers: owner.account });
    expect((await accept(newPerson(), tokenOf(taken), other)).code).toBe('link_invalid');
    const late = tokenOf(await invite(owner, other, 'viewer'));
    clock.advanceMs(7 * DAY_MS);
    expect((await accept(newPerson(), late, other)).code).toBe('link_invalid');
  });

  it('do not come back by an invitation that they made before they were removed', async () => {
    const owner = await newOwner();
    const second = await newMember(owner, 'owner');
    const email = newEmail();
    const token = tokenOf(await invite(second, email, 'owner'));
    expect((await remove(owner, second.userId)).status).toBe(200);
    expect((await accept(new Person(gateway.url, gateway.client.document), token, email)).code).toBe('link_invalid');
    expect((await owner.person.get('/invitations', owner.account)).json.data).toEqual([]);
  });

  it('do not come back by a second invitation to them once they joined and were removed', async () => {
    const owner = await newOwner();
    const email = newEmail();
    const [first, second] = [tokenOf(await invite(owner, email, 'viewer')), tokenOf(await invite(owner, email, 'admin'))];
    const member = ofAnswer(new Person(gateway.url), await accept(new Person(gateway.url, gateway.client.document), first, email));
    const again = await invite(owner, email, 'admin');
    expect([again.status, again.code]).toEqual([409, 'already_member']);
    expect((await remove(owner, member.userId)).status).toBe(200);
    const person = new Person(gateway.url, gateway.client.document);
    await person.post('/sign_in', { email, password: PASSWORD });
    expect((await person.post('/invitations/accept', { token: second })).code).toBe('link_invalid');
    const token = tokenOf(await invite(owner, email, 'viewer'));
    expect((await person.post('/invitations/accept', { token })).status).toBe(200);
  });

  it('may be people who have a user: they send the token alone', async () => {
    const owner = await newOwner();
    const { person, email } = await signedUp(gateway);
    const stranger = (await signedUp(gateway)).person;
    const token = tokenOf(await invite(owner, email, 'finance'));
    expect((await stranger.post('/invitations/accept', { token })).code).toBe('link_invalid');
    expect((await person.post('/invitations/accept', { token })).json.accounts).toHaveLength(2);
  });

  it('(10) always include an owner, also when two leave at once', async () => {
    const owner = await newOwner();
    expect([(await remove(owner, owner.userId)).code, (await change(owner, owner.userId, 'viewer')).code]).toEqual([
      'last_owner',
      'last_owner',
    ]);
    const second = await newMember(owner, 'owner');
    const answers = await Promise.all([remove(owner, owner.userId), change(second, second.userId, 'viewer')]);
    expect(answers.map(({ code, status }) => code ?? status).toSorted()).toEqual([200, 'last_owner']);
    const left = answers[0]?.status === 200 ? second : owner;
    expect(await rolesOf(left)).toContain('owner');
  });

  it('(11) are not made owners by an admin', async () => {
    const owner = await newOwner();
    const admin = await newMember(owner, 'admin');
    const viewer = await newMember(admin, 'viewer');
    const tries = [invite(admin, newEmail(), 'owner'), change(admin, viewer.userId, 'owner'), change(admin, admin.userId, 'owner')];
    expect((await Promise.all(tries)).map(({ status, code }) => `${status} ${code}`)).toEqual(Array(3).fill('403 role_insufficient'));
    expect((await remove(admin, owner.userId)).code).toBe('role_insufficient');
    expect((await invite(viewer, newEmail(), 'viewer')).code).toBe('role_insufficient');
    expect(await rolesOf(owner)).toEqual(['owner', 'admin', 'viewer']);
  });

  it('are not shown to, nor changed by, people of another account', async () => {
    const [owner, stranger] = [await newOwner(), await newOwner()];
    const { person } = stranger;
    const answers = [
      await person.get('/members', owner.account),
      await person.get('/members', { 'hundi-account': 'acct_0TgWzRaB00xK2mNq5Yd8Vf3L' }),
      await invite({ ...stranger, account: owner.account }, newEmail(), 'viewer'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(answers[0]?.text.replaceAll(/req_\w+/g, '')).toBe(answers[1]?.text.replaceAll(/req_\w+/g, ''));
  });

  it('are changed only by who sent the password lately', async () => {
    const owner = await newOwner();
    clock.advanceMs(600_000);
    expect((await invite(owner, newEmail(), 'viewer')).code).toBe('step_up_required');
  });

  it('get the account from its owner, who is an admin then', async () => {
    const owner = await newOwner();
    const admin = await newMember(owner, 'admin');
    const handOver = (from: Owner, userId: string) => from.person.post('/account/hand_over', { user_id: userId }, owner.account);
    expect((await handOver(admin, admin.userId)).code).toBe('role_insufficient');
    expect((await handOver(owner, admin.userId)).json.accounts).toEqual([expect.objectContaining({ role: 'admin' })]);
    expect(await rolesOf(owner)).toEqual(['admin', 'owner']);
  });
});
