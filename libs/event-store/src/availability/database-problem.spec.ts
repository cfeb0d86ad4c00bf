import { requireVersion } from './await-database';
import { databaseProblem } from './database-problem';

const URL_OF_PAYMENTS = 'postgres://hundi_payments:s3cret@db.example:6432/hundi';
const withCode = (code: string, message: string): Error => Object.assign(new Error(message), { code });

describe('what an error of Postgres means', () => {
  it.each([
    [withCode('ECONNREFUSED', 'connect ECONNREFUSED 10.0.0.7:6432'), 'away', 'Postgres at db.example:6432 does not answer (ECONNREFUSED)'],
    [withCode('57P03', 'the database system is starting up'), 'away', 'Postgres at db.example:6432 does not answer (57P03)'],
    [new Error('timeout expired'), 'away', 'Postgres at db.example:6432 does not answer (timeout expired)'],
    [
      new Error('outer', { cause: withCode('ENOTFOUND', 'no such host') }),
      'away',
      'Postgres at db.example:6432 does not answer (ENOTFOUND)',
    ],
    [
      withCode('28P01', 'password authentication failed for user "hundi_payments"'),
      'login',
      'Postgres at db.example:6432 does not let the user hundi_payments into the database hundi (password authentication failed for user "hundi_payments")',
    ],
    [
      withCode('42501', 'permission denied for table events'),
      'forbidden',
      'Postgres does not allow the user hundi_payments what Hundi needs in the database hundi (permission denied for table events)',
    ],
    [
      withCode('42501', 'permission denied for schema payments'),
      'forbidden',
      'Postgres does not allow the user hundi_payments what Hundi needs in the database hundi (permission denied for schema payments)',
    ],
    [
      withCode('CERT_HAS_EXPIRED', 'certificate has expired'),
      'login',
      'The TLS connection to Postgres at db.example:6432 fails (CERT_HAS_EXPIRED)',
    ],
  ])('%s', (error, kind, sentence) => {
    const problem = databaseProblem(error, URL_OF_PAYMENTS);
    expect(problem).toEqual({ kind, sentence, advice: expect.stringMatching(/\w{3}.*[.?]$/) as string });
    expect(JSON.stringify(problem)).not.toContain('s3cret');
  });

  it('is nothing where it is a bug of ours', () => {
    expect(databaseProblem(withCode('42601', 'syntax error'), URL_OF_PAYMENTS)).toBeUndefined();
    expect(databaseProblem(new TypeError('x is not a function'), URL_OF_PAYMENTS)).toBeUndefined();
  });
});

describe('the version of Postgres', () => {
  it.each(['16.0', '16.4 (Debian 16.4-1.pgdg120+1)', '18beta1', '19.2'])('%s is new enough', (version) => {
    expect(() => requireVersion(version)).not.toThrow();
  });

  it.each(['15.8', '9.6.24', '15.8 (Debian 15.8-0+deb12u1)'])('%s is refused in words', (version) => {
    expect(() => requireVersion(version)).toThrow(`Postgres ${version} is too old.\nHundi needs Postgres 16 or newer.`);
  });
});
