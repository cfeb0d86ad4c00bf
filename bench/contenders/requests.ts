import { createServer, type Server, type Socket } from 'node:net';

/**
 * A server that costs next to nothing: no parser. Requests are told apart by their content-length, so that one may come in
 * parts; there is no pipelining.
 *
 * @param onRequest gets the head of every request whose last byte has come, and when its first byte came, in milliseconds.
 */
export function serveRequests(onRequest: (socket: Socket, head: string, firstByteAtMs: number) => void): Server {
  return createServer({ noDelay: true }, (socket) => {
    let missing = 0;
    let head = '';
    let headText = '';
    let firstByteAtMs = 0;
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      if (missing > 0) missing -= chunk.length;
      else {
        if (head === '') firstByteAtMs = performance.timeOrigin + performance.now();
        head += chunk.toString('latin1');
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        headText = head.slice(0, end);
        missing = Number(/content-length: (\d+)/i.exec(headText)?.[1] ?? 0) - (head.length - end - 4);
      }
      if (missing > 0) return;
      head = '';
      missing = 0;
      onRequest(socket, headText, firstByteAtMs);
    });
  });
}

/** A whole answer with this status. */
export function answerOf(status: string, body: string): Buffer {
  return Buffer.from(`HTTP/1.1 ${status}\r\ncontent-type: text/plain\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}
