import 'reflect-metadata';
import { IsArray, IsBoolean, IsInt, IsOptional, IsString, Max, Min, MinLength } from 'class-validator';
import { TEST_INDEX_KEY, TEST_PERSONAL_DATA_KEYS } from '#testing';
import { ConfigError, loadConfig, variablesOf } from './load-config';
import { ProcessConfig } from './process-config';

class ExampleConfig {
  @IsInt()
  @Min(0)
  @Max(65_535)
  port: number = 4000;

  @IsBoolean()
  logPretty: boolean = false;

  @IsOptional()
  @IsArray()
  @IsString({ each: true })
  kafkaBrokers?: string[];

  @MinLength(16)
  apiKeyPepper!: string;
}

const PEPPER = 'sixteen-characters-or-more';

function violationsOf(env: Record<string, string | undefined>, Shape: new () => object = ExampleConfig): readonly string[] {
  try {
    loadConfig(Shape, env);
  } catch (error) {
    if (error instanceof ConfigError) return error.violations;
    throw error;
  }
  return [];
}

describe('loadConfig', () => {
  it('reads numbers, booleans and lists by the type of the property', () => {
    const config = loadConfig(ExampleConfig, {
      PORT: '0',
      LOG_PRETTY: 'true',
      KAFKA_BROKERS: 'one:9092, two:9092',
      API_KEY_PEPPER: PEPPER,
    });
    expect(config).toEqual({ port: 0, logPretty: true, kafkaBrokers: ['one:9092', 'two:9092'], apiKeyPepper: PEPPER });
  });

  it('uses the defaults for what is not set or empty', () => {
    expect(loadConfig(ExampleConfig, { API_KEY_PEPPER: PEPPER, PORT: '' })).toMatchObject({ port: 4000, logPretty: false });
  });

  it('returns a frozen config, lists included', () => {
    const config = loadConfig(ExampleConfig, { KAFKA_BROKERS: 'one:9092', API_KEY_PEPPER: PEPPER });
    expect(() => Object.assign(config, { port: 1 })).toThrow(TypeError);
    expect(() => config.kafkaBrokers?.push('two:9092')).toThrow(TypeError);
  });

  it('names all violations at once, by variable, in the order of declaration', () => {
    expect(violationsOf({ PORT: '70000', LOG_PRETTY: 'yes', KAFKA_BROKERS: 'one,,two' })).toEqual([
      'PORT must not be greater than 65535',
      'LOG_PRETTY must be true or false',
      'KAFKA_BROKERS must be a list separated by commas, without empty items',
      'API_KEY_PEPPER is missing',
    ]);
  });

  it.each(['0x10', '1e3', '12abc', ' ', '4_000', 'NaN', 'Infinity', '4000.5'])('refuses or ignores the port "%s"', (port) => {
    const violations = violationsOf({ PORT: port, API_KEY_PEPPER: PEPPER });
    expect(violations).toHaveLength(port.trim() === '' ? 0 : 1);
  });

  it('never repeats a value in what it says', () => {
    expect(violationsOf({ PORT: 'planted-canary', API_KEY_PEPPER: 'short-canary' }).join()).not.toContain('canary');
  });

  it('asks for an optional variable that this process needs', () => {
    expect(() => loadConfig(ExampleConfig, { API_KEY_PEPPER: PEPPER, PORT: 'x' }, ['kafkaBrokers'])).toThrow(
      expect.objectContaining({ violations: ['PORT must be a number in plain digits', 'KAFKA_BROKERS is missing'] }),
    );
  });

  it('lists the variables of a class with need and default, those of its parent too', () => {
    class ChildConfig extends ProcessConfig {
      @IsInt()
      port: number = 4000;
    }
    const byName = new Map(variablesOf(ChildConfig).map((variable) => [variable.name, variable]));
    expect([...byName.keys()].sort()).toEqual(
      [
        'DATABASE_PASSWORD',
        'DATABASE_SETTINGS_ALLOWED_OFF',
        'DATABASE_URL',
        'HOST',
        'INTERNAL_PORT',
        'INTERNAL_TOKEN',
        'KAFKA_BROKERS',
        'KAFKA_CREATE_TOPICS',
        'KAFKA_PRODUCER',
        'KAFKA_REPLICATION',
        'KAFKA_SASL_MECHANISM',
        'KAFKA_SASL_OAUTH_CLIENT_ID',
        'KAFKA_SASL_OAUTH_CLIENT_SECRET',
        'KAFKA_SASL_OAUTH_SCOPE',
        'KAFKA_SASL_OAUTH_TOKEN_URL',
        'KAFKA_SASL_PASSWORD',
        'KAFKA_SASL_USERNAME',
        'KAFKA_SSL',
        'KAFKA_SSL_CA',
        'KAFKA_SSL_CERT',
        'KAFKA_SSL_KEY',
        'KAFKA_TOPIC_PREFIX',
        'KAFKA_TRUSTED_NETWORK',
        'LOG_LEVEL',
        'LOG_PRETTY',
        'NODE_ENV',
        'OTEL_EXPORTER_OTLP_ENDPOINT',
        'OTEL_TRACES_SAMPLER_ARG',
        'PERSONAL_DATA_INDEX_KEY',
        'PERSONAL_DATA_KEY_AGE_MS',
        'PERSONAL_DATA_KEYS',
        'PORT',
        'SHUTDOWN_GRACE_MS',
        'START_WAIT_MS',
      ].sort(),
    );
    expect(byName.get('DATABASE_URL')).toMatchObject({ isRequired: true });
    expect(byName.get('KAFKA_BROKERS')).toMatchObject({ isRequired: false });
    expect(byName.get('PORT')).toMatchObject({ isRequired: false, defaultValue: 4000 });
  });
});

