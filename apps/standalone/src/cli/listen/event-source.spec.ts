import fc from 'fast-check';
import { readServerSentEvents, type ServerSentEvent } from './event-source';

async function read(parts: readonly Uint8Array[]): Promise<ServerSentEvent[]> {
  const found: ServerSentEvent[] = [];
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield* parts;
  }
  for await (const event of readServerSentEvents(chunks())) found.push(event);
  return found;
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('server-sent events', () => {
  it('are distinguished from comments, and carry where the stream continues', async () => {
    const text =
      ': hello\n\n: connected\nid: 6\n\nid: 7\nevent: payment.captured\ndata: {"id":"evt_1"}\n\n: still here\n\ndata: {"id":"evt_2"}\n\n';
    expect(await read([bytes(text)])).toEqual([
      { id: '6', data: null },
      { id: '7', data: '{"id":"evt_1"}' },
      { id: null, data: '{"id":"evt_2"}' },
    ]);
  });

  it('leave out what was cut off at the end', async () => {
    expect(await read([bytes('id: 1\ndata: {"a":1}\n\nid: 2\ndata: {"b"')])).toEqual([{ id: '1', data: '{"a":1}' }]);
  });

  it('do not end in memory: a message without an end is refused', async () => {
    await expect(read([bytes(`data: ${'x'.repeat(2_000_001)}`)])).rejects.toThrow('does not end');
  });

  it('arrive whole wherever the network cuts them, also within a character', async () => {
    const texts = fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(texts, fc.integer({ min: 1, max: 7 }), async (values, size) => {
        const whole = bytes(values.map((value, index) => `id: ${index}\ndata: ${JSON.stringify(value)}\n\n`).join(''));
        const parts: Uint8Array[] = [];
        for (let start = 0; start < whole.length; start += size) parts.push(whole.slice(start, start + size));
        expect((await read(parts)).map(({ data }) => JSON.parse(data ?? '') as string)).toEqual(values);
      }),
    );
  });
});
