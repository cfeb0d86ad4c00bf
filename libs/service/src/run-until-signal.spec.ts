import { EventEmitter } from 'node:events';
import { createLogger } from './log/logger';
import { endOnSignal, runUntilSignal, type SignalSource } from './run-until-signal';

class FakeProcess extends EventEmitter implements SignalSource {
  readonly exits: number[] = [];

  exit(code: number): void {
    this.exits.push(code);
  }
}

const lines: string[] = [];
const logger = createLogger({ service: 'test', destination: { write: (line) => void lines.push(line) } });

function startApp(stop: () => Promise<void>) {
  const source = new FakeProcess();
  const stopping = jest.fn();
  const done = runUntilSignal({ stop }, { logger, graceMs: 5_000, source, onStopping: stopping });
  return { source, done, stopping };
}

describe('runUntilSignal', () => {
  beforeEach(() => {
    lines.length = 0;
    jest.useFakeTimers();
  });
  afterEach(() => jest.useRealTimers());

  it.each(['SIGTERM', 'SIGINT'])('stops the app once on %s, ends with 0 and listens no longer', async (signal) => {
    const stop = jest.fn(() => Promise.resolve());
    const { source, done, stopping } = startApp(stop);
    source.emit(signal, signal);
    await done;
    expect(stop).toHaveBeenCalledTimes(1);
    expect(stopping).toHaveBeenCalledTimes(1);
    expect(source.exits).toEqual([0]);
    expect(source.eventNames()).toEqual([]);
  });

  it('ends at once with 130 on the second signal', async () => {
    const { source, done } = startApp(() => new Promise(() => undefined));
    source.emit('SIGINT', 'SIGINT');
    source.emit('SIGINT', 'SIGINT');
    await done;
    expect(source.exits).toEqual([130]);
  });

  it('ends with 1 when the stop takes longer than the grace', async () => {
    const { source, done } = startApp(() => new Promise(() => undefined));
    source.emit('SIGTERM', 'SIGTERM');
    await jest.advanceTimersByTimeAsync(4_999);
    expect(source.exits).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    await done;
    expect(source.exits).toEqual([1]);
    expect(lines.join('')).toContain('not stopped within 5000 ms');
  });

  it('ends with 1 and says why when the stop fails', async () => {
    const { source, done } = startApp(() => Promise.reject(new Error('writer stuck')));
    source.emit('SIGTERM', 'SIGTERM');
    await done;
    expect(source.exits).toEqual([1]);
    expect(lines.join('')).toContain('writer stuck');
  });

  it.each(['unhandledRejection', 'uncaughtException'])('logs an %s and ends with 1', async (fault) => {
    const { source, done } = startApp(() => Promise.resolve());
    source.emit(fault, new Error('a bug of ours'));
    await done;
    expect(source.exits).toEqual([1]);
    expect(lines.join('')).toContain('a bug of ours');
  });
});

describe('endOnSignal', () => {
  it.each(['SIGTERM', 'SIGINT'])('ends a start on %s, and listens no longer when it is taken back', (signal) => {
    const source = new FakeProcess();
    const release = endOnSignal(143, { logger, source });
    source.emit(signal, signal);
    release();
    expect([source.exits, source.eventNames()]).toEqual([[143], []]);
  });
});
