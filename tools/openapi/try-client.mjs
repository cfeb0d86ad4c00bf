// Pays with the client that openapi-generator made in TypeScript: node try-client.mjs <base url> <test key> <folder>.
import { strict as assert } from 'node:assert';
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

const [baseUrl, testKey, folder] = process.argv.slice(2);
// The generator writes imports without `.js`, for a bundler.
registerHooks({
  resolve: (name, context, next) => {
    const isOfClient = name.startsWith('.') && context.parentURL?.includes('/dist/');
    if (!isOfClient || name.endsWith('.js')) return next(name, context);
    return next(/(apis|models)\/?$/.test(name) ? `${name.replace(/\/$/, '')}/index.js` : `${name}.js`, context);
  },
});
const { Configuration, EventsApi, PaymentsApi } = await import(pathToFileURL(`${folder}/dist/index.js`).href);

const configuration = new Configuration({ basePath: baseUrl, accessToken: testKey });
const payments = new PaymentsApi(configuration);
const orderId = `order-${process.pid}`;

const created = await payments.createPayment({
  createPaymentDto: { amount: 50000, currency: 'INR', paymentMethod: 'upi', metadata: { order_id: orderId } },
});
assert.equal(created.status, 'captured');
const read = await payments.getPayment({ id: created.id });
assert.deepEqual(read, created);
const { data } = await payments.listPayments({ metadata: { order_id: orderId }, createdAtGte: created.createdAt, id: created.id });
assert.deepEqual(
  data.map(({ id }) => id),
  [created.id],
);
const { data: events } = await new EventsApi(configuration).listEvents({ resourceId: created.id, limit: 10 });
assert.ok(Array.isArray(events));
console.log(`tsc --strict finds nothing; ${created.id} was created, read and found`);
