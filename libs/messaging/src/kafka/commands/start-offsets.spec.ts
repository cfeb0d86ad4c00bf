import { silentLogger } from '../../contract/samples.contract';
import { DEFAULT_LIMITS } from '../kafka-options';
import { startOffsets } from './start-offsets';

const MINUTE_MS = 60_000;

describe('where reading of a command partition begins', () => {
  const asked: number[] = [];
  const admin = {
    logRanges: async () =>
      new Map([
        [0, { low: 10n, high: 900n }],
        [1, { low: 10n, high: 900n }],
      ]),
    offsetsSince: async (_topic: string, atMs: number) => {
      asked.push(atMs);
      return new Map([[0, 880n]]);
    },
  };
  const context = { clock: { nowMs: () => 1_000_000, monotonicMs: () => 0 }, limits: DEFAULT_LIMITS, logger: silentLogger };
  const start = (position: bigint | null, partition = 0) =>
    startOffsets(new Map([[partition, position]]), { admin, context, topic: 'payments.commands' });
  beforeEach(() => (asked.length = 0));

  it.each([10n, 500n, 900n])('is the position %s when the log has it, and nothing else is asked', async (position) => {
    await expect(start(position)).resolves.toEqual(new Map([[0, position]]));
    expect(asked).toEqual([]);
  });

  it.each([
    ['there is no position', null],
    ['the log begins after it', 9n],
    ['the log ends before it', 901n],
  ])('is the first command of the last minute when %s', async (_case, position) => {
    await expect(start(position)).resolves.toEqual(new Map([[0, 880n]]));
    expect(asked).toEqual([1_000_000 - MINUTE_MS]);
  });

  it('is the start of the log when the broker names no offset for the last minute', async () => {
    await expect(start(null, 1)).resolves.toEqual(new Map([[1, 10n]]));
  });
});
