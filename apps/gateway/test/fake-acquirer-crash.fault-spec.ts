import { eventually, type HundiMode } from '#testing';
import { HundiAtFakeAcquirer, type Moment } from './hundi-at-fake-acquirer';
import { nodeProcessesOf } from './node-processes';

jest.setTimeout(180_000);

describe.each<HundiMode>(['embedded', 'kafka'])('payments killed while they ask a slow acquirer, %s', (mode) => {
  const under = new HundiAtFakeAcquirer(mode);
  beforeAll(() => under.start());
  afterAll(() => under.end());
  beforeEach(() => {
    under.onCall = () => undefined;
  });

  /** Ends the process of the payments service as a power cut would. */
  const killPayments = (): void => {
    if (mode === 'embedded') process.kill(under.hundi.pid, 'SIGKILL');
    else process.kill(nodeProcessesOf(under.hundi.pid).find(({ name }) => name === 'payments')!.pid, 'SIGKILL');
  };
  const comeBack = async (): Promise<void> => {
    if (mode === 'kafka') return;
    await under.hundi.ended;
    await under.startHundi(under.hundi.dataDir);
  };

  it.each<[string, Moment, string]>([
    ['before the acquirer has done anything', 'received', 'captured delay=50'],
    ['while the call hangs, after the acquirer has acted', 'received', 'captured delay=50 create=timeout_after'],
    ['after the answer, before it is stored', 'answered', 'captured delay=50 callback=lost'],
  ])('kill -9 %s: the same call again, and no effect twice', async (_when, when, words) => {
    let hasDied = false;
    let release = (): void => undefined;
    const isAnswered = new Promise<void>((resolve) => (release = resolve));
    under.onCall = async (moment, call) => {
      if (hasDied || call !== 'POST /v1/payments') return;
      // The merchant has the answer to the creation: that is when the call is on its way.
      if (moment === 'received') await isAnswered;
      if (moment !== when) return;
      hasDied = true;
      killPayments();
    };
    const payment = await under.pay(words);
    release();
    await eventually(() => expect(hasDied).toBe(true));
    await comeBack();
    await under.comesTo(payment, { status: 'captured', amount_captured: 50_000, attempt_count: 1 }, 40_000);
    expect(under.moved(payment)).toEqual([50_000, 50_000, 0]);
  });

  it('kill -9 in the middle of a capture: captured once', async () => {
    const payment = await under.pay('captured', { capture_method: 'manual' });
    await under.comesTo(payment, { status: 'authorized' });
    let hasDied = false;
    under.onCall = (moment, call) => {
      if (hasDied || moment !== 'answered' || !call.endsWith('/capture')) return;
      hasDied = true;
      killPayments();
    };
    await under.act(payment, 'capture', { amount: 20_000 });
    await eventually(() => expect(hasDied).toBe(true));
    await comeBack();
    await under.comesTo(payment, { status: 'captured', amount_captured: 20_000 }, 40_000);
    expect(under.moved(payment)).toEqual([50_000, 20_000, 30_000]);
  });

  it('agrees with Hundi to the paisa about everything it ever took', async () => {
    const { hundi, acquirer } = await under.captured();
    expect(acquirer).toBe(hundi);
  });
});
