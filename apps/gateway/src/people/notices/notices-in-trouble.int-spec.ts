import type { PersonalData } from '#personal-data';
import type { EventStore } from '#event-store';
import type { EventMessage, PublicEvent } from '#contracts';
import { createLogger, loadConfig, Metrics, SystemClock, SystemRandom, type PublishedEvents } from '#service';
import {
  askDatabase,
  eventually,
  TEST_INDEX_KEY,
  TEST_PERSONAL_DATA_KEYS,
  testDatabase,
  testPersonalData,
  type TestDatabase,
} from '#testing';
import { openAccountsStore } from '../../accounts/accounts-store';
import { AddressDigests } from '../../auth/address-digests';
import { Pepper } from '../../auth/pepper';
import { GatewayConfig } from '../../config';
import { PublicUrl } from '../../http/public-url';
import { migrateGateway } from '../../migrate-gateway';
import { GatewayDatabase } from '../../tables/gateway-database';
import { Guesses } from '../guessing/guesses';
import { Mails, type SealedMail } from '../mails/mails';
import { NoticeFollower } from './notice-follower';

const SHARD = 7;
const TO = 'on-call@example.com';
const PEPPER = 'a pepper of the tests';

/** A service that has published one event. */
const LOG: PublishedEvents = {
  service: 'webhooks',
  ends: async () => new Map([[SHARD, { position: 1n, restoredTo: 0n }]]),
  read: async ({ after }) =>
    after > 0n ? [] : [{ event: { id: 'evt_1' } as PublicEvent, value: '', shard: SHARD, position: 1n } as EventMessage],
};

describe('a mail that an event is a reason to write', () => {
  const clock = new SystemClock();
  const random = new SystemRandom(clock);
  const logger = createLogger({ service: 'test', level: 'silent' });
  let database: TestDatabase;
  let gatewayDatabase: GatewayDatabase;
  let store: EventStore;
  let personalData: PersonalData;
  let follower: NoticeFollower;
  let rounds = 0;
  beforeAll(async () => {
    database = await testDatabase('gateway', migrateGateway);
    store = openAccountsStore(database.url, { clock, random, logger, metrics: new Metrics() });
    await store.start();
    store.takeShare();
    await eventually(() => expect(store.ownership.held().length).toBeGreaterThan(0));
    gatewayDatabase = new GatewayDatabase(database.url, () => undefined);
    personalData = testPersonalData(database.url, { clock, random });
    const config = loadConfig(GatewayConfig, {
      ...{ DATABASE_URL: database.url, INTERNAL_TOKEN: 'development-only-token', API_KEY_PEPPER: PEPPER },
      ...{ PAYMENTS_URL: 'http://localhost', KYC_URL: 'http://localhost', WEBHOOKS_URL: 'http://localhost' },
      ...{ PERSONAL_DATA_KEYS: TEST_PERSONAL_DATA_KEYS, PERSONAL_DATA_INDEX_KEY: TEST_INDEX_KEY },
    });
    const guesses = new Guesses(gatewayDatabase, new AddressDigests(new Pepper(PEPPER)), config, clock);
    const mails = new Mails(gatewayDatabase, personalData, guesses, new PublicUrl('http://localhost'), clock, random);
    const mailsOf = async (): Promise<SealedMail[]> => {
      rounds++;
      return [await mails.sealed('endpoint_failing', TO)];
    };
    follower = new NoticeFollower({
      ...{ store, mails, everyMs: 20, notices: { mailsOf }, onStop: async () => undefined },
      logs: [LOG],
    });
  });
  afterAll(async () => {
    await follower.onApplicationShutdown();
    await gatewayDatabase.onApplicationShutdown();
    await personalData.close();
    await store.stop();
    await database.drop();
  });

  const ask = (text: string) => askDatabase(database.url, text);

  it('is written in the end, however often its commit has failed before, and does not count until then', async () => {
    await ask('ALTER TABLE gateway.mails RENAME TO mails_away');
    follower.onApplicationBootstrap();
    await eventually(() => expect(rounds).toBeGreaterThan(10));
    await ask('ALTER TABLE gateway.mails_away RENAME TO mails');
    const reached = `SELECT FROM accounts.consumer_positions WHERE consumer = 'notices' AND partition = ${SHARD} AND position = 1`;
    await eventually(async () => expect(await ask(reached)).toHaveLength(1));
    expect(await ask('SELECT kind FROM gateway.mails')).toEqual([{ kind: 'endpoint_failing' }]);
    expect(await ask("SELECT tries FROM gateway.guess_counters WHERE key LIKE 'mail endpoint_failing %'")).toEqual([{ tries: 1 }]);
  });
});
