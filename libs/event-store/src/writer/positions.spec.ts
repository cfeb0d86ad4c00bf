import { PendingPositions } from './positions';

const at = (partition: number, position: bigint, source = 'commands'): { source: string; partition: number; position: bigint } => ({
  source,
  partition,
  position,
});

const settled = (...of: Parameters<typeof at>) => ({ ...at(...of), epoch: 1 });

describe('settled positions that wait for an append', () => {
  it('keep the newest of each partition and source', () => {
    const positions = new PendingPositions(() => 1);
    positions.put(at(1, 5n));
    positions.put(at(1, 6n));
    positions.put(at(2, 9n));
    positions.put(at(1, 7n, 'elsewhere'));
    expect(positions.take()).toEqual([settled(1, 6n), settled(2, 9n), settled(1, 7n, 'elsewhere')]);
    expect(positions.isEmpty).toBe(true);
  });

  it('come back when their append failed, but never over a newer one', () => {
    const positions = new PendingPositions(() => 1);
    positions.put(at(1, 5n));
    positions.put(at(2, 5n));
    const taken = positions.take();
    positions.put(at(1, 8n));
    positions.giveBack(taken);
    expect(positions.take()).toEqual([settled(1, 8n), settled(2, 5n)]);
  });

  it('leave with their partition', () => {
    const positions = new PendingPositions(() => 1);
    positions.put(at(1, 5n));
    positions.put(at(2, 6n));
    expect(positions.takePartition(2)).toEqual([settled(2, 6n)]);
    expect(positions.take()).toEqual([settled(1, 5n)]);
  });

  it('are not kept for a partition that is not locked, nor given back after it was lost, taken again or not', () => {
    let epoch: number | undefined = 1;
    const positions = new PendingPositions(() => epoch);
    positions.put(at(1, 5n));
    const taken = positions.take();
    epoch = 2;
    positions.giveBack(taken);
    expect(positions.isEmpty).toBe(true);
    epoch = undefined;
    positions.put(at(1, 6n));
    positions.giveBack(taken);
    expect(positions.isEmpty).toBe(true);
  });
});
