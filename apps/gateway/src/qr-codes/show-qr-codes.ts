import type { FastifyInstance } from 'fastify';
import { showsWhatIsKept } from '../client-secrets/show-client-secrets';
import { qrSvg } from './qr-svg';

/** What a QR code carries, and the empty place of its image. Inside a JSON string the quotes would be escaped. */
const PLACE = /"qr":("(?:[^"\\]|\\.)*"),"qr_code":null/;

/**
 * Draws `next_action.qr_code` into answers about one payment. Services store and publish what the code carries, never its
 * image: an event is the same to the byte wherever it is read, and lists would grow tenfold.
 */
export function installQrCodes(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request, _reply, payload, done) => {
    const mayShow = typeof payload === 'string' && request.caller !== null && !showsWhatIsKept(request);
    done(null, mayShow ? withQrCode(payload) : payload);
  });
}

/** The body of an answer with the image of its payment's QR code; as it is where there is none, or a list of objects. */
export function withQrCode(body: string): string {
  if (!body.includes('"qr_code":null') || body.startsWith('{"object":"list"')) return body;
  return body.replace(PLACE, (place: string, carried: string) => {
    const svg = qrSvg(JSON.parse(carried) as string);
    return svg === null ? place : `"qr":${carried},"qr_code":${JSON.stringify(svg)}`;
  });
}