describe('ProcessConfig', () => {
  const env = {
    DATABASE_URL: 'postgres://hundi:secret@postgres/hundi',
    INTERNAL_TOKEN: 'development-only-internal-token',
    PERSONAL_DATA_KEYS: TEST_PERSONAL_DATA_KEYS,
    PERSONAL_DATA_INDEX_KEY: TEST_INDEX_KEY,
  };

  it('accepts a database on a host without dots', () => {
    expect(loadConfig(ProcessConfig, env).databaseUrl).toBe(env.DATABASE_URL);
  });

  it('refuses to start in production with a secret made for development', () => {
    const DATABASE_URL = 'postgres://hundi:development-only-database@postgres/hundi';
    expect(violationsOf({ ...env, DATABASE_URL, NODE_ENV: 'production' }, ProcessConfig)).toEqual([
      'DATABASE_URL still has its password for development',
      'INTERNAL_TOKEN still has its value for development',
    ]);
    expect(violationsOf({ ...env, DATABASE_URL }, ProcessConfig)).toEqual([]);
  });

  it('takes two internal tokens while one replaces the other, each long enough and none made for development', () => {
    const token = (text: string, nodeEnv = 'development') =>
      violationsOf({ ...env, INTERNAL_TOKEN: text, NODE_ENV: nodeEnv }, ProcessConfig);
    const first = 'a-token-of-this-installation';
    expect(token(`${first}, another-token-of-this-installation`)).toEqual([]);
    for (const list of [`${first},short`, `${first},`]) expect(token(list)).toEqual([expect.stringContaining('INTERNAL_TOKEN must be')]);
    expect(token(`${first},development-only-internal-token`, 'production')).toContain('INTERNAL_TOKEN still has its value for development');
  });

  it('refuses to start in production with a key made for development, also as an old one', () => {
    const list = `${TEST_PERSONAL_DATA_KEYS},${TEST_PERSONAL_DATA_KEYS.replace('test-1', 'development-only')}`;
    const production = { ...env, INTERNAL_TOKEN: 'a-token-of-this-installation', NODE_ENV: 'production' };
    expect(violationsOf({ ...production, PERSONAL_DATA_KEYS: list }, ProcessConfig)).toEqual([
      'PERSONAL_DATA_KEYS still names a key for development',
    ]);
    expect(loadConfig(ProcessConfig, production).personalDataKeys).toBe(TEST_PERSONAL_DATA_KEYS);
  });

  it.each(['', 'no-colon', 'short:AAAA', `${TEST_PERSONAL_DATA_KEYS},${TEST_PERSONAL_DATA_KEYS}`])(
    'refuses %j as a list of keys',
    (list) => {
      expect(violationsOf({ ...env, PERSONAL_DATA_KEYS: list }, ProcessConfig)).toEqual([
        expect.stringMatching(/^PERSONAL_DATA_KEYS (is missing|must be a list)/),
      ]);
    },
  );

  it('refuses a database address of another kind without repeating it', () => {
    expect(violationsOf({ ...env, DATABASE_URL: 'mysql://hundi:canary@db/hundi' }, ProcessConfig)).toEqual([
      'DATABASE_URL must be a URL address',
    ]);
  });
});
