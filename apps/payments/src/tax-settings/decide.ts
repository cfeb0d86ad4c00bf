import { invalidParameter, metadataProblem, type CommandBody, type Refusal, type TaxSettings, type TaxSettingsCommand } from '#contracts';
import { accept, refuse, type Decision } from '#decider';
import { rateProblem, type GstRules } from '../invoice/decide/gst-rates';
import type { TaxSettingsEvent } from './events';
import { applyChange } from './evolve';
import type { TaxSettingsState } from './state';

/** One command, which makes a change or names the first thing that is wrong with it. */
export function decide(
  { payload }: CommandBody<TaxSettingsCommand>,
  { settings }: TaxSettingsState,
  rules: GstRules,
): Decision<TaxSettingsEvent, Refusal> {
  const next = applyChange(settings, payload);
  const problem = problemOf(next, rules);
  if (problem !== null) return refuse(problem);
  const isSame = JSON.stringify(next) === JSON.stringify(settings);
  return accept(isSame ? [] : [{ type: 'tax_settings.updated', data: payload }]);
}

/** What is judged of the settings as they would be: a change of one field may contradict another that stays. */
function problemOf(next: TaxSettings, rules: GstRules): Refusal | null {
  const { defaultRateBps, invoicePrefix, creditNotePrefix, metadata } = next;
  if (invoicePrefix === creditNotePrefix) {
    return invalidParameter('credit_note_prefix', 'must differ from invoice_prefix: each series has numbers of its own.', 'prefix_taken');
  }
  return (
    metadataProblem(metadata) ?? registrationProblem(next) ?? stateProblem(next) ?? rateProblem(defaultRateBps, rules, 'default_rate_bps')
  );
}

function registrationProblem({ registration, gstin }: TaxSettings): Refusal | null {
  if (registration === 'unregistered') {
    return gstin === undefined ? null : invalidParameter('registration', 'cannot be unregistered beside a gstin.', 'registered');
  }
  if (gstin !== undefined) return null;
  return { code: 'parameter_missing', details: { message: `gstin is needed where registration is ${registration}.`, param: 'gstin' } };
}

function stateProblem({ gstin, stateCode }: TaxSettings): Refusal | null {
  if (gstin === undefined || gstin.stateCode === stateCode) return null;
  return invalidParameter('state_code', `must be ${gstin.stateCode}, the state of the GSTIN.`, 'invalid_state_code');
}
