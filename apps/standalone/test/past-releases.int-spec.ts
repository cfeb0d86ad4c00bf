import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALL_SHARDS, type PublicEvent } from '#contracts';
import { rebuildStreams, verifyChain, verifyStreams, type EventStore } from '#event-store';
import { createInProcessBus } from '#messaging';
import { createLogger, Health, Metrics, SystemClock, SystemRandom, type AppDeps } from '#service';
import { askDatabase, testDatabase, testPersonalData, type TestDatabase } from '#testing';
import { KycConfig, rebuildKycView } from '../../kyc/src/index';
import { PaymentsConfig, rebuildPaymentsView } from '../../payments/src/index';
import { rebuildWebhooksView, WebhooksConfig } from '../../webhooks/src/index';
import { migrateAll } from '../src/migrations';
import { openStores } from '../src/operator/open-stores';
import { isRecorded, loadRelease, readRecorded, RECORDED_RELEASES, type RecordedService } from './recorded-release';

const VIEWS = [
  ['payments', 'payments_list', 'payment'],
  ['payments', 'refunds_list', 'refund'],
  ['payments', 'customers_list', 'customer'],
  ['kyc', 'verifications_list', 'kyc.verification'],
  ['webhooks', 'webhook_endpoints_list', 'webhook_endpoint'],
  ['webhooks', 'replays_list', 'webhook_replay'],
] as const;
const NOT_YET_RELEASED = 'Unreleased';

/** The fields of an object that another names. */
function pick(object: object, names: object | null | undefined): object {
  return Object.fromEntries(Object.keys(names ?? {}).map((name) => [name, (object as Record<string, unknown>)[name]]));
}

describe('the log of a past release', () => {
  it('is recorded of each release that the changelog names', () => {
    const changelog = readFileSync(join(__dirname, '../../../CHANGELOG.md'), 'utf8');
    const named = [...changelog.matchAll(/^## \[?([^\]\s]+)/gm)].map(([, name]) => name).filter((name) => name !== NOT_YET_RELEASED);
    expect(named.filter((name) => !RECORDED_RELEASES.includes(String(name)))).toEqual([]);
  });

  describe.each(RECORDED_RELEASES)('%s, loaded into a database of today', (release) => {
    let database: TestDatabase;
    let stores: EventStore[];
    let recorded: EventStore[];

    beforeAll(async () => {
      database = await testDatabase('all_schemas', migrateAll);
      await loadRelease(database.url, release);
      stores = openStores(database.url);
      // Of a schema that came later there is nothing to read.
      recorded = stores.filter(({ options }) => isRecorded(release, `${options.schema}.events`));
    });
    afterAll(async () => {
      await Promise.all((stores ?? []).map((store) => store.stop()));
      await database?.drop();
    });

    it('has every hash that it had', async () => {
      for (const { options } of recorded) {
        const { databaseUrl, schema } = options;
        const events = readRecorded(release, `${schema}.events`).length;
        expect(await verifyChain({ databaseUrl, schema })).toEqual({ intact: true, events });
      }
    });

    it('folds to the rows that the release had stored, and to the same statuses where the state has another shape today', async () => {
      for (const { options } of recorded) {
        const { databaseUrl, schema, aggregates } = options;
        const streams = readRecorded(release, `${schema}.streams`).length;
        // Timers follow from the settings under which it was recorded; the state of the last public event was stored by no release.
        expect(await verifyStreams({ databaseUrl, schema, aggregates, ignored: ['wake_at', 'reported'] })).toEqual({
          streams,
          differences: [],
        });
        expect(await rebuildStreams({ databaseUrl, schema, aggregates })).toBe(streams);
        expect(await verifyStreams({ databaseUrl, schema, aggregates })).toEqual({ streams, differences: [] });
      }
    });

    it('is published as the release published it: what came since is added', async () => {
      const published = new Map<string, PublicEvent>();
      for (const { published: log } of stores) {
        for (const shard of ALL_SHARDS) {
          for (const { value } of await log.read({ shard, after: 0n, before: 1_000n })) {
            const event = JSON.parse(value) as PublicEvent & { id: string };
            published.set(event.id, event);
          }
        }
      }
      const recorded = readRecorded<PublicEvent & { id: string }>(release, 'published');
      expect([...published.keys()].toSorted()).toEqual(recorded.map(({ id }) => id).toSorted());
      const bySequence = new Map([...published.values()].map((event) => [`${event.resource.id} ${event.sequence}`, event]));
      for (const { data, ...event } of recorded) {
        const { previous_attributes: previous, ...shown } = data;
        const today = published.get(event.id)!;
        expect(today).toMatchObject({ ...event, data: shown });
        // The release compared with the state just before, which no event had shown.
        const before = bySequence.get(`${event.resource.id} ${event.sequence - 1}`)?.data.object;
        const names = today.data.previous_attributes;
        expect(names).toEqual(before ? previous && pick(before, names) : previous);
      }
    });

    it.each(VIEWS)('fills the views of today: %s %s', async (service, view, streamType) => {
      await rebuild(service, view);
      const [rows] = await askDatabase(database.url, `SELECT count(*)::int AS count FROM ${service}.${view}`);
      const streams = readRecorded<{ stream_type: string; status: string }>(release, `${service}.streams`);
      const listed = streams.filter(({ stream_type: type, status }) => type === streamType && status !== 'deleted');
      expect(rows).toEqual({ count: listed.length });
    });

    const rebuild = async (service: RecordedService, name: string): Promise<void> => {
      const clock = new SystemClock();
      const random = new SystemRandom(clock);
      const logger = createLogger({ service: 'test', level: 'silent' });
      const personalData = testPersonalData(database.url, { clock, random });
      const bus = createInProcessBus({ clock, logger });
      const deps: AppDeps = { bus, logger, clock, random, health: new Health(), metrics: new Metrics(), personalData };
      const settings = { databaseUrl: database.url };
      try {
        if (service === 'payments') await rebuildPaymentsView({ name }, Object.assign(new PaymentsConfig(), settings), deps);
        else if (service === 'kyc') await rebuildKycView({ name }, Object.assign(new KycConfig(), settings), deps);
        else await rebuildWebhooksView({ name }, Object.assign(new WebhooksConfig(), settings), deps);
      } finally {
        await personalData.close();
      }
    };
  });
});
