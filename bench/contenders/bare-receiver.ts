import { announce } from './announce';
import { answerOf, serveRequests } from './requests';

/** Receiver of webhooks that answers every request with the same 200 at once. */
const OK = answerOf('200 OK', 'ok');

const server = serveRequests((socket) => socket.write(OK));
server.listen(0, '127.0.0.1', 4_096, () => announce(server.address()));
