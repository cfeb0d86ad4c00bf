import 'reflect-metadata';
import { IsInt, IsOptional, IsString } from 'class-validator';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IsDatabaseUrl, withOwnDatabaseUrl } from './is-database-url';
import { ConfigError, loadConfig } from './load-config';

class ExampleConfig {
  @IsInt()
  port: number = 4000;

  @IsOptional()
  @IsString()
  secret?: string;

  @IsOptional()
  @IsDatabaseUrl()
  databaseUrl?: string;

  @IsOptional()
  @IsString()
  databasePassword?: string;
}

const HARD_PASSWORD = 'p@ss:w/o?r#d%40';

describe('a value that stands in a file', () => {
  let folder: string;
  beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'hundi-values-'))));
  afterAll(() => rmSync(folder, { recursive: true }));

  const fileWith = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const violationsOf = (env: Record<string, string>): readonly string[] => {
    try {
      loadConfig(ExampleConfig, env);
      return [];
    } catch (error) {
      return (error as ConfigError).violations;
    }
  };

  it.each([
    ['SECRET', 'canary\n', { secret: 'canary' }],
    ['SECRET', 'canary\r\n', { secret: 'canary' }],
    ['SECRET', ' with blanks \n\n', { secret: ' with blanks \n' }],
    ['PORT', '4711\n', { port: 4711 }],
  ])('is read for %s: %j', (name, text, expected) => {
    expect(loadConfig(ExampleConfig, { [`${name}_FILE`]: fileWith('value', text) })).toMatchObject(expected);
  });

  it('is refused beside the value itself: one of them would be ignored', () => {
    const env = { SECRET: 'canary', SECRET_FILE: fileWith('both', 'canary') };
    expect(violationsOf(env)).toEqual(['SECRET and SECRET_FILE are both set: which one is meant?']);
    expect(violationsOf({ ...env, SECRET: '' })).toEqual([]);
  });

  it.each([
    ['that is not there', () => join(folder, 'none'), 'SECRET_FILE names a file that cannot be read (ENOENT)'],
    ['that is a folder', () => folder, 'SECRET_FILE names a file that cannot be read (EISDIR)'],
    ['that is empty', () => fileWith('empty', '\n'), 'SECRET_FILE names a file that is empty'],
  ])('is refused of a file %s', (_what, path, sentence) => {
    expect(violationsOf({ SECRET_FILE: path() })).toEqual([sentence]);
  });

  it('is judged by the same rules', () => {
    expect(violationsOf({ PORT_FILE: fileWith('port', 'many') })).toEqual(['PORT must be a number in plain digits']);
  });

  describe('of a database', () => {
    const encoded = encodeURIComponent(HARD_PASSWORD);
    const url = 'postgres://hundi@db:5432/hundi';

    it.each([
      ['a variable', () => ({ DATABASE_URL: url, DATABASE_PASSWORD: HARD_PASSWORD })],
      ['a file', () => ({ DATABASE_URL: url, DATABASE_PASSWORD_FILE: fileWith('password', `${HARD_PASSWORD}\n`) })],
      ['the URL, encoded', () => ({ DATABASE_URL: `postgres://hundi:${encoded}@db:5432/hundi` })],
      ['a URL in a file', () => ({ DATABASE_URL_FILE: fileWith('url', `postgres://hundi:${encoded}@db:5432/hundi\n`) })],
    ])('may hold any character in %s', (_where, env) => {
      const { databaseUrl = '' } = loadConfig(ExampleConfig, env());
      expect(decodeURIComponent(new URL(databaseUrl).password)).toBe(HARD_PASSWORD);
      expect(databaseUrl).toBe(`postgres://hundi:${encoded}@db:5432/hundi`);
    });

    it('is refused twice, and not repeated', () => {
      expect(violationsOf({ DATABASE_URL: 'postgres://hundi:one@db/hundi', DATABASE_PASSWORD: 'canary' })).toEqual([
        'DATABASE_URL has a password, and DATABASE_PASSWORD is set: which one is meant?',
      ]);
    });

    it('comes with the URL of a service of its own, and not from that of all', () => {
      const all = { DATABASE_URL: 'postgres://admin@db/hundi', DATABASE_PASSWORD: 'of-the-owner' };
      const own = { KYC_DATABASE_URL: 'postgres://hundi_kyc@db/hundi', KYC_DATABASE_PASSWORD_FILE: fileWith('kyc', HARD_PASSWORD) };
      const read = (task?: string) =>
        loadConfig(ExampleConfig, withOwnDatabaseUrl({ ...all, ...own }, 'KYC_DATABASE_URL', task)).databaseUrl;
      expect(read()).toBe(`postgres://hundi_kyc:${encoded}@db/hundi`);
      expect(read('migrate')).toBe('postgres://admin:of-the-owner@db/hundi');
      expect(violationsOf(all)).toEqual([]);
    });
  });
});
