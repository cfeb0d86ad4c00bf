import { connect, type Socket } from 'node:net';

/** A caller who speaks HTTP byte by byte, as badly as a test wants. */
export class RawSocket {
  /** Everything the server has said. */
  text = '';
  isClosed = false;

  private constructor(readonly socket: Socket) {
    socket.setEncoding('utf8').on('data', (chunk: string) => (this.text += chunk));
    socket.on('error', () => undefined).on('close', () => (this.isClosed = true));
  }

  static async connect(url: string): Promise<RawSocket> {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    return new RawSocket(socket);
  }

  write(bytes: string): void {
    if (this.socket.writable) this.socket.write(bytes);
  }

  /** Everything the server says until it hangs up. */
  async untilClosed(): Promise<string> {
    if (!this.isClosed) await new Promise((resolve) => this.socket.once('close', resolve));
    return this.text;
  }

  /** Goes away without a word. */
  reset(): void {
    this.socket.resetAndDestroy();
  }
}
