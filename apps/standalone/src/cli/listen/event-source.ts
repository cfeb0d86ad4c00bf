/** One message of a stream of server-sent events. */
export interface ServerSentEvent {
  /** Where the stream goes on after it; null when it said none. */
  id: string | null;
  /** Null for one that only says how far the stream is. */
  data: string | null;
}

/** A message that is longer than any event can be: the stream is not what it should be. */
const MESSAGE_LENGTH_MAX = 2_000_000;

/**
 * Reads server-sent events out of the chunks of a reply, however they are cut (WHATWG HTML 9.2.6).
 *
 * @throws Error when a message does not end.
 */
export async function* readServerSentEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    rest += decoder.decode(chunk, { stream: true });
    const messages = rest.split(/\r?\n\r?\n/);
    rest = messages.pop() ?? '';
    if (rest.length > MESSAGE_LENGTH_MAX) throw new Error('a message of the stream does not end');
    for (const message of messages) {
      const read = readMessage(message);
      if (read !== undefined) yield read;
    }
  }
}

/** A message without id and data is a comment that keeps the connection alive. */
function readMessage(message: string): ServerSentEvent | undefined {
  let id: string | null = null;
  const data: string[] = [];
  for (const line of message.split(/\r?\n/)) {
    const [, name, value = ''] = /^([^:]+)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === 'id') id = value;
    if (name === 'data') data.push(value);
  }
  if (data.length === 0) return id === null ? undefined : { id, data: null };
  return { id, data: data.join('\n') };
}
