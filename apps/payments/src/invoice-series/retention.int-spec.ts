import { rebuildStreams, verifyStreams } from '#event-store';
import { eventually } from '#testing';
import { BuyersUnderTest, NAME } from '../../test/erased-buyers';
import { StreamsInMemory } from '../../test/streams-in-memory';

const DAY_MS = 86_400_000;
/** The retention of what is finalized on 21 November 2026 ends: 1 April 2035 in India. */
const ENDS_MS = Date.parse('2035-03-31T18:30:00Z');

let buyers: BuyersUnderTest;
beforeEach(async () => {
  buyers = await BuyersUnderTest.start();
});
afterEach(() => buyers.payments.end());

describe('the key of a series', () => {
  it('is destroyed when the retention of its year has ended, and the buyer with it', async () => {
    const customerId = await buyers.created();
    const { documents } = await buyers.invoicesOf(customerId);
    await buyers.erased(customerId);
    const [series] = await buyers.seriesKeys();
    buyers.payments.clock.advanceMs(ENDS_MS - buyers.payments.clock.nowMs() - DAY_MS);
    expect((await buyers.shown(documents[0]!)).buyer).toEqual(expect.objectContaining({ name: NAME }));
    expect(await buyers.isDestroyed(series!)).toBe(false);
    buyers.payments.clock.advanceMs(DAY_MS);
    await eventually(async () => expect(await buyers.isDestroyed(series!)).toBe(true));
    for (const id of documents) {
      expect((await buyers.shown(id)).buyer).toEqual({
        name: null,
        gstin: null,
        address: expect.objectContaining({ line1: null }),
        state_code: '29',
      });
    }
    expect(await buyers.readable()).toEqual([]);
    await eventually(async () => expect(await buyers.payments.typesOf(series!)).toContain('invoice_series.key_destroyed'));
  });

  it('is not made for what is older: of a customer who is erased then nothing is kept', async () => {
    const customerId = await buyers.created();
    const { documents } = await buyers.invoicesOf(customerId);
    buyers.payments.clock.advanceMs(ENDS_MS - buyers.payments.clock.nowMs());
    await buyers.erased(customerId);
    expect((await buyers.shown(documents[0]!)).buyer).toMatchObject({ name: null, gstin: null });
    expect(await buyers.seriesKeys()).toEqual([]);
  });

  it('leaves a log from which the streams are made anew, to the byte', async () => {
    const customerId = await buyers.created();
    const { documents } = await buyers.invoicesOf(customerId);
    await buyers.erased(customerId);
    await eventually(async () => expect(await buyers.payments.typesOf(customerId)).toContain('customer.key_destroyed'));
    const before = await Promise.all(documents.map((id) => buyers.shown(id)));
    const { aggregates } = new StreamsInMemory();
    const input = { databaseUrl: buyers.payments.database.url, schema: 'payments', aggregates };
    const { streams, differences } = await verifyStreams(input);
    expect(differences).toEqual([]);
    expect(await rebuildStreams(input)).toBe(streams);
    expect((await verifyStreams(input)).differences).toEqual([]);
    expect(await Promise.all(documents.map((id) => buyers.shown(id)))).toEqual(before);
  });
});
