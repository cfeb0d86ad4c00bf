import { newId, shardOfAccount } from '#contracts';
import type { PersonalData } from '#personal-data';
import { askDatabase, FixedClock, testPersonalData } from '#testing';
import { accepted, startGatewayUnderTest, type GatewayUnderTest } from '../../../test/gateway-under-test';
import { newOperator } from '../../../test/operator-person';
import { Person, signedUp } from '../../../test/person';
import { createApiKey } from '../../accounts/operator-accounts';
import { totpCode } from '../second-factor/totp';

const MINUTE_MS = 60_000;

describe('the routes of operators', () => {
  let gateway: GatewayUnderTest;
  let personalData: PersonalData;
  let operator: { person: Person; userId: string };
  const clock = new FixedClock(Date.now());
  beforeAll(async () => {
    gateway = await startGatewayUnderTest({ clock, environment: { RATE_LIMIT_ENABLED: 'false' } });
    personalData = testPersonalData(gateway.keyStore.databaseUrl, gateway.keyStore);
  });
  afterAll(async () => {
    await personalData.close();
    await gateway.stop();
  });
  beforeEach(async () => {
    clock.advanceMs(1);
    operator = await newOperator(gateway, personalData);
  });

  const lastEntry = async (accountId: string) =>
    (
      await askDatabase<Record<string, unknown>>(
        gateway.keyStore.databaseUrl,
        'SELECT action, actor_type, actor_id, resource_id, address, changes FROM accounts.audit_log WHERE account_id = $1 ORDER BY position DESC LIMIT 1',
        [accountId],
      )
    )[0];
  const act = (accountId: string, verb: string, body: object = { note: 'ticket 812' }, by = operator.person) =>
    by.post(`/operator/accounts/${accountId}/${verb}`, body);
  async function withFactor(person: Person): Promise<void> {
    const { json } = await person.post('/user/totp');
    const secret = new URL(String(json.otpauth_uri)).searchParams.get('secret') ?? '';
    await person.post('/user/totp/confirm', { code: totpCode(secret, clock.nowMs()) });
  }
  const ofAccount = async (limit = 100) => (await operator.person.get(`/operator/accounts?limit=${limit}`)).json.data as { id: string }[];

  it('are there for operators alone: nobody else learns of them', async () => {
    const { person, accountId } = await signedUp(gateway);
    for (const stranger of [person, new Person(gateway.url)]) {
      const answers = [
        await stranger.get('/operator/accounts'),
        await stranger.get('/operator/kyc_reviews'),
        await stranger.get('/operator/held_money'),
        await act(accountId, 'suspend', {}, stranger),
        await stranger.post(`/operator/kyc_reviews/kyc_1/decide`, {}),
        await stranger.post(`/operator/apps/app_1/verify`, {}),
      ];
      expect(answers.map(({ status, code }) => `${status} ${code}`)).toEqual(Array(6).fill('404 route_unknown'));
    }
  });

  it('list accounts in pages, by a part of the name, status and mode', async () => {
    const { accountId } = await signedUp(gateway);
    const [first] = await ofAccount(1);
    const page = (await operator.person.get(`/operator/accounts?limit=1&starting_after=${first!.id}`)).json;
    expect(page).toMatchObject({ has_more: true, data: [expect.anything()], next_cursor: (page.data as { id: string }[])[0]!.id });
    const found = async (query: string) => (await operator.person.get(`/operator/accounts?${query}`)).json.data;
    expect(await found(`q=${accountId}`)).toEqual([
      {
        ...{ id: accountId, object: 'account', name: 'Acme', status: 'active', live_enabled: false, live_enabled_at: null, members: 1 },
        ...{ live_requested_at: null, legal_name: null, website: null },
        created_at: expect.any(Number) as number,
      },
    ]);
    expect(await found(`q=${accountId}&status=suspended`)).toEqual([]);
    expect(await found(`q=${accountId}&live_enabled=true`)).toEqual([]);
    const wrong = await operator.person.get('/operator/accounts?status=asleep&limit=0&starting_after=pay_1&name=x');
    expect((wrong.json.error as { errors: { param: string }[] }).errors.map(({ param }) => param).toSorted()).toEqual(
      ['limit', 'name', 'starting_after', 'status'].toSorted(),
    );
  });

  it('need a note, the password sent lately, and a second factor for what touches live mode', async () => {
    const { accountId } = await signedUp(gateway);
    expect((await act(accountId, 'suspend', {})).code).toBe('parameter_missing');
    expect((await act(accountId, 'suspend', { note: ' ' })).code).toBe('parameter_invalid');
    expect((await act(accountId, 'suspend', { note: 'x'.repeat(501) })).code).toBe('parameter_invalid');
    expect((await act(accountId, 'enable_live')).code).toBe('second_factor_missing');
    expect((await act('acct_0TgWzRaB0000000000000000', 'suspend')).code).toBe('resource_missing');
    clock.advanceMs(10 * MINUTE_MS);
    expect((await act(accountId, 'suspend')).code).toBe('step_up_required');
  });

  it('enable and disable live mode, with the operator and the note in the audit log of the account', async () => {
    const { accountId } = await signedUp(gateway);
    await withFactor(operator.person);
    expect((await act(accountId, 'enable_live', { note: 'contract signed' })).json).toMatchObject({ id: accountId, live_enabled: true });
    expect(await lastEntry(accountId)).toEqual({
      ...{ action: 'accounts.enable_live', actor_type: 'operator', actor_id: operator.userId, resource_id: accountId },
      address: expect.any(String) as string,
      changes: expect.objectContaining({ live_enabled: [false, true], note: [null, 'contract signed'] }) as object,
    });
    expect((await act(accountId, 'disable_live')).json).toMatchObject({ live_enabled: false });
  });

  it('(47) suspend an account: keys and sessions are refused within five seconds, and work again once it is resumed', async () => {
    const { person, accountId, answer } = await signedUp(gateway);
    const [{ secret } = { secret: '' }] = answer.json.first_keys as { secret: string }[];
    const session = { 'hundi-account': accountId, 'hundi-mode': 'test' };
    const codes = async () => [
      (await gateway.client.get('/v1/account', { key: secret })).error?.code,
      (await person.get('/v1/account', session)).code,
      (await person.post('/invitations', { email: 'ravi@example.com', role: 'viewer' }, session)).code,
    ];
    expect(await codes()).toEqual([undefined, undefined, undefined]);
    expect((await act(accountId, 'suspend')).json).toMatchObject({ status: 'suspended' });
    clock.advanceMs(5_000);
    expect(await codes()).toEqual(Array(3).fill('account_suspended'));
    expect((await person.get('/members', session)).status).toBe(200);
    expect((await act(accountId, 'resume')).json).toMatchObject({ status: 'active' });
    clock.advanceMs(5_000);
    expect(await codes()).toEqual([undefined, undefined, undefined]);
  });

  it('verify an app', async () => {
    const { person, accountId } = await signedUp(gateway);
    const session = { 'hundi-account': accountId, 'hundi-mode': 'test' };
    const body = { name: 'Books', redirect_uris: ['https://books.example.com/back'], allowed_scopes: ['payments:read'] };
    const { json } = await person.post('/v1/apps', body, session);
    const verify = (decision: string) =>
      operator.person.post(`/operator/apps/${String(json.id)}/verify`, { decision, note: 'known to us' });
    expect((await verify('verified')).json).toMatchObject({ id: json.id, is_verified: true });
    expect(await lastEntry(accountId)).toMatchObject({ action: 'apps.verify', actor_type: 'operator', actor_id: operator.userId });
    expect((await verify('unverified')).json).toMatchObject({ is_verified: false });
    expect(
      (await operator.person.post('/operator/apps/app_0TgWzRaB0000000000000000/verify', { decision: 'verified', note: 'x' })).code,
    ).toBe('resource_missing');
  });

  it('resolve held money by the command of operators, and show what its service lists', async () => {
    const { accountId } = gateway;
    const id = newId('payment', shardOfAccount(accountId), clock.nowMs(), gateway.keyStore.random);
    const held = {
      id,
      accountId,
      livemode: false,
      why: 'wrong_amount',
      status: 'processing',
      amount: 100,
      currency: 'INR',
      createdAtMs: 5_000,
    };
    gateway.found = (last) => {
      if (last.startsWith('held_money?')) return JSON.stringify({ held: [held], hasMore: false });
      return last === id ? JSON.stringify({ accountId, livemode: false }) : undefined;
    };
    const { accountId: account_id, createdAtMs: _at, ...shown } = held;
    expect((await operator.person.get('/operator/held_money')).json).toEqual({
      data: [{ ...shown, account_id, created_at: 5 }],
      has_more: false,
    });
    const body = JSON.stringify({ id, object: 'payment', livemode: false, status: 'captured', customer_name: 'not shown' });
    gateway.answer = async (command) => accepted(command, { status: 200, body });
    const resolved = await operator.person.post(`/operator/held_money/${id}/resolve`, {
      decision: 'captured',
      amount: 90,
      note: 'seen at the bank',
    });
    expect([resolved.status, resolved.json]).toEqual([200, { id, object: 'payment', livemode: false, status: 'captured' }]);
    expect(gateway.commands.at(-1)).toMatchObject({
      ...{ type: 'payments.resolve', streamId: id, accountId, livemode: false },
      actor: { kind: 'operator', id: operator.userId },
      payload: { as: 'captured', amount: 90, by: operator.userId, note: 'seen at the bank' },
    });
    gateway.found = (last) => (last === id ? JSON.stringify({ accountId, livemode: true }) : undefined);
    const live = await operator.person.post(`/operator/held_money/${id}/resolve`, { decision: 'captured', note: 'x' });
    expect(live.code).toBe('second_factor_missing');
    gateway.found = () => undefined;
    expect((await operator.person.post(`/operator/held_money/${id}/resolve`, { decision: 'captured', note: 'x' })).code).toBe(
      'resource_missing',
    );
  });

  it('make keys that live mode needs once it is enabled', async () => {
    const { accountId } = await signedUp(gateway);
    await withFactor(operator.person);
    await act(accountId, 'enable_live');
    expect((await createApiKey(gateway.keyStore, { accountId, kind: 'secret', livemode: true })).key).toMatch(/^sk_live_/);
  });
});
