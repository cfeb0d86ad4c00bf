import { PendingPositions } from './positions';

const at = (partition: number, position: bigint, source = 'commands'): { source: string; partition: number; position: bigint } => ({
  source,
  partition,
  position,
});

describe('settled positions that wait for an append', () => {
  it('keep the newest of each partition and source', () => {
    const positions = new PendingPositions();
    positions.put(at(1, 5n));
    positions.put(at(1, 6n));
    positions.put(at(2, 9n));
    positions.put(at(1, 7n, 'elsewhere'));
    expect(positions.take()).toEqual([at(1, 6n), at(2, 9n), at(1, 7n, 'elsewhere')]);
    expect(positions.isEmpty).toBe(true);
  });

  it('come back when their append failed, but never over a newer one', () => {
    const positions = new PendingPositions();
    positions.put(at(1, 5n));
    positions.put(at(2, 5n));
    const taken = positions.take();
    positions.put(at(1, 8n));
    positions.giveBack(taken);
    expect(positions.take()).toEqual([at(1, 8n), at(2, 5n)]);
  });

  it('leave with their partition', () => {
    const positions = new PendingPositions();
    positions.put(at(1, 5n));
    positions.put(at(2, 6n));
    expect(positions.takePartition(2)).toEqual([at(2, 6n)]);
    expect(positions.take()).toEqual([at(1, 5n)]);
  });
});
