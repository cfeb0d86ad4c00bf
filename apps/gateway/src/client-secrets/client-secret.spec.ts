import { changedLast } from '#testing';
import { Pepper } from '../auth/pepper';
import { ClientSecrets } from './client-secret';
import { withClientSecrets } from './show-client-secrets';

const HOLDER = { objectId: `pay_${'a'.repeat(24)}`, accountId: `acct_${'b'.repeat(24)}`, livemode: false };
const OTHER = `pay_${'c'.repeat(24)}`;
const secrets = new ClientSecrets(new Pepper('a pepper of this suite'));

describe('a client secret', () => {
  it('opens the payment it was made for, and says whose it is', () => {
    expect(secrets.open(secrets.of(HOLDER), HOLDER.objectId)).toEqual(HOLDER);
    const live = { ...HOLDER, livemode: true };
    expect(secrets.open(secrets.of(live), HOLDER.objectId)).toEqual(live);
  });

  it('opens no other payment', () => {
    expect(secrets.open(secrets.of(HOLDER), OTHER)).toBeUndefined();
  });

  it.each<[string, (secret: string) => unknown]>([
    ['with one character changed at the end', changedLast],
    ['for another account', (secret) => secret.replace('b'.repeat(24), 'd'.repeat(24))],
    ['for the other mode', (secret) => secret.replace('_secret_t', '_secret_l')],
    ['cut short', (secret) => secret.slice(0, -1)],
    ['given twice', (secret) => [secret, secret]],
    ['missing', () => undefined],
  ])('opens nothing %s', (_what, change) => {
    expect(secrets.open(change(secrets.of(HOLDER)), HOLDER.objectId)).toBeUndefined();
  });

  it('lives on while one pepper replaces another, and ends with the pepper', () => {
    const secret = secrets.of(HOLDER);
    const both = new ClientSecrets(new Pepper('1:a pepper of this suite,2:another pepper of it'));
    expect(both.open(secret, HOLDER.objectId)).toEqual(HOLDER);
    expect(both.of(HOLDER)).not.toBe(secret);
    expect(new ClientSecrets(new Pepper('2:another pepper of it')).open(secret, HOLDER.objectId)).toBeUndefined();
  });
});

describe('an answer to the merchant', () => {
  const owner = { accountId: HOLDER.accountId, livemode: false };
  const bodyOf = (id: string, more = {}): object => ({ id, object: 'payment', ...more, client_secret: null });

  it('carries the secret of each payment in it, also in the addresses that it opens', () => {
    const page = `https://pay.example/checkout/${HOLDER.objectId}`;
    const bank = `https://pay.example/sandbox/pay/${HOLDER.objectId}`;
    const body = { data: [bodyOf(OTHER), bodyOf(HOLDER.objectId, { next_action: { url: bank }, checkout_url: page })] };
    const [first, second] = (JSON.parse(withClientSecrets(JSON.stringify(body), secrets, owner)) as { data: Record<string, unknown>[] })
      .data;
    expect(secrets.open(first?.['client_secret'], OTHER)).toBeDefined();
    const secret = secrets.of(HOLDER);
    expect(second).toMatchObject({
      client_secret: secret,
      checkout_url: `${page}?client_secret=${secret}`,
      next_action: { url: `${bank}?client_secret=${secret}` },
    });
  });

  it('carries no secret of a payment that has expired, and that of the next one', () => {
    const expired = { id: OTHER, object: 'payment', livemode: false, status: 'expired', client_secret: null };
    const body = JSON.stringify({ data: [expired, bodyOf(HOLDER.objectId, { livemode: false, status: 'created' })] });
    expect((JSON.parse(withClientSecrets(body, secrets, owner)) as { data: object[] }).data).toMatchObject([
      { client_secret: null },
      { client_secret: secrets.of(HOLDER) },
    ]);
  });

  it.each<[string, Record<string, string>]>([
    ['an id', { id: OTHER }],
    ['an id and a kind', { id: OTHER, object: 'payment' }],
    ['an id behind escaped quotes', { 'a"},"id': '\\', id: OTHER, object: 'payment' }],
    ['the address of its own page elsewhere', { url: `https://evil.example/checkout/${HOLDER.objectId}` }],
  ])('gives each payment its own secret, whatever its metadata names: %s', (_what, metadata) => {
    const page = `https://pay.example/checkout/${HOLDER.objectId}`;
    const payment = { ...bodyOf(HOLDER.objectId, { metadata }), checkout_url: page };
    const refund = { id: 'rfnd_1', object: 'refund', metadata, payment };
    const body = { object: 'list', data: [refund, { ...refund, payment: bodyOf(OTHER, { metadata }) }] };
    const shown = JSON.parse(withClientSecrets(JSON.stringify(body), secrets, owner)) as { data: { payment: object; metadata: object }[] };
    const secret = secrets.of(HOLDER);
    expect(shown.data[0]).toMatchObject({
      metadata,
      payment: { metadata, client_secret: secret, checkout_url: `${page}?client_secret=${secret}` },
    });
    expect(shown.data[1]).toMatchObject({ metadata, payment: { client_secret: secrets.of({ ...HOLDER, objectId: OTHER }) } });
  });

  it('gives no secret away to what a merchant wrote', () => {
    const description = `"id":"${OTHER}","client_secret":null`;
    const url = `https://evil.example/checkout/${OTHER}`;
    const body = JSON.stringify(bodyOf(HOLDER.objectId, { description, metadata: { url } }));
    const shown = JSON.parse(withClientSecrets(body, secrets, owner)) as Record<string, unknown>;
    expect(shown).toMatchObject({ description, metadata: { url }, client_secret: secrets.of(HOLDER) });
  });

  it.each<[string[], object]>([
    [['payments:read', 'subscriptions:read'], { client_secret: null, checkout_url: null }],
    [['payments:write'], { client_secret: secrets.of(HOLDER), checkout_url: expect.stringContaining('?client_secret=pay_') as string }],
  ])('carries the secret for who may write the payment: %j', (scopes, shown) => {
    const page = `https://pay.example/checkout/${HOLDER.objectId}`;
    const bank = `https://pay.example/sandbox/pay/${HOLDER.objectId}`;
    const sub = `sub_${'c'.repeat(24)}`;
    const subscription = { id: sub, object: 'subscription', short_url: `https://pay.example/authorize/${sub}` };
    const data = [bodyOf(HOLDER.objectId, { next_action: { url: bank }, checkout_url: page }), subscription];
    const reader = { ...owner, kind: 'restricted', scopes } as const;
    const [payment, other] = (JSON.parse(withClientSecrets(JSON.stringify({ data }), secrets, reader)) as { data: object[] }).data;
    expect(payment).toMatchObject(shown);
    expect(other).toMatchObject({ short_url: null });
  });
});
