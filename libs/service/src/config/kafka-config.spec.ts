import 'reflect-metadata';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TEST_INDEX_KEY, TEST_PERSONAL_DATA_KEYS } from '#testing';
import { kafkaOptionsOf } from './kafka-options';
import { ConfigError, loadConfig } from './load-config';
import { ProcessConfig } from './process-config';

const NEEDED = {
  DATABASE_URL: 'postgres://hundi:secret@postgres/hundi',
  INTERNAL_TOKEN: 'a-token-of-this-installation',
  PERSONAL_DATA_KEYS: TEST_PERSONAL_DATA_KEYS,
  PERSONAL_DATA_INDEX_KEY: TEST_INDEX_KEY,
};
const PRODUCTION = { NODE_ENV: 'production', KAFKA_BROKERS: 'kafka:9093' };
const LOGIN = { KAFKA_SASL_MECHANISM: 'SCRAM-SHA-512', KAFKA_SASL_USERNAME: 'payments', KAFKA_SASL_PASSWORD: 'secret-of-payments' };

const read = (env: Record<string, string>) => loadConfig(ProcessConfig, { ...NEEDED, ...env });
function violationsOf(env: Record<string, string>): readonly string[] {
  try {
    kafkaOptionsOf(read(env));
  } catch (error) {
    if (error instanceof ConfigError) return error.violations;
    throw error;
  }
  return [];
}

