/**
 * Resolves two turns of the event loop later: what sockets brought meanwhile is read by then. For a loop that carries many things in one
 * run, before it takes what it has: callers that ask at once are read one after the other, and the first would have a run of its own.
 * Where nothing else is to be done it takes a few microseconds (docs/decisions/0049-a-batch-waits-for-what-is-being-read.md).
 */
export async function afterPendingInput(): Promise<void> {
  await endOfTurn();
  await endOfTurn();
}

function endOfTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
