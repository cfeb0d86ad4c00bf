import { announce } from './announce';
import { answerOf, serveRequests } from './requests';

/**
 * Receiver of webhooks that keeps account of them: which event came to which path when. Paths below `/dead` are never
 * answered while `dead` is on.
 *
 * `GET /_settings?dead=on&reply-ms=20` changes how it answers; `GET /_ledger` gives what came since the last time, one line
 * `path event milliseconds` for each request.
 */
const OK = answerOf('200 OK', 'ok');
const settings = { isDeadSilent: false, replyMs: 0 };
let ledger: string[] = [];

function answer(head: string): Buffer | null {
  const [, path = ''] = head.split(' ', 2);
  if (path === '/_ledger') {
    const lines = ledger.join('\n');
    ledger = [];
    return answerOf('200 OK', lines);
  }
  if (path.startsWith('/_settings')) {
    const wanted = new URLSearchParams(path.slice(path.indexOf('?')));
    settings.isDeadSilent = wanted.get('dead') === 'on';
    settings.replyMs = Number(wanted.get('reply-ms') ?? 0);
    return OK;
  }
  return null;
}

const server = serveRequests((socket, head, firstByteAtMs) => {
  const own = answer(head);
  if (own !== null) return void socket.write(own);
  const path = head.slice(5, head.indexOf(' ', 5));
  const event = /webhook-id: (\S+)/i.exec(head)?.[1] ?? '';
  ledger.push(`${path} ${event} ${firstByteAtMs.toFixed(1)}`);
  if (settings.isDeadSilent && path.startsWith('/dead')) return;
  if (settings.replyMs === 0) socket.write(OK);
  else setTimeout(() => socket.write(OK), settings.replyMs);
});
server.listen(0, '127.0.0.1', 4_096, () => announce(server.address()));
