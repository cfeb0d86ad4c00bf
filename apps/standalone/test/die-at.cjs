// Preloaded by `--require` into one process of a cluster: it kills itself with SIGKILL, or with HUNDI_TEST_SIGNAL, at a step of the
// way of a payment or of an event, on the hit that HUNDI_TEST_DIE_AT names (`step at hit 5`). The product knows nothing of it.
const { ServerResponse } = require('node:http');
const { Socket } = require('node:net');
const { join } = require('node:path');
const { Client } = require('pg');

const [step, hit] = (process.env.HUNDI_TEST_DIE_AT ?? '').split(' at hit ');
let hits = 0;

const dies = () => ++hits === Number(hit);
const die = () => process.kill(process.pid, process.env.HUNDI_TEST_SIGNAL ?? 'SIGKILL');

/** A request of Kafka's protocol begins with its length, and then its kind, which is 0 for records to keep. */
function brings(chunk, topic) {
  return Buffer.isBuffer(chunk) && chunk.length > 6 && chunk.readInt16BE(4) === 0 && chunk.includes(topic);
}

/** Dies when the broker has the records and has not acknowledged them: they are in its kernel's hands. */
function afterSendingTo(topic) {
  const write = Socket.prototype.write;
  Socket.prototype.write = function (chunk, ...rest) {
    return brings(chunk, topic) && dies() ? write.call(this, chunk, die) : write.call(this, chunk, ...rest);
  };
}

/** The name of a prepared statement, or else its text. */
const nameOf = (statement) => String(statement?.name ?? statement?.text ?? statement);

/** Dies when this statement is next: everything before it was answered. */
function beforeStatement(pattern) {
  const { query } = Client.prototype;
  Client.prototype.query = function (statement, ...rest) {
    if (pattern.test(nameOf(statement)) && dies()) die();
    return query.call(this, statement, ...rest);
  };
}

/** Dies at the end of a transaction with this statement: before Postgres hears of COMMIT, or when it has answered. */
function atCommitOf(pattern, isAnswered) {
  const { query } = Client.prototype;
  const marked = new WeakSet();
  Client.prototype.query = function (statement, ...rest) {
    const name = nameOf(statement);
    if (pattern.test(name)) marked.add(this);
    if (name !== 'COMMIT' || !marked.delete(this) || !dies()) return query.call(this, statement, ...rest);
    if (!isAnswered) die();
    return query.call(this, statement, ...rest).finally(die);
  };
}

/** A method of a class of the build. @param work the call itself. */
function atCall(file, name, method, step) {
  const { [name]: Class } = require(join(__dirname, '../../../dist', file));
  const called = Class.prototype[method];
  Class.prototype[method] = function (...parameters) {
    return step(() => called.apply(this, parameters), this, ...parameters);
  };
}

const LIST_ROWS = /^write "payments"."payments_list/;

const STEPS = {
  'gateway: after authentication': () =>
    atCall('apps/gateway/src/auth/authenticator.js', 'Authenticator', 'authenticate', (work) => {
      const caller = work();
      if (dies()) die();
      return caller;
    }),
  'gateway: command sent, not acknowledged': () => afterSendingTo('payments.commands'),
  'gateway: in the middle of the answer'() {
    const { end } = ServerResponse.prototype;
    ServerResponse.prototype.end = function (body, ...rest) {
      const isPayment = this.statusCode === 201 && body?.length > 1;
      if (!isPayment || !dies()) return end.call(this, body, ...rest);
      this.write(body.slice(0, body.length / 2), die);
      return this;
    };
  },
  'service: reply sent, position not stored': () => afterSendingTo('gateway.replies'),
  'list: changes read, checkpoint not moved': () => beforeStatement(/^hundi_move_checkpoints$/),
  'list: checkpoint moved, rows not written': () => beforeStatement(LIST_ROWS),
  'list: rows written, not committed': () => atCommitOf(LIST_ROWS, false),
  // Frozen here, it writes late as the last thing that it does.
  'list: page in hand': () =>
    atCall('libs/event-store/src/projection/state-follower.js', 'StateFollower', 'writeShares', (work) => {
      if (!dies()) return work();
      die();
      return work().finally(() => process.kill(process.pid, 'SIGKILL'));
    }),
  'list: committed': () => atCommitOf(LIST_ROWS, true),
  'rebuild: in the middle of the copy': () => beforeStatement(/^write .*_copy/),
  'rebuild: copy in place, not committed': () => atCommitOf(/RENAME TO/, false),
  'fan-out: batch and remembered mark in hand': () =>
    atCall('apps/webhooks/src/feed/fan-out.js', 'FanOut', 'take', (work, fanOut, source, [message]) => {
      if (fanOut.marks.has(`${source}/${message?.shard}`) && dies()) die();
      return work();
    }),
  'fan-out: events in hand': () => beforeStatement(/^take-events$/),
  'fan-out: events taken, deliveries not queued': () => beforeStatement(/^webhooks-touch-queues$/),
  'fan-out: deliveries queued, not committed': () => atCommitOf(/^webhooks-insert-deliveries$/, false),
  'fan-out: committed, offset not stored': () => atCommitOf(/^webhooks-insert-deliveries$/, true),
};

STEPS[step]();
