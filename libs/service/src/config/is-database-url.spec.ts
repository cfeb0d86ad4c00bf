import { IsDatabaseUrl, withOwnDatabaseUrl } from './is-database-url';
import { loadConfig } from './load-config';

class Settings {
  nodeEnv: string = 'development';

  @IsDatabaseUrl()
  databaseUrl!: string;
}

function problemWith(databaseUrl: string, nodeEnv: string): string {
  class Given extends Settings {
    override nodeEnv = nodeEnv;
  }
  try {
    loadConfig(Given, { DATABASE_URL: databaseUrl });
    return '';
  } catch (error) {
    return (error as { violations: string[] }).violations.join();
  }
}

describe('a database URL', () => {
  const STILL = 'DATABASE_URL still has its password for development';

  it.each([
    'postgres://hundi:development-only-database@postgres:5432/hundi',
    'postgres://hundi:development%2Donly-database@postgres:5432/hundi',
    'postgres://hundi@postgres:5432/hundi?password=development-only-database',
  ])('is refused in production when its password was made for development: %s', (url) => {
    expect(problemWith(url, 'production')).toBe(STILL);
    expect(problemWith(url, 'development')).toBe('');
  });

  it.each([
    'postgres://hundi:p%40ss%3Aw%2Fo%3Fr%23d%25@db.example:5432/hundi?sslmode=verify-full&sslrootcert=/run/ca.pem',
    'postgres://hundi@db/hundi',
  ])('is taken otherwise: %s', (url) => expect(problemWith(url, 'production')).toBe(''));

  it('of another kind is refused, and not repeated', () => {
    expect(problemWith('mysql://hundi:canary@db/hundi', 'production')).toBe('DATABASE_URL must be a URL address');
  });
});

describe('the database URL of a service', () => {
  const env = { DATABASE_URL: 'postgres://admin@db/hundi', KYC_DATABASE_URL: 'postgres://hundi_kyc@db/hundi' };

  it('stands in place of the shared one', () => {
    expect(withOwnDatabaseUrl(env, 'KYC_DATABASE_URL').DATABASE_URL).toBe(env.KYC_DATABASE_URL);
    expect(withOwnDatabaseUrl(env, 'PAYMENTS_DATABASE_URL').DATABASE_URL).toBe(env.DATABASE_URL);
  });

  it('does not when the service migrates: its role may not make tables', () => {
    expect(withOwnDatabaseUrl(env, 'KYC_DATABASE_URL', 'migrate').DATABASE_URL).toBe(env.DATABASE_URL);
  });
});
