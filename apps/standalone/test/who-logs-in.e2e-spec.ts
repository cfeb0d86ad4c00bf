import { askDatabase, hundiUnderTest } from '#testing';

describe('a Hundi that runs', () => {
  it('logs in to Postgres as the role of each service, and never as the user that owns everything', async () => {
    const { databaseUrl } = hundiUnderTest();
    const sessions = await askDatabase<{ role: string; purpose: string }>(
      databaseUrl,
      `SELECT DISTINCT usename AS role, application_name AS purpose FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'hundi %'`,
    );
    expect(new Set(sessions.map(({ role }) => role))).toEqual(new Set(['hundi_gateway', 'hundi_payments', 'hundi_kyc', 'hundi_webhooks']));
    for (const schema of ['payments', 'kyc', 'webhooks']) {
      const own = sessions.filter(({ purpose }) => purpose.startsWith(`hundi ${schema} `)).map(({ role }) => role);
      expect(new Set(own)).toEqual(new Set([`hundi_${schema}`]));
    }
  });
});
