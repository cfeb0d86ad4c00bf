import { BLOCKED, GONE, QueueFixture } from './test/queue-fixture';

const OLD = 'https://example.com/hook';
const NEW = 'https://example.com/next';

/** Answers of an address that the endpoint left while they were under way. */
describe('an endpoint whose URL changed while deliveries were under way', () => {
  let fixture: QueueFixture;

  beforeAll(async () => {
    fixture = await QueueFixture.open();
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    await fixture.reset();
    await fixture.endpoint('we_a', { url: OLD });
  });

  const change = () => fixture.endpoint('we_a', { url: NEW }, { version: 2 });

  it.each([
    ['410', GONE],
    ['refused address', BLOCKED],
  ])('is not disabled for a %s of the old one, and the deliveries are tried again', async (_what, outcome) => {
    const ids = await fixture.put('we_a', 3);
    const underWay = await fixture.claim();
    await change();
    await fixture.endAt(OLD, underWay, outcome);
    expect(await fixture.endpointQueue('we_a')).toMatchObject({ pending_transition: null, breaker: 'closed', in_flight: 0 });
    for (const id of ids) expect(await fixture.delivered(id)).toMatchObject({ state: 'ready', attempt_no: 1 });
    const { rows } = await fixture.query('SELECT DISTINCT outcome, error_code FROM webhooks.attempts');
    expect(rows).toEqual([{ outcome: 'failed', error_code: outcome.errorCode }]);
  });

  it('whose queue had a delivery before it followed for the first time is known to have changed it', async () => {
    await fixture.reset();
    await fixture.stream('we_a', { url: OLD });
    await fixture.put('we_a', 8);
    const [first, ...underWay] = await fixture.claim();
    await fixture.endpoint('we_a', { url: OLD });
    await fixture.endAt(OLD, [first!], GONE);
    expect(await fixture.endpointQueue('we_a')).toMatchObject({ pending_transition: 'gone' });
    await change();
    await fixture.endAt(OLD, underWay, GONE);
    expect(await fixture.endpointQueue('we_a')).toMatchObject({ pending_transition: null });
  });

  it('is disabled for a 410 of the new one', async () => {
    const [id] = await fixture.put('we_a', 1);
    await change();
    await fixture.endAt(NEW, await fixture.claim(), GONE);
    expect(await fixture.endpointQueue('we_a')).toMatchObject({ pending_transition: 'gone' });
    expect(await fixture.delivered(id ?? '')).toMatchObject({ state: 'exhausted', reason: 'gone' });
  });

  it('is disabled for a 410 of an address that only other settings changed around', async () => {
    await fixture.put('we_a', 1);
    const underWay = await fixture.claim();
    await fixture.endpoint('we_a', { url: OLD, maxInFlight: 4 }, { version: 2 });
    await fixture.endAt(OLD, underWay, GONE);
    expect(await fixture.endpointQueue('we_a')).toMatchObject({ pending_transition: 'gone' });
  });
});
