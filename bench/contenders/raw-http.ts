import { createServer } from 'node:http';
import { SAMPLE_PAYMENT } from './sample';
import { announce } from './announce';

/** R_raw: bare node:http that parses the body and answers a payment of the product's size. */
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { amount: number };
    const answer = JSON.stringify({ ...SAMPLE_PAYMENT, amount: body.amount });
    response.writeHead(201, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) });
    response.end(answer);
  });
});
server.keepAliveTimeout = 72_000;
server.listen(0, '127.0.0.1', () => announce(server.address()));
