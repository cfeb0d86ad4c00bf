import { NearObjects, RefusalError } from '#listing';
import { createLogger } from '#service';
import { RunningAccounts } from '../accounts/start-accounts';
import type { Caller } from '../auth/authenticator';
import { GatewayConfig } from '../config';
import { Objects } from './objects';
import { ServiceQueries } from './service-queries';

/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:1';
const CALLER: Caller = {
  accountId: 'acct_0TgWzRaB07xK2mNq5Yd8Vf3L',
  livemode: true,
  keyId: 'key_1',
  kind: 'secret',
  scopes: [],
  addresses: null,
  rules: {},
};
const ID = 'pay_0TgWzRaB07xK2mNq5Yd8Vf3L';

describe('one object', () => {
  const config = Object.assign(new GatewayConfig(), {
    paymentsUrl: NOWHERE,
    kycUrl: NOWHERE,
    webhooksUrl: NOWHERE,
    internalToken: 'token',
    queryTimeoutMs: 50,
  });
  const accounts = new RunningAccounts(
    undefined as never,
    NOWHERE,
    { expect: () => undefined },
    { send: async () => undefined },
    async () => undefined,
  );
  const queries = new ServiceQueries(config, accounts);
  let near: NearObjects;
  let objects: Objects;
  beforeEach(() => {
    near = new NearObjects();
    objects = new Objects(queries, near, config, createLogger({ service: 'test', level: 'silent', pretty: false }));
  });
  afterAll(() => queries.onApplicationShutdown());
  const show = () => objects.show('payment', ID, CALLER);

  it('is shown by its service in this process, to the account and mode of the caller', async () => {
    near.serve('payment', async (id, owner) => ({ id, ...owner, none: undefined }));
    expect(await show()).toEqual({ text: `{"id":"${ID}","accountId":"${CALLER.accountId}","livemode":true}`, headers: {} });
  });

  it('is refused as its service refuses it, with the headers that may be passed on', async () => {
    const headers = { 'retry-after': '3', 'x-internal': 'no' };
    near.serve('payment', async () => Promise.reject(new RefusalError('resource_missing', { param: 'id', hint: 'There.' }, headers)));
    await expect(show()).rejects.toMatchObject({
      code: 'resource_missing',
      details: { param: 'id', hint: 'There.' },
      headers: { 'retry-after': '3' },
    });
  });

  it('is not available when it cannot be read, or not in time', async () => {
    near.serve('payment', async () => Promise.reject(new Error('connection lost')));
    await expect(show()).rejects.toMatchObject({ code: 'service_unavailable', headers: { 'retry-after': '1' } });
    near.serve('payment', () => new Promise(() => undefined));
    await expect(show()).rejects.toMatchObject({ code: 'service_unavailable', headers: { 'retry-after': '1' } });
  });

  it('is asked for over HTTP where its service runs elsewhere', async () => {
    near.serve('refund', async () => ({}));
    await expect(show()).rejects.toMatchObject({ code: 'service_unavailable' });
  });
});
