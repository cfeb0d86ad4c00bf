import { GatheredLoads } from './gathered-loads';

const ACCOUNT = 'acct_0TgWzRaB07xK2mNq5Yd8Vf3L';
const LATE = 'timeout exceeded when trying to connect';

describe('reads of single streams while the database is silent', () => {
  let answers: (() => void)[];
  let loads: GatheredLoads;
  let ended: string[];
  beforeEach(() => {
    jest.useFakeTimers();
    [answers, ended] = [[], []];
    const query = <TRow>(asked: readonly unknown[]): Promise<TRow[][]> =>
      new Promise((resolve) => answers.push(() => resolve(asked.map(() => []))));
    loads = new GatheredLoads({ schema: 'payments', query, messagesMax: 1 });
  });
  afterEach(() => jest.useRealTimers());

  const load = (name: string): void =>
    void loads.load(ACCOUNT, name).then(
      () => ended.push(`${name} answered`),
      ({ message }: Error) => ended.push(`${name} ${message.slice(0, LATE.length)}`),
    );
  const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);

  it('end after five seconds without a message, each after its own', async () => {
    load('first');
    await pass(0);
    load('second');
    await pass(3_000);
    load('third');
    await pass(1_999);
    expect(ended).toEqual([]);
    await pass(1);
    expect(ended).toEqual([`second ${LATE}`]);
    await pass(3_000);
    expect(ended).toEqual([`second ${LATE}`, `third ${LATE}`]);
    answers[0]?.();
    await pass(0);
    expect([ended.at(-1), answers.length, jest.getTimerCount()]).toEqual(['first answered', 1, 0]);
  });

  it('are answered when it speaks again in time', async () => {
    load('first');
    await pass(0);
    load('second');
    await pass(4_999);
    answers[0]?.();
    await pass(1);
    answers[1]?.();
    await pass(10_000);
    expect([ended, jest.getTimerCount()]).toEqual([['first answered', 'second answered'], 0]);
  });
});
