import type { CheckName, CheckResult, VerificationReason, VerificationWarning } from '#contracts';
import type { KycAddress, KycFinding, KycHolder } from './provider';
import { matchAddresses, type PostalParts } from './address-match';
import type { NameBand } from '../verification/decide/step';
import { matchNames } from './name-match';

/** What the customer is said to be, in the clear. Absent means not given. */
export interface GivenDetails {
  fullName?: string;
  /** YYYY-MM-DD. */
  dateOfBirth?: string;
  address?: PostalParts;
  /** What a word of the name should begin with: the fifth letter of a PAN. */
  nameInitial?: string;
  verifyAddress: boolean;
}

/** From which score on names are equal enough (docs/reference/identity-documents.md, Names); a band that the provider names decides. */
export interface NameThresholds {
  /** 0 to 100. */
  passFrom: number;
  /** 0 to 100: from here a person decides. */
  reviewFrom: number;
}

const DEFAULT_NAME_THRESHOLDS: NameThresholds = { passFrom: 80, reviewFrom: 65 };

/** The holder as the register has it, and what was compared. */
export interface AssessedFacts {
  name?: string;
  dateOfBirth?: string;
  address?: string;
  nameMatch?: { score: number | null; band: NameBand };
  addressScore?: number;
  checks: Partial<Record<CheckName, CheckResult>>;
  warnings: VerificationWarning[];
}

/** What comes of a finding. */
export type Assessment =
  { verdict: 'passed'; facts: AssessedFacts } | { verdict: 'failed' | 'review'; reason: VerificationReason; facts: AssessedFacts };

type Constraint = { check: CheckName; result: CheckResult; reason?: VerificationReason };

/**
 * Compares a valid document with what the account says of the customer (docs/reference/identity-documents.md, Checks of a person). Pure. A
 * mismatch fails, a near match is for a person to decide, and what was not given is not compared.
 */
export function assess(
  finding: Extract<KycFinding, { verdict: 'valid' }>,
  given: GivenDetails,
  thresholds: NameThresholds = DEFAULT_NAME_THRESHOLDS,
): Assessment {
  const nameMatch = finding.match.name ?? compareNames(given.fullName, finding.holder.name, thresholds);
  const address = given.verifyAddress ? assessAddress(given.address, finding.holder.address) : undefined;
  const checked: Constraint[] = [assessName(nameMatch), assessBirthDate(finding, given.dateOfBirth), ...(address ? [address] : [])];
  const facts: AssessedFacts = {
    ...reportOf(finding.holder, given),
    ...(nameMatch && { nameMatch }),
    ...(address?.score !== undefined && { addressScore: address.score }),
    checks: {
      number_format: 'passed',
      document_status: 'passed',
      ...Object.fromEntries(checked.map(({ check, result }) => [check, result])),
    },
    warnings: [...finding.warnings, ...initialWarning(given.nameInitial, finding.holder.name)],
  };
  return verdictOf(checked, facts);
}

/** A failure before a doubt, and the name before everything else. */
function verdictOf(checked: readonly Constraint[], facts: AssessedFacts): Assessment {
  const decisive = checked.find(({ result }) => result === 'failed') ?? checked.find(({ reason }) => reason !== undefined);
  if (decisive?.reason === undefined) return { verdict: 'passed', facts };
  return { verdict: decisive.result === 'failed' ? 'failed' : 'review', reason: decisive.reason, facts };
}

/** The address only for those who asked for it. */
function reportOf(
  { name, dateOfBirth, address }: KycHolder,
  { verifyAddress }: GivenDetails,
): Pick<AssessedFacts, 'name' | 'dateOfBirth' | 'address'> {
  return {
    ...(name !== undefined && { name }),
    ...(dateOfBirth !== undefined && { dateOfBirth }),
    ...(verifyAddress && address && { address: address.line }),
  };
}

function compareNames(given: string | undefined, registered: string | undefined, { passFrom, reviewFrom }: NameThresholds) {
  if (given === undefined || registered === undefined) return undefined;
  const { score, band } = matchNames(given, registered);
  if (score >= passFrom) return { score, band: band === 'direct' ? band : ('good_partial' as const) };
  return { score, band: score >= reviewFrom ? ('moderate_partial' as const) : band === 'no_match' ? band : ('poor_partial' as const) };
}

const BY_BAND: Readonly<Record<NameBand, { result: CheckResult; reason?: VerificationReason }>> = {
  direct: { result: 'passed' },
  good_partial: { result: 'passed' },
  moderate_partial: { result: 'warning', reason: 'name_partial_match' },
  poor_partial: { result: 'failed', reason: 'name_mismatch' },
  no_match: { result: 'failed', reason: 'name_mismatch' },
};

function assessName(match: { band: NameBand } | undefined): Constraint {
  return { check: 'name_match', ...(match === undefined ? { result: 'not_performed' as const } : BY_BAND[match.band]) };
}

/** A year alone is not compared: a register that returns no full date returns none. */
function assessBirthDate({ holder, match }: Extract<KycFinding, { verdict: 'valid' }>, given: string | undefined): Constraint {
  const known = holder.dateOfBirth !== undefined && given !== undefined ? holder.dateOfBirth === given : undefined;
  const isEqual = match.dateOfBirth === undefined ? known : match.dateOfBirth === 'match';
  if (isEqual === undefined) return { check: 'dob_match', result: given === undefined ? 'not_performed' : 'not_available' };
  return isEqual ? { check: 'dob_match', result: 'passed' } : { check: 'dob_match', result: 'failed', reason: 'dob_mismatch' };
}

/** An address that could not be compared is shown as such: `address_verified` is false, and the rest decides. */
function assessAddress(given: PostalParts | undefined, registered: KycAddress | undefined): Constraint & { score?: number } {
  if (registered === undefined) return { check: 'address_match', result: 'not_available' };
  if (given === undefined) return { check: 'address_match', result: 'not_performed' };
  const { verdict, score } = matchAddresses(given, registered.parts);
  if (verdict === 'passed') return { check: 'address_match', result: 'passed', score };
  if (verdict === 'review') return { check: 'address_match', result: 'warning', reason: 'address_partial_match', score };
  return { check: 'address_match', result: 'failed', reason: 'address_mismatch', score };
}

/** Names change and cards stay: a warning, never a refusal (docs/reference/identity-documents.md, PAN). */
function initialWarning(initial: string | undefined, name: string | undefined): VerificationWarning[] {
  if (initial === undefined || name === undefined) return [];
  const words = name.toUpperCase().split(/[^\p{L}]+/u);
  return words.some((word) => word.startsWith(initial)) ? [] : ['name_initial_mismatch'];
}
