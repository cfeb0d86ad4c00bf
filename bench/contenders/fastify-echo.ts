import { announce } from './announce';
import { minimalService } from './fastify-payments';
import { SAMPLE_PAYMENT } from './sample';

/** R_fastify: Fastify with compiled schemas and no I/O. */
const app = minimalService((body) => ({ ...SAMPLE_PAYMENT, amount: body.amount }));
void app.listen({ port: 0, host: '127.0.0.1' }).then(() => announce(app.server.address()));
