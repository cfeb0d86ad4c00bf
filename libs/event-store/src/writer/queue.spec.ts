import type { PendingCommand } from './pending';
import { CommandQueue } from './queue';

const pending = (name: string, idempotencyId: string | null = null): PendingCommand =>
  ({ command: { commandId: name }, idempotencyId }) as unknown as PendingCommand;
const names = (commands: readonly PendingCommand[]): string[] => commands.map(({ command }) => command.commandId);

describe('the queue of a writer', () => {
  it('gives commands in the order in which they came', () => {
    const queue = new CommandQueue(10);
    for (const name of ['a', 'b', 'c']) queue.push(pending(name));
    expect(names(queue.take(2).batch)).toEqual(['a', 'b']);
    queue.push(pending('d'));
    expect(names(queue.take(9).batch)).toEqual(['c', 'd']);
    expect(queue.length).toBe(0);
  });

  it('keeps order over very many commands', () => {
    const queue = new CommandQueue(100_000);
    const taken: string[] = [];
    for (let index = 0; index < 5_000; index++) {
      queue.push(pending(`${index}`));
      if (index % 3 === 0) taken.push(...names(queue.take(2).batch));
    }
    taken.push(...names(queue.drain()));
    expect(taken).toEqual(Array.from({ length: 5_000 }, (_, index) => `${index}`));
  });

  it('puts back to the front what was there first', () => {
    const queue = new CommandQueue(10);
    for (const name of ['a', 'b', 'c']) queue.push(pending(name));
    const { batch } = queue.take(2);
    queue.putBack(batch);
    expect(names(queue.drain())).toEqual(['a', 'b', 'c']);
  });

  it('never lets two commands with the same key share a batch', () => {
    const queue = new CommandQueue(10);
    queue.push(pending('first', 'k1'));
    queue.push(pending('second', 'k1'));
    queue.push(pending('other', 'k2'));
    queue.push(pending('none'));
    queue.push(pending('none too'));
    const { batch, followers } = queue.take(10);
    expect(names(batch)).toEqual(['first', 'other', 'none', 'none too']);
    expect(names(followers)).toEqual(['second']);
  });

  it('is full at its bound and has room again after a take', () => {
    const queue = new CommandQueue(2);
    queue.push(pending('a'));
    expect(queue.isFull).toBe(false);
    queue.push(pending('b'));
    expect(queue.isFull).toBe(true);
    queue.take(1);
    expect(queue.isFull).toBe(false);
  });
});
