import type { PaymentStatus } from '#contracts';
import type { ProcessorCall } from '../events';
import { isEnded, type PaymentState } from '../state';
import { stateConflict, type Refused } from './refusals';

const UNDER_WAY: Readonly<Record<ProcessorCall['kind'], string>> = {
  capture: 'The money is being captured.',
  void: 'The processor is being asked to release the money.',
  submit_otp: 'A one-time password is being checked.',
};

/** Money may come of a request that has no answer yet: until then nothing else is decided. Null where none is open. */
export function refusedByOpenCall(state: PaymentState, allowedFrom: readonly PaymentStatus[]): Refused | null {
  const call = isEnded(state) || !('call' in state) ? undefined : state.call;
  return call === undefined ? null : stateConflict(state, allowedFrom, UNDER_WAY[call.call.kind]);
}
