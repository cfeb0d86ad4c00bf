import { createHmac, randomBytes } from 'node:crypto';
import { TypingError } from '../typing-error';

const PREFIX = 'whsec_';
/** The scheme allows 24 to 64 (docs/reference/webhooks.md, Secrets and rotation). */
const BYTES = { fewest: 24, made: 32, most: 64 } as const;

/** Signs what `hundi listen` forwards, as Hundi signs deliveries: HMAC-SHA256 of Standard Webhooks. */
export class SessionSecret {
  private readonly key: Buffer;

  /** @throws TypingError when the text is no secret of a webhook. */
  constructor(readonly text: string = `${PREFIX}${randomBytes(BYTES.made).toString('base64')}`) {
    this.key = Buffer.from(text.slice(PREFIX.length), 'base64');
    const isGood = text.startsWith(PREFIX) && this.key.length >= BYTES.fewest && this.key.length <= BYTES.most;
    if (!isGood) throw new TypingError('--secret has to be whsec_ and the base64 of 24 to 64 bytes.');
  }

  /** @param timestamp Unix seconds. */
  signatureOf(id: string, timestamp: number, body: string): string {
    return `v1,${createHmac('sha256', this.key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  }
}
