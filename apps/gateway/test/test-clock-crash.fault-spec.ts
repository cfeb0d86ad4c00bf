import { eventually, startHundi, type HundiProcess } from '#testing';
import { BEGAN, ClocksOf, DAY, type ClockEvent } from './clocks-of';
import { Merchant } from './merchant';

jest.setTimeout(240_000);

/** Steps of the advance before the process is killed: at its beginning, and in the middle. */
const KILLED_AFTER = [0, 4, 12];
const DEBITS = 10;

describe('(57) a test clock whose process is killed while it advances', () => {
  let hundi: HundiProcess;
  let clocks: ClocksOf;
  const connect = async (): Promise<void> => {
    clocks = new ClocksOf(await Merchant.connect(hundi.baseUrl, hundi.testKey));
  };
  beforeAll(async () => {
    hundi = await startHundi({ mode: 'embedded' });
    await connect();
  });
  afterAll(() => hundi?.stopAndRemove());
  const dies = async (): Promise<void> => {
    const { dataDir } = hundi;
    await hundi.end('SIGKILL');
    hundi = await startHundi({ mode: 'embedded', dataDir });
    await connect();
  };

  /** Ten debits, each with its notice, on ten days, worked off in one advance. @param killedAfter steps; null for never. */
  const life = async (killedAfter: number | null): Promise<object[]> => {
    const { clock, mandate } = await clocks.debiting();
    for (let day = 0; day < DEBITS; day++) await clocks.debitOf(mandate, { debit_after_at: BEGAN + (2 + day) * DAY });
    await clocks.advance(clock, { by: 'P20D' });
    const stepsDone = async (): Promise<number> => ((await clocks.get(clock)).json as { steps_done: number }).steps_done;
    if (killedAfter !== null) {
      await eventually(async () => expect(await stepsDone()).toBeGreaterThanOrEqual(killedAfter), { everyMs: 1 });
      await dies();
    }
    await eventually(async () => expect((await clocks.get(clock)).json).toMatchObject({ status: 'ready' }), { withinMs: 30_000 });
    const { json } = await clocks.get(clock);
    expect(json).toMatchObject({ steps_done: 2 * DEBITS, now_at: BEGAN + 20 * DAY });
    const events = await clocks.eventsOf(json);
    return events.slice(1, -1).map(({ type, created_at: atSeconds }: ClockEvent) => ({ type, atSeconds }));
  };

  it('finishes, with the same events as without', async () => {
    const expected = await life(null);
    expect(expected.filter(({ type }: { type?: string }) => type === 'debit.succeeded')).toHaveLength(DEBITS);
    for (const killedAfter of KILLED_AFTER) expect(await life(killedAfter)).toEqual(expected);
  });
});
