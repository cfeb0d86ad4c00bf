import { OUTCOME_UNKNOWN } from './unknown-outcome';

/** `reason` of an error that the testing page explains better than the page of error codes → its section; empty for the whole page. */
const SECTIONS: Readonly<Record<string, string>> = {
  [OUTCOME_UNKNOWN]: '',
  live_card_in_sandbox: 'cards',
  live_identifier_in_sandbox: 'kyc-aadhaar',
};

/** The section of the testing page for an error of the sandbox; undefined for every other error. */
export function testingSectionOf(reason: string | undefined): string | undefined {
  return reason !== undefined && Object.hasOwn(SECTIONS, reason) ? SECTIONS[reason] : undefined;
}
