import type { SealedBuyer } from '#contracts';
import { eventually } from '#testing';
import { BUYER, BuyersUnderTest, CITY, GSTIN, LINE1, NAME, NOT_ON_INVOICES } from '../../test/erased-buyers';

let buyers: BuyersUnderTest;
beforeEach(async () => {
  buyers = await BuyersUnderTest.start();
});
afterEach(() => buyers.payments.end());

describe('the invoices of an erased customer', () => {
  it('show their buyer, whatever became of them, now and as they were; a draft does not', async () => {
    const customerId = await buyers.created();
    const { documents, draft } = await buyers.invoicesOf(customerId);
    const before = await Promise.all(documents.map((id) => buyers.shown(id)));
    await buyers.erased(customerId);
    const after = await Promise.all(documents.map((id) => buyers.shown(id)));
    expect(after).toEqual(before);
    expect(after).toMatchObject([
      { status: 'open', buyer: BUYER },
      { status: 'void', buyer: BUYER },
      { status: 'paid', buyer: BUYER },
    ]);
    expect(await Promise.all(documents.map((id) => buyers.shown(id, { sequence: 2 })))).toMatchObject(
      after.map(() => ({ status: 'open', buyer: BUYER })),
    );
    expect((await buyers.shown(documents[0]!, { sequence: 1 })).buyer).toBeNull();
    expect((await buyers.shown(draft)).buyer).toBeNull();
    expect(await buyers.ask('invoices.finalize', draft)).toMatchObject({ status: 200 });
    expect((await buyers.shown(draft)).buyer).toEqual({ name: null, gstin: null, address: null, state_code: '29' });
  });

  it('are all that can be read of them: nothing but what stands on a document, under the key of its series', async () => {
    const customerId = await buyers.created();
    await buyers.invoicesOf(customerId);
    const clear = new Set((await buyers.readable()).map(({ value }) => value));
    for (const value of [NAME, LINE1, CITY, GSTIN, ...Object.values(NOT_ON_INVOICES)]) expect(clear).toContain(value);
    await buyers.erased(customerId);
    const left = await buyers.readable();
    expect(new Set(left.map(({ value }) => value))).toEqual(new Set([NAME, LINE1, CITY, GSTIN]));
    expect([...new Set(left.map(({ subject }) => subject))]).toEqual(await buyers.seriesKeys());
    expect(await buyers.seriesKeys()).toHaveLength(1);
  });

  it('are in no public event, and what the topic has of before the erasure cannot be read', async () => {
    const customerId = await buyers.created();
    const { documents } = await buyers.invoicesOf(customerId);
    await buyers.erased(customerId);
    const id = documents[0]!;
    expect(await buyers.payments.typesOf(id)).toEqual(['invoice.created', 'invoice.finalized', 'invoice.buyer_kept']);
    await eventually(() => expect(buyers.payments.eventsOf(id).map(({ type }) => type)).toEqual(['invoice.created', 'invoice.finalized']));
    const { text } = await buyers.payments.ask(`/internal/invoices/${id}/events`);
    const seen = await buyers.elsewhere(async (data) => data.unseal(text, buyers.payments.accountId));
    expect(seen).toContain('INV/2627/000001');
    for (const value of [NAME, LINE1, CITY, GSTIN]) expect(seen).not.toContain(value);
    // What happens later is shown as the invoice is then.
    await buyers.ask('invoices.void', id);
    await eventually(async () => {
      const last = JSON.stringify(buyers.payments.eventsOf(id).at(-1));
      expect(last).toContain('invoice.voided');
      expect(await buyers.elsewhere(async (data) => data.unseal(last, buyers.payments.accountId))).toContain(NAME);
    });
  });

  it('on a test clock are kept as well, until the clock is deleted: its customers leave nothing', async () => {
    const clockId = buyers.idOf('testClock');
    expect(await buyers.ask('test_clocks.create', clockId, { nowAtMs: Date.UTC(2031, 0, 1) })).toMatchObject({ status: 201 });
    const [early, late] = [await buyers.created(clockId), await buyers.created(clockId)];
    const [kept, left] = [await buyers.invoiceOf(early), await buyers.invoiceOf(late)];
    await buyers.erased(early);
    expect(await buyers.shown(kept)).toMatchObject({ invoice_date: '2031-01-01', buyer: BUYER });
    expect(await buyers.ask('test_clocks.delete', clockId)).toMatchObject({ status: 200 });
    await eventually(async () => expect(await buyers.isDestroyed(late)).toBe(true));
    expect(await buyers.shown(left)).toMatchObject({ status: 'open', buyer: { name: null, gstin: null, state_code: '29' } });
    const [series] = await buyers.seriesKeys();
    // In real time, as keys of customers: a clock that stands still or is deleted keeps nothing for ever.
    const [{ wake_at: dueAt } = {}] = await buyers.payments.rows<{ wake_at: string }>(
      'select wake_at from payments.streams where stream_id = $1',
      [series],
    );
    expect(Number(dueAt)).toBe(Date.parse('2039-03-31T18:30:00Z') - (Date.UTC(2031, 0, 1) - buyers.payments.clock.nowMs()));
  });

  it('are kept page by page, however many there are', async () => {
    const customerId = await buyers.created();
    const ids: string[] = [];
    for (let index = 0; index < 205; index++) ids.push(await buyers.invoiceOf(customerId));
    await buyers.erased(customerId);
    for (const id of ids) expect((await buyers.shown(id)).buyer).toEqual(expect.objectContaining({ name: NAME }));
    const pages = ['customer.buyers_kept', 'customer.buyers_kept'];
    const typesOf = async (): Promise<string[]> =>
      (await buyers.payments.typesOf(customerId)).filter((type) => type !== 'customer.invoice_opened');
    await eventually(async () =>
      expect(await typesOf()).toEqual(['customer.created', 'customer.deleted', ...pages, 'customer.key_destroyed']),
    );
  }, 60_000);

  it('are the same after a crash between the last of them and the destruction of the key', async () => {
    const customerId = await buyers.created();
    const { documents } = await buyers.invoicesOf(customerId);
    const before = await Promise.all(documents.map((id) => buyers.shown(id)));
    await buyers.payments.rows(
      `create function vault.refuse() returns trigger language plpgsql as $$ begin raise exception 'not now'; end $$`,
    );
    await buyers.payments.rows(
      `create trigger refuse before update on vault.data_keys for each row when (new.wrapped_key is null) execute function vault.refuse()`,
    );
    await buyers.ask('customers.erase', customerId);
    await eventually(async () => {
      for (const id of documents) expect(await buyers.payments.typesOf(id)).toContain('invoice.buyer_kept');
    });
    expect(await buyers.isDestroyed(customerId)).toBe(false);
    await buyers.payments.stopService();
    await buyers.payments.rows('drop trigger refuse on vault.data_keys');
    const kept = await buyers.payments.rows(
      `select event_id, data from payments.events where type = 'invoice.buyer_kept' order by position`,
    );
    buyers.payments.clock.advanceMs(60_000);
    await buyers.payments.startService();
    await eventually(async () => expect(await buyers.isDestroyed(customerId)).toBe(true));
    expect(await Promise.all(documents.map((id) => buyers.shown(id)))).toEqual(before);
    expect(
      await buyers.payments.rows(`select event_id, data from payments.events where type = 'invoice.buyer_kept' order by position`),
    ).toEqual(kept);
  });

  it('wait for a key that cannot be read now: nothing is destroyed before it is kept', async () => {
    const customerId = await buyers.created();
    const id = await buyers.invoiceOf(customerId);
    const [{ wrapped_key: wrapped } = {}] = await buyers.payments.rows<{ wrapped_key: Buffer }>(
      'select wrapped_key from vault.data_keys where subject = $1',
      [customerId],
    );
    // As under a key-encryption key that is missing from the list.
    await buyers.payments.rows(`update vault.data_keys set wrapped_key = '\\x00' where subject = $1`, [customerId]);
    // The service may have the key in its memory: not for longer than a minute.
    buyers.payments.clock.advanceMs(61_000);
    await buyers.ask('customers.erase', customerId);
    const failed = 'hundi_tasks_total{service="payments",task="customers.destroy_key",ending="failed"}';
    await eventually(async () => expect(await buyers.payments.metric(failed)).toBeGreaterThan(0));
    expect(await buyers.isDestroyed(customerId)).toBe(false);
    await buyers.payments.rows('update vault.data_keys set wrapped_key = $2 where subject = $1', [customerId, wrapped]);
    buyers.payments.clock.advanceMs(120_000);
    await eventually(async () => expect(await buyers.isDestroyed(customerId)).toBe(true));
    expect(await buyers.shown(id)).toMatchObject({ buyer: BUYER });
  });

  it('have their buyer when they are finalized at the moment of the erasure, or have none', async () => {
    const customerId = await buyers.created();
    const ids: string[] = [];
    for (let index = 0; index < 30; index++) ids.push(await buyers.invoiceOf(customerId, false));
    const finalized = ids.map((id) => buyers.ask('invoices.finalize', id));
    await Promise.all([...finalized.slice(0, 15), buyers.erased(customerId), ...finalized.slice(15)]);
    const [deleted] = await buyers.payments.rows<{ position: string }>(
      `select position from payments.events where type = 'customer.deleted'`,
    );
    const events = await buyers.payments.rows<{ stream_id: string; position: string; buyer: SealedBuyer }>(
      `select stream_id, position, data::jsonb -> 'document' -> 'buyer' as buyer from payments.events where type = 'invoice.finalized'`,
    );
    expect(events).toHaveLength(30);
    for (const { stream_id: id, position, buyer } of events) {
      const isBefore = BigInt(position) < BigInt(deleted!.position);
      expect([Object.keys(buyer).length > 0, (await buyers.shown(id)).buyer?.name]).toEqual([isBefore, isBefore ? NAME : null]);
    }
  });
});
