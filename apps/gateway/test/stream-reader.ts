import { request } from 'undici';
import type { Readable } from 'node:stream';

/** One message of an event stream. */
export interface StreamMessage {
  id: string;
  event: string;
  data: string;
  json: { id: string; type: string; resource: { id: string } };
}

/** Reads server-sent events as an EventSource would, and keeps them all. */
export class StreamReader {
  readonly events: StreamMessage[] = [];
  lastEventId = '';
  isEnded = false;
  private text = '';

  private constructor(private readonly body: Readable) {
    body.setEncoding('utf8');
    body.on('data', (chunk: string) => this.take(chunk));
    body.on('error', () => undefined);
    body.on('close', () => (this.isEnded = true));
  }

  /** Resolves when the first message has come, which tells the position. @throws Error when the stream is refused. */
  static async connect(url: string, headers: Record<string, string>): Promise<StreamReader> {
    const { statusCode, headers: answered, body } = await request(url, { headers, bodyTimeout: 0 });
    if (statusCode !== 200) throw new Error(`the stream is refused: ${await body.text()}`);
    if (!String(answered['content-type']).startsWith('text/event-stream')) throw new Error('this is no event stream');
    const reader = new StreamReader(body);
    await new Promise<void>((resolve, reject) => body.once('data', () => resolve()).once('error', reject));
    return reader;
  }

  async close(): Promise<void> {
    this.body.destroy();
  }

  private take(chunk: string): void {
    this.text += chunk;
    const messages = this.text.split('\n\n');
    this.text = messages.pop() ?? '';
    for (const message of messages) this.read(message);
  }

  private read(message: string): void {
    const fields = new Map(message.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]));
    this.lastEventId = fields.get('id') ?? this.lastEventId;
    const [id, event, data] = ['id', 'event', 'data'].map((name) => fields.get(name));
    if (id !== undefined && event !== undefined && data !== undefined) {
      this.events.push({ id, event, data, json: JSON.parse(data) as StreamMessage['json'] });
    }
  }
}
