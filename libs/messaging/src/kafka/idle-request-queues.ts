import RequestQueue from 'kafkajs/src/network/requestQueue';

const scheduleCheck = RequestQueue.prototype.scheduleCheckPendingRequests;

/**
 * From its first answer on, each connection of kafkajs 2.2.4 looks every millisecond, for ever, whether a request waits to be
 * sent (tulios/kafkajs#1704): 2 % of a core for each idle process. Here it looks while one waits; whatever comes to wait
 * asks for the look itself. The version of kafkajs is exact, and idle-request-queues.spec.ts says when this is needed no more.
 */
export function pauseIdleRequestQueues(): void {
  RequestQueue.prototype.scheduleCheckPendingRequests = checkWhatWaits;
}

function checkWhatWaits(this: RequestQueue): void {
  if (this.pending.length > 0) scheduleCheck.call(this);
}
