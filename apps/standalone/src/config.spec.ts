import { ConfigError, loadConfig } from '#service';
import { publicDefaults, StandaloneConfig } from './config';

describe('what suits one machine', () => {
  it.each([
    ['127.0.0.1', 'true'],
    ['::1', 'true'],
    ['localhost', 'true'],
    ['0.0.0.0', 'false'],
    ['::', 'false'],
    ['192.168.1.7', 'false'],
    ['127.0.0.1.example.com', 'false'],
  ])('is metrics on the public port of %s, and test webhooks to this machine: %s', (host, expected) => {
    const { METRICS_ON_PUBLIC_PORT: metrics, WEBHOOKS_TEST_TARGET_ALLOWLIST: targets } = publicDefaults({ url: 'http://hundi', host });
    expect([metrics, targets !== undefined]).toEqual([expected, expected === 'true']);
  });
});

describe('the migration and the commands of operators', () => {
  const refusedIn = (nodeEnv: string, variable: string): readonly string[] => {
    const env = {
      NODE_ENV: nodeEnv,
      KAFKA_TRUSTED_NETWORK: 'true',
      [variable]: 'postgres://hundi:development-only-database@postgres/hundi',
    };
    try {
      loadConfig(StandaloneConfig, env);
      return [];
    } catch (error) {
      return error instanceof ConfigError ? error.violations : [String(error)];
    }
  };

  it.each([
    'DATABASE_URL',
    'GATEWAY_DATABASE_URL',
    'PAYMENTS_DATABASE_URL',
    'KYC_DATABASE_URL',
    'WEBHOOKS_DATABASE_URL',
    'OPERATOR_DATABASE_URL',
  ])('refuse %s in production with its password for development', (variable) => {
    expect(refusedIn('production', variable)).toEqual([`${variable} still has its password for development`]);
    expect(refusedIn('development', variable)).toEqual([]);
  });
});