describe('the configuration of Kafka', () => {
  it('asks for nothing in development, and for nothing in production without brokers', () => {
    expect(violationsOf({ KAFKA_BROKERS: 'kafka:9092' })).toEqual([]);
    expect(violationsOf({ NODE_ENV: 'production' })).toEqual([]);
    expect(kafkaOptionsOf(read({ KAFKA_BROKERS: 'kafka:9092' })).security).toEqual({ tls: undefined, sasl: undefined });
  });

  it.each(['localhost', 'kafka:', 'kafka:abc', 'kafka:0', 'kafka:65536', 'http://kafka:9092', '[::1]:9092', 'kafka-1:9092,kafka-2'])(
    'refuses brokers that nothing can connect to: %s',
    (brokers) =>
      expect(violationsOf({ KAFKA_BROKERS: brokers })).toEqual(['KAFKA_BROKERS must be host:port, or several separated by commas']),
  );

  it.each(['acme.', 'acme-test_', '2.', `${'a'.repeat(99)}-`])('takes %s as the beginning of names at a Kafka of several', (prefix) => {
    expect(violationsOf({ KAFKA_TOPIC_PREFIX: prefix })).toEqual([]);
    expect(kafkaOptionsOf(read({ KAFKA_TOPIC_PREFIX: prefix })).topicPrefix).toBe(prefix);
  });

  it.each(['acme', 'acme/', '.', '.acme.', 'acme corp.', 'आ.', `${'a'.repeat(100)}.`])(
    'refuses %s as the beginning of names: Kafka does not take it, or it would run into the name',
    (prefix) =>
      expect(violationsOf({ KAFKA_TOPIC_PREFIX: prefix })).toEqual([expect.stringContaining('KAFKA_TOPIC_PREFIX must be letters')]),
  );

  it('leaves names as they are without a prefix', () => {
    expect(kafkaOptionsOf(read({ KAFKA_TOPIC_PREFIX: '' })).topicPrefix).toBeUndefined();
  });

  it('takes several brokers, by name or address', () => {
    expect(violationsOf({ KAFKA_BROKERS: 'kafka_1:9092, 10.0.0.7:65535,b-1.example.com:9096' })).toEqual([]);
  });

  it('refuses production without TLS and without a login, and names the settings', () => {
    const [violation, ...others] = violationsOf(PRODUCTION);
    expect(others).toEqual([]);
    for (const name of ['KAFKA_BROKERS', 'KAFKA_SSL', 'KAFKA_SASL_MECHANISM', 'KAFKA_TRUSTED_NETWORK']) expect(violation).toContain(name);
  });

  it.each([
    ['a login', { KAFKA_SSL: 'true' }, 'without a login'],
    ['TLS', LOGIN, 'without TLS'],
  ])('refuses production without %s', (_what, env, sentence) => {
    expect(violationsOf({ ...PRODUCTION, ...env })).toEqual([expect.stringContaining(sentence)]);
  });

  it.each([
    ['TLS and a password', { KAFKA_SSL: 'true', ...LOGIN }],
    ['TLS and a client certificate', { KAFKA_SSL: 'true', KAFKA_SSL_CERT: 'PEM', KAFKA_SSL_KEY: 'PEM' }],
    ['the word that the network is trusted', { KAFKA_TRUSTED_NETWORK: 'true' }],
  ])('accepts production with %s', (_what, env) => {
    expect(violationsOf({ ...PRODUCTION, ...env })).toEqual([]);
  });

  it.each<[string, Record<string, string>, string]>([
    ['a mechanism without a name', { ...LOGIN, KAFKA_SASL_USERNAME: '' }, 'KAFKA_SASL_MECHANISM also needs KAFKA_SASL_USERNAME'],
    [
      'a mechanism without a password',
      { ...LOGIN, KAFKA_SASL_PASSWORD: '' },
      'KAFKA_SASL_MECHANISM also needs KAFKA_SASL_PASSWORD or KAFKA_SASL_PASSWORD_FILE',
    ],
    ['a mechanism that Kafka does not know', { ...LOGIN, KAFKA_SASL_MECHANISM: 'MD5' }, 'KAFKA_SASL_MECHANISM'],
    ['OAUTHBEARER alone', { KAFKA_SASL_MECHANISM: 'OAUTHBEARER' }, 'KAFKA_SASL_OAUTH_TOKEN_URL and KAFKA_SASL_OAUTH_CLIENT_ID'],
    ['certificates without TLS', { KAFKA_SSL_CA: 'PEM' }, 'KAFKA_SSL_CA is set, and KAFKA_SSL is not true'],
    [
      'a file that is not there',
      { KAFKA_SSL: 'true', KAFKA_SSL_CA_FILE: '/nowhere/ca.pem' },
      'KAFKA_SSL_CA_FILE names a file that cannot be read (ENOENT)',
    ],
  ])('refuses %s, without its secrets', (_what, env, sentence) => {
    const violations = violationsOf(env);
    expect(violations).toEqual([expect.stringContaining(sentence)]);
    expect(violations.join()).not.toContain('secret-of-payments');
  });

  it('takes certificates and passwords as text, with line feeds as \\n, or from files', () => {
    const folder = mkdtempSync(join(tmpdir(), 'hundi-kafka-config-'));
    writeFileSync(join(folder, 'key.pem'), 'KEY\n');
    writeFileSync(join(folder, 'password'), 'from-a-file\n');
    const env = { KAFKA_SSL: 'true', KAFKA_SSL_CA: 'ONE\\nTWO', KAFKA_SSL_KEY_FILE: join(folder, 'key.pem'), ...LOGIN };
    const { security } = kafkaOptionsOf(read({ ...env, KAFKA_SASL_PASSWORD: '', KAFKA_SASL_PASSWORD_FILE: join(folder, 'password') }));
    rmSync(folder, { recursive: true });
    expect(security).toEqual({
      tls: { ca: 'ONE\nTWO', key: 'KEY' },
      sasl: { mechanism: 'SCRAM-SHA-512', username: 'payments', password: 'from-a-file' },
    });
  });

  describe('with tokens', () => {
    let server: Server;
    const asked: { headers: IncomingHttpHeaders; body: string }[] = [];
    let answer = { status: 200, body: '{"access_token":"token-1","expires_in":3600}' };
    beforeAll(async () => {
      server = createServer((request, response) => {
        let body = '';
        request.on('data', (chunk) => (body += String(chunk)));
        request.on('end', () => {
          asked.push({ headers: request.headers, body });
          response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
        });
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    });
    afterAll(() => server.close());
    beforeEach(() => (asked.length = 0));

    const tokens = (): (() => Promise<string>) => {
      const { port } = server.address() as AddressInfo;
      const own = { KAFKA_SASL_OAUTH_TOKEN_URL: `http://127.0.0.1:${port}/token`, KAFKA_SASL_OAUTH_SCOPE: 'kafka' };
      const client = { KAFKA_SASL_OAUTH_CLIENT_ID: 'payments', KAFKA_SASL_OAUTH_CLIENT_SECRET: 's:cret' };
      const { sasl } = kafkaOptionsOf(read({ KAFKA_SASL_MECHANISM: 'OAUTHBEARER', ...own, ...client })).security ?? {};
      if (sasl?.mechanism !== 'OAUTHBEARER') throw new Error('no tokens');
      return () => sasl.token();
    };

    it('asks by client credentials, once for all who ask while the token is good', async () => {
      const token = tokens();
      expect([...(await Promise.all([token(), token()])), await token()]).toEqual(['token-1', 'token-1', 'token-1']);
      expect(asked).toHaveLength(1);
      expect(asked[0]?.body).toBe('grant_type=client_credentials&scope=kafka');
      expect(asked[0]?.headers.authorization).toBe(`Basic ${Buffer.from('payments:s%3Acret').toString('base64')}`);
    });

    it('asks again for a token that is over', async () => {
      answer = { status: 200, body: '{"access_token":"token-2","expires_in":0}' };
      const token = tokens();
      await token();
      await token();
      expect(asked).toHaveLength(2);
    });

    it('says what the endpoint answered, and nothing of the secret', async () => {
      answer = { status: 401, body: '{}' };
      await expect(tokens()()).rejects.toThrow(/^the token endpoint of Kafka's login answers 401$/);
    });
  });
});
