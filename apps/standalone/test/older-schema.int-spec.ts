import { awaitDatabase, inspectDatabase, type SchemaVersion } from '#event-store';
import { askDatabase, testDatabase, type TestDatabase } from '#testing';
import { GATEWAY_SCHEMAS } from '../../gateway/src/index';
import { KYC_SCHEMAS } from '../../kyc/src/index';
import { PAYMENTS_SCHEMAS } from '../../payments/src/index';
import { WEBHOOKS_SCHEMAS } from '../../webhooks/src/index';
import { loginUrlsOf, type LoginUrls } from '../src/login-urls';
import { migrateAll } from '../src/migrations';

const PASSWORDS = { gateway: 'of-gateway', payments: 'of-payments', kyc: 'of-kyc', webhooks: 'of-webhooks', operator: 'of-operator' };
const SERVICES = { gateway: GATEWAY_SCHEMAS, payments: PAYMENTS_SCHEMAS, kyc: KYC_SCHEMAS, webhooks: WEBHOOKS_SCHEMAS };
type Service = keyof typeof SERVICES;
const NAMES = Object.keys(SERVICES) as Service[];
const EACH = NAMES.flatMap((service) => SERVICES[service].map((version) => [service, version.schema, version] as const));

describe('the migrations that a service finds', () => {
  let database: TestDatabase;
  let logins: LoginUrls;
  beforeAll(async () => {
    database = await testDatabase('all_schemas', migrateAll);
    logins = loginUrlsOf(database.url, PASSWORDS);
    await migrateAll(database.url, logins);
  });
  afterAll(() => database.drop());

  const problemOf = async (service: Service): Promise<string | undefined> => {
    const problem = await inspectDatabase({ databaseUrl: logins[service], service, schemas: SERVICES[service] });
    return problem && `${problem.sentence}. ${problem.advice}`;
  };
  const lastOf = ({ migrations }: SchemaVersion): string => migrations.map((Migration) => new Migration().name).at(-1) ?? '';

  it('are those of this version after "migrate", as the role of each service sees them', async () => {
    expect(await Promise.all(NAMES.map(problemOf))).toEqual(NAMES.map(() => undefined));
  });

  it.each(EACH)('name the one that %s lacks in the schema %s, until it is applied', async (service, schema, version) => {
    const [last, table] = [lastOf(version), `${schema}.migrations`];
    const text = `DELETE FROM ${table} WHERE name = $1 RETURNING timestamp, fingerprint`;
    const [row] = await askDatabase<{ timestamp: string; fingerprint: string }>(database.url, text, [last]);
    const sentence = `The schema ${schema} is older than this version: it lacks the migration ${last}.`;
    expect(await problemOf(service)).toMatch(`${sentence} "npm run migrate"`);
    await askDatabase(database.url, `INSERT INTO ${table} (timestamp, name, fingerprint) VALUES ($1, $2, $3)`, [
      row?.timestamp,
      last,
      row?.fingerprint,
    ]);
    expect(await problemOf(service)).toBeUndefined();
  });

  it('may be more: beside a newer version this one goes on, and says so', async () => {
    await askDatabase(
      database.url,
      `INSERT INTO kyc.migrations (timestamp, name, fingerprint) VALUES (1999999999999, 'AddMore1999999999999', '')`,
    );
    const newer: string[] = [];
    const needs = { databaseUrl: logins.kyc, service: 'kyc', schemas: KYC_SCHEMAS } as const;
    expect(await inspectDatabase({ ...needs, onNewer: (sentence) => void newer.push(sentence) })).toBeUndefined();
    expect(newer).toEqual(['The schema kyc is newer than this version: it has the further migration AddMore1999999999999']);
    await askDatabase(database.url, `DELETE FROM kyc.migrations WHERE timestamp = 1999999999999`);
  });

  it.each(EACH.filter(([, schema]) => schema !== 'gateway'))(
    'refuse %s at its start when another build made the schema %s',
    async (service, schema) => {
      const setFingerprints = (value: string): Promise<object[]> =>
        askDatabase(database.url, `UPDATE ${schema}.migrations SET fingerprint = ${value}`);
      await setFingerprints(`'of another build' || fingerprint`);
      const onWaiting = jest.fn();
      const needs = { databaseUrl: logins[service], service, schemas: SERVICES[service], limitMs: 10_000, onWaiting };
      await expect(awaitDatabase(needs)).rejects.toThrow(
        `The schema ${schema} was made by another build of Hundi, whose tables this one does not know. Nothing in it was changed.\n`,
      );
      expect(onWaiting).not.toHaveBeenCalled();
      await setFingerprints(`replace(fingerprint, 'of another build', '')`);
      expect(await problemOf(service)).toBeUndefined();
    },
  );

  it('are shown only to services, and cannot be changed by them', async () => {
    await expect(askDatabase(logins.operator, 'SELECT payments.applied_migrations()')).rejects.toMatchObject({ code: '42501' });
    await expect(askDatabase(logins.kyc, 'SELECT * FROM kyc.migrations')).rejects.toMatchObject({ code: '42501' });
  });
});
