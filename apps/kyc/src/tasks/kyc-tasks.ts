import type { TaskRunner } from '#event-store';
import { isOpen, type VerificationState } from '../verification/state';
import { nextRequestOf } from '../verification/timers';
import type { Vault } from '../vault/vault';
import { AskProvider, type AskProviderParts } from './call-provider';

/** Puts the due question to a provider behind a network. */
export function askProviderTask(parts: AskProviderParts): TaskRunner<VerificationState> {
  const asker = new AskProvider(parts);
  return async ({ snapshot: { head, state }, key, guard }, signal) => {
    const providerRequest = nextRequestOf(state);
    const choice = isOpen(state) ? state.terms.chain?.[state.providerIndex] : undefined;
    if (providerRequest === null || !isOpen(state) || choice === undefined) throw new Error('a question was due, and then it was not');
    return { type: 'kyc.record_step', payload: await asker.ask({ head, state, providerRequest, choice, key, signal, guard }) };
  };
}

/**
 * Lets the vault forget what it held of a verification that needs it no more. The state says that it is still to do until the
 * outcome is stored, so that a crash in between repeats it, and repeating changes nothing.
 */
export function forgetNumberTask(vault: Vault): TaskRunner<VerificationState> {
  return async ({ snapshot: { head } }) => {
    await vault.forget({ accountId: head.accountId, verificationId: head.streamId });
    return { type: 'kyc.record_number_forgotten', payload: {} };
  };
}
