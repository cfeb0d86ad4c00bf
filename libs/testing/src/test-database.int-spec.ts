import { Client } from 'pg';
import { testDatabase } from './test-database';

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('testDatabase', () => {
  it('gives each caller an own database', async () => {
    const [one, two] = await Promise.all([testDatabase(), testDatabase()]);
    await query(one.url, 'create table marker (id int)');
    expect(await query(two.url, `select to_regclass('marker') as found`)).toEqual([{ found: null }]);
    await Promise.all([one.drop(), two.drop()]);
  });

  it('migrates a template once however many ask for it at the same time', async () => {
    let migrations = 0;
    const migrate = async (url: string): Promise<void> => {
      migrations++;
      await query(url, 'create table marker (id int); insert into marker values (7)');
    };
    const databases = await Promise.all(Array.from({ length: 4 }, () => testDatabase('with_marker', migrate)));
    for (const { url, drop } of databases) {
      expect(await query(url, 'select id from marker')).toEqual([{ id: 7 }]);
      await drop();
    }
    expect(migrations).toBe(1);
  });

  it('leaves no half template behind when a migration fails', async () => {
    const broken = (): Promise<void> => Promise.reject(new Error('broken migration'));
    await expect(testDatabase('sometimes_broken', broken)).rejects.toThrow('broken migration');
    const mended = await testDatabase('sometimes_broken', async (url) => void (await query(url, 'create table marker (id int)')));
    expect(await query(mended.url, 'select count(*)::int as n from marker')).toEqual([{ n: 0 }]);
    await mended.drop();
  });

  it('drops a database with open connections', async () => {
    const database = await testDatabase();
    const client = new Client({ connectionString: database.url });
    client.on('error', () => undefined);
    await client.connect();
    await database.drop();
    await expect(query(database.url, 'select 1')).rejects.toThrow('does not exist');
  });
});
