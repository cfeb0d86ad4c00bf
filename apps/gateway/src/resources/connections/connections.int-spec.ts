import { EVENT_TOPIC, type PublicEvent } from '#contracts';
import { eventually } from '#testing';
import { OAuthUnderTest, type TestApp } from '../../../test/oauth-under-test';
import { neighbors, wrongIn } from '../../../test/previous-attributes';
import { createAccount, createApiKey } from '../../accounts/operator-accounts';

const PATH = '/v1/connections';

describe('/v1/connections', () => {
  let oauth: OAuthUnderTest;
  let [books, till]: TestApp[] = [];
  let ids: string[];
  /** In the order in which they came, once each. */
  const published: PublicEvent<Record<string, unknown>>[] = [];
  beforeAll(async () => {
    oauth = await OAuthUnderTest.start();
    await oauth.gateway.bus.consumeEvents(EVENT_TOPIC.accounts, 'test', async (messages) => {
      for (const { value } of messages) {
        const event = JSON.parse(value) as PublicEvent<Record<string, unknown>>;
        if (!published.some(({ id }) => id === event.id)) published.push(event);
      }
    });
    [books, till] = [await oauth.app(), await oauth.app({ name: 'Till' })];
    ids = [];
    for (const app of [books, till]) ids.push(String((await oauth.tokens(app)).json.connection_id));
  });
  afterAll(() => oauth.stop());

  const list = async (query: string, key: string) => {
    const { json, error } = await oauth.gateway.client.get(`${PATH}?${query}`, { key });
    return { has_more: json.has_more, code: error?.code, ids: (json.data as { id: string }[] | undefined)?.map(({ id }) => id) };
  };
  /** Of the account that consented, and of the platform. */
  const sides = () => [oauth.merchantKey, oauth.gateway.testKey];

  it('are seen from both sides, the newest first', async () => {
    for (const key of sides()) expect((await list('', key)).ids).toEqual([ids[1], ids[0]]);
  });

  it('are found by app, account, status and time', async () => {
    for (const key of sides()) {
      expect((await list(`app_id=${books!.id}`, key)).ids).toEqual([ids[0]]);
      expect((await list(`account_id=${oauth.merchantId}&status=active`, key)).ids).toEqual([ids[1], ids[0]]);
      expect((await list(`account_id=${oauth.gateway.accountId}`, key)).ids).toEqual([]);
      expect((await list('created_at[gt]=2200000000', key)).ids).toEqual([]);
    }
  });

  it('are paged both ways', async () => {
    for (const key of sides()) {
      const first = await list('limit=1', key);
      expect([first.ids, first.has_more]).toEqual([[ids[1]], true]);
      expect(await list(`limit=1&starting_after=${ids[1]}`, key)).toMatchObject({ ids: [ids[0]], has_more: false });
      expect(await list(`limit=1&ending_before=${ids[0]}`, key)).toMatchObject({ ids: [ids[1]], has_more: false });
      expect((await list('order=asc', key)).ids).toEqual(ids);
    }
  });

  it('are hidden from every other account, and from the other mode', async () => {
    const { keyStore } = oauth.gateway;
    const { id: accountId } = await createAccount(keyStore, { name: 'Other' });
    const { key } = await createApiKey(keyStore, { accountId, kind: 'secret', livemode: false });
    const { key: live } = await createApiKey(keyStore, { accountId: oauth.gateway.accountId, kind: 'secret', livemode: true });
    for (const other of [key, live]) {
      expect((await list('', other)).ids).toEqual([]);
      expect((await list(`starting_after=${ids[0]}`, other)).code).toBe('cursor_invalid');
      expect((await oauth.gateway.client.get(`${PATH}/${ids[0]}`, { key: other })).error.code).toBe('resource_missing');
    }
  });

  it.each(['%00', 'conn_1%00', '__proto__'])('have no %s among them', async (id) => {
    for (const method of ['GET', 'DELETE']) {
      const { status, error } = await oauth.gateway.client.send(method, `${PATH}/${id}`, { key: oauth.gateway.testKey });
      expect([method, status, error.code]).toEqual([method, 404, 'resource_missing']);
    }
  });

  it('stay active after a dry run of their end, from both sides', async () => {
    for (const key of sides()) {
      const { json } = await oauth.gateway.client.send('DELETE', `${PATH}/${ids[0]}?dry_run=true`, { key });
      expect(json).toMatchObject({ object: 'dry_run', status: 200, events: [{ type: 'connection.revoked' }] });
      expect((await oauth.gateway.client.get(`${PATH}/${ids[0]}`, { key })).json.status).toBe('active');
    }
  });

  it('are shown as they were, from both sides', async () => {
    for (const key of sides()) {
      expect((await oauth.gateway.client.get(`${PATH}/${ids[0]}?as_of=1`, { key })).json.sequence).toBe(1);
      expect((await oauth.gateway.client.get(`${PATH}/${ids[0]}?as_of=9`, { key })).error?.code).toBe('resource_missing');
    }
  });

  it('has its events in the feed of both accounts, in order', async () => {
    const app = await oauth.app({ name: 'Both' });
    const { json } = await oauth.tokens(app);
    const id = String(json.connection_id);
    await oauth.tokens(app, { scope: 'payments:read refunds:read' });
    await oauth.gateway.client.send('DELETE', `${PATH}/${id}`, { key: oauth.merchantKey });
    await eventually(() => {
      for (const account_id of [oauth.merchantId, oauth.gateway.accountId]) {
        const events = published.filter((event) => event.account_id === account_id && event.resource.id === id);
        expect(events.map(({ type, sequence }) => [type, sequence])).toEqual([
          ['connection.created', 1],
          ['connection.updated', 2],
          ['connection.revoked', 3],
        ]);
        expect(wrongIn(neighbors(events))).toEqual([]);
        expect(events.map(({ data }) => data.previous_attributes)).toEqual([
          null,
          expect.objectContaining({ scopes: ['payments:read'] }),
          { status: 'active', revoked_at: null, revoked_by: null },
        ]);
      }
    });
  });

  it('refuses what is no account', async () => {
    expect((await list('account_id=acct_1', oauth.merchantKey)).code).toBe('parameter_invalid');
  });
});
