import { SAVED_VIEWS_MAX } from '#contracts';
import { askDatabase, FixedClock } from '#testing';
import { startGatewayUnderTest, type GatewayUnderTest } from '../../../test/gateway-under-test';
import { memberOf, signedUp, type Person } from '../../../test/person';

describe('saved views', () => {
  let gateway: GatewayUnderTest;
  const clock = new FixedClock(Date.now());
  beforeAll(async () => {
    gateway = await startGatewayUnderTest({ clock, environment: { RATE_LIMIT_ENABLED: 'false' } });
  });
  afterAll(() => gateway.stop());

  const VIEW = { page: 'payments', name: 'Captured today', query: 'status=captured&email=ravi%40example.com' };
  const save = (person: Person, accountId: string, more: object = {}) => {
    clock.advanceMs(1);
    return person.post('/views', { ...VIEW, ...more }, { 'hundi-account': accountId });
  };
  const list = async (person: Person, accountId: string, query = '') =>
    (await person.get(`/views${query}`, { 'hundi-account': accountId })).json as {
      data: { id: string; name: string }[];
      has_more: boolean;
    };
  const remove = (person: Person, accountId: string, id: unknown) =>
    person.send('DELETE', `/views/${String(id)}`, { headers: { 'hundi-account': accountId } });

  it('are seen by their maker, and by other members when they are shared', async () => {
    const { person, accountId } = await signedUp(gateway);
    const { person: colleague } = await memberOf(gateway, { by: person, accountId, role: 'viewer' });
    const own = await save(person, accountId);
    expect([own.status, own.json]).toEqual([
      200,
      expect.objectContaining({ ...VIEW, shared: false, id: expect.stringMatching(/^view_/) as string }),
    ]);
    const shared = await save(person, accountId, { name: 'For all', page: 'refunds', shared: true });
    expect((await list(person, accountId)).data.map(({ id }) => id)).toEqual([shared.json.id, own.json.id]);
    expect((await list(colleague, accountId)).data).toEqual([shared.json]);
    expect((await list(person, accountId, '?page=payments')).data).toEqual([own.json]);
    const stranger = (await signedUp(gateway)).person;
    expect((await stranger.get('/views', { 'hundi-account': accountId })).code).toBe('resource_missing');
  });

  it('come in pages', async () => {
    const { person, accountId } = await signedUp(gateway);
    for (const name of ['a', 'b', 'c']) await save(person, accountId, { name });
    const first = await list(person, accountId, '?limit=2');
    expect([first.data.map(({ name }) => name), first.has_more]).toEqual([['c', 'b'], true]);
    const rest = await list(person, accountId, `?starting_after=${first.data[1]!.id}`);
    expect([rest.data.map(({ name }) => name), rest.has_more]).toEqual([['a'], false]);
  });

  it('are deleted by their maker, shared ones also by owners and admins, and with the membership of their maker', async () => {
    const { person, accountId } = await signedUp(gateway);
    const { person: support, userId } = await memberOf(gateway, { by: person, accountId, role: 'support' });
    const [own, shared] = [await save(support, accountId), await save(support, accountId, { shared: true })];
    const { person: viewer } = await memberOf(gateway, { by: person, accountId, role: 'viewer' });
    expect([(await remove(person, accountId, own.json.id)).code, (await remove(viewer, accountId, shared.json.id)).code]).toEqual(
      Array(2).fill('resource_missing'),
    );
    expect((await remove(person, accountId, '%00')).code).toBe('resource_missing');
    expect((await remove(person, accountId, shared.json.id)).status).toBe(200);
    await person.send('DELETE', `/members/${userId}`, { headers: { 'hundi-account': accountId } });
    expect(await askDatabase(gateway.keyStore.databaseUrl, 'SELECT id FROM gateway.saved_views WHERE user_id = $1', [userId])).toEqual([]);
  });

  it.each([
    ['query', 'token=sk_test_0TgWzRaB00xK2mNq5Yd8Vf3L'],
    ['query', 'q=%73k_live_abc'],
    ['query', 'secret=whsec_abc'],
    ['name', 'Bearer abc'],
    ['query', 'x'.repeat(2_001)],
    ['page', 'Payments/../'],
    ['name', ''],
  ])('hold no secret and nothing too long: %s', async (field, value) => {
    const { person, accountId } = await signedUp(gateway);
    const answer = await save(person, accountId, { [field]: value });
    expect([answer.status, (answer.json.error as { param: string }).param]).toEqual([400, field]);
  });

  it('are at most a hundred of a member in an account, however many are saved at once', async () => {
    const { person, accountId } = await signedUp(gateway);
    await save(person, accountId);
    await askDatabase(
      gateway.keyStore.databaseUrl,
      `INSERT INTO gateway.saved_views SELECT 'view_' || substr(md5(n::text || account_id), 1, 24), account_id, user_id, page, content, is_shared, n
       FROM gateway.saved_views, generate_series(1, ${SAVED_VIEWS_MAX - 4}) AS n WHERE account_id = $1`,
      [accountId],
    );
    const answers = await Promise.all(Array.from({ length: 6 }, () => save(person, accountId)));
    expect(answers.map(({ status, code }) => code ?? status).toSorted()).toEqual([
      200,
      200,
      200,
      ...Array<string>(3).fill('limit_exceeded'),
    ]);
  });

  it('(57) are sealed: no filter stands in clear in the table', async () => {
    const { person, accountId } = await signedUp(gateway);
    await save(person, accountId);
    const rows = await askDatabase(gateway.keyStore.databaseUrl, 'SELECT * FROM gateway.saved_views WHERE account_id = $1', [accountId]);
    expect(rows).toHaveLength(1);
    for (const clear of ['ravi', 'Captured']) expect(JSON.stringify(rows)).not.toContain(clear);
  });
});
