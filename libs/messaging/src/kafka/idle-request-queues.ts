import RequestQueue from 'kafkajs/src/network/requestQueue';

const scheduleCheck = RequestQueue.prototype.scheduleCheckPendingRequests;
/** A request is given up so much later than its limit, at most; ours are of five seconds and more. */
const OVERDUE_LOOK_MS = 500;

/** Those of open connections, whose requests have a limit. */
const watched = new Set<RequestQueue>();
let looking: NodeJS.Timeout | undefined;

/**
 * From its first answer on, each connection of kafkajs 2.2.4 looks every millisecond, for ever, whether a request waits to be
 * sent (tulios/kafkajs#1704): 2 % of a core for each idle process. Here it looks while one waits; whatever comes to wait
 * asks for the look itself. It also looks ten times a second whether a request is overdue, on a timer of its own, which is 110 wake-ups
 * a second where there are eleven connections: here one timer looks after all of them. The version of kafkajs is exact, and
 * idle-request-queues.spec.ts says when this is needed no more.
 */
export function pauseIdleRequestQueues(): void {
  RequestQueue.prototype.scheduleCheckPendingRequests = checkWhatWaits;
  RequestQueue.prototype.scheduleRequestTimeoutCheck = watchOverdue;
}

function checkWhatWaits(this: RequestQueue): void {
  if (this.pending.length > 0) scheduleCheck.call(this);
}

/** kafkajs calls it when a connection opens. */
function watchOverdue(this: RequestQueue): void {
  if (!this.enforceRequestTimeout) return;
  this.destroy();
  watched.add(this);
  looking ??= setInterval(giveUpOverdue, OVERDUE_LOOK_MS).unref();
}

/** The sockets keep the process alive, not the timer. A connection that has closed is not looked after any more. */
function giveUpOverdue(): void {
  // eslint-disable-next-line no-restricted-syntax -- kafkajs notes by this clock when it sent a request.
  const nowMs = Date.now();
  for (const queue of watched) {
    for (const request of queue.inflight.values()) if (nowMs - request.sentAt > request.requestTimeout) request.timeoutRequest();
    if (!queue.isConnected()) watched.delete(queue);
  }
  if (watched.size > 0) return;
  clearInterval(looking);
  looking = undefined;
}
