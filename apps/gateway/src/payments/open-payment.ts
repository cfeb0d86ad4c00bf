import type { ShownObject } from '../commands/write-route';

/** Nobody knows yet whether the customer's money moved. */
export function isProcessing({ status }: ShownObject): boolean {
  return status === 'processing';
}

/** The processor was asked to take the money it holds, or to let it go, and has not answered. */
export function isBeingAsked({ status, next_action }: ShownObject): boolean {
  return status === 'authorized' && next_action?.type === 'wait';
}
