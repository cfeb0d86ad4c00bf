import type { DocumentType, VerificationReason } from '#contracts';
import { MalformedAnswerError, type AnswerReader } from '#partner-http';
import { gstReason } from '../network/gst-status';
import { refused } from '../network/undecided';
import { addressOf, addressOfLine, dateOf, type AddressNames } from '../network/read-holder';
import type { KycFinding, KycMatch, KycRequest, RequiredDetail } from '../provider';
import type { NameBand } from '../../verification/decide/step';

/** A register that Cashfree asks at once. */
export interface CashfreeSource {
  path: string;
  requires: readonly RequiredDetail[];
  /** Whether it takes an id of ours: then it acts once, and a duplicate can be read back. */
  takesOwnId: boolean;
  body(request: KycRequest): object;
  find(answer: AnswerReader, nowMs: number): KycFinding;
}

const SPLIT: AddressNames = {
  rest: ['flat_number', 'building_number', 'building_name', 'house', 'street', 'landmark', 'locality', 'location', 'subdist', 'vtc', 'po'],
  city: ['city', 'district', 'dist'],
  state: 'state',
  pinCode: 'pincode',
};

const BANDS: Readonly<Record<string, NameBand>> = {
  DIRECT_MATCH: 'direct',
  GOOD_PARTIAL_MATCH: 'good_partial',
  MODERATE_PARTIAL_MATCH: 'moderate_partial',
  POOR_PARTIAL_MATCH: 'poor_partial',
  NO_MATCH: 'no_match',
};

/** The word decides; the score is shown (docs/reference/identity-documents.md, Names). */
export function nameMatchIn(answer: AnswerReader): KycMatch {
  const band = BANDS[answer.findText('name_match_result', 40) ?? ''];
  if (band === undefined) return {};
  const [whole = ''] = (answer.findText('name_match_score', 10) ?? '').split('.');
  const score = /^[0-9]{1,3}$/.test(whole) && Number(whole) <= 100 ? Number(whole) : null;
  return { name: { score, band } };
}

/** Statuses of the tax register beside valid. */
const PAN_STATUS: Readonly<Record<string, VerificationReason>> = {
  N: 'document_not_found',
  X: 'document_deactivated',
  DEACTIVATED: 'document_deactivated',
  F: 'document_cancelled',
  D: 'document_cancelled',
  DELETED: 'document_cancelled',
  ED: 'holder_deceased',
  EL: 'entity_under_liquidation',
  INOPERATIVE: 'pan_inoperative',
  I: 'pan_inoperative',
};

function findPan(answer: AnswerReader): KycFinding {
  const status = (answer.findText('pan_status', 40) ?? '').toUpperCase();
  const known = PAN_STATUS[status];
  if (known !== undefined) return refused(known);
  if (answer.isFalse('valid')) return refused('document_not_found');
  if (!answer.isTrue('valid')) throw new MalformedAnswerError('valid');
  const name = answer.findText('registered_name', 300);
  const warnings = answer.findText('aadhaar_seeding_status', 10) === 'N' ? (['pan_aadhaar_not_linked'] as const) : [];
  return { verdict: 'valid', holder: { ...(name !== undefined && { name }) }, match: nameMatchIn(answer), warnings };
}

function findGstin(answer: AnswerReader): KycFinding {
  if (answer.isFalse('valid')) return refused('document_not_found');
  if (!answer.isTrue('valid')) throw new MalformedAnswerError('valid');
  const reason = gstReason(answer.findText('gst_in_status', 60));
  if (reason !== undefined) return refused(reason);
  const name = answer.findText('legal_name_of_business', 300);
  const address = addressOf(answer.findObject('principal_place_split_address'), SPLIT, answer.findText('principal_place_address', 600));
  return { verdict: 'valid', holder: { ...(name !== undefined && { name }), ...(address && { address }) }, match: {}, warnings: [] };
}

/** VALID or INVALID, which all sources with an id of ours answer. */
function isValid(answer: AnswerReader): boolean {
  const status = answer.text('status', 40).toUpperCase();
  if (status !== 'VALID' && status !== 'INVALID') throw new MalformedAnswerError('status');
  return status === 'VALID';
}

function findPassport(answer: AnswerReader): KycFinding {
  if (!isValid(answer)) return refused('document_not_found');
  const [name, dateOfBirth] = [answer.findText('name', 300), dateOf(answer.findText('dob', 20))];
  const holder = { ...(name !== undefined && { name }), ...(dateOfBirth !== undefined && { dateOfBirth }) };
  return { verdict: 'valid', holder, match: {}, warnings: [] };
}

function findVoter(answer: AnswerReader): KycFinding {
  if (!isValid(answer)) return refused('document_not_found');
  const [name, dateOfBirth] = [answer.findText('name', 300), dateOf(answer.findText('dob', 20))];
  const address = addressOf(answer.findObject('split_address'), SPLIT, answer.findText('address', 600));
  const holder = { ...(name !== undefined && { name }), ...(dateOfBirth !== undefined && { dateOfBirth }), ...(address && { address }) };
  return { verdict: 'valid', holder, match: {}, warnings: [] };
}

function findLicence(answer: AnswerReader, nowMs: number): KycFinding {
  if (!isValid(answer)) return refused('document_not_found');
  const details = answer.object('details_of_driving_licence');
  if (/suspend/i.test(details.findText('status', 60) ?? '')) return refused('document_suspended');
  if (hasExpired(answer.findObject('dl_validity'), nowMs)) return refused('document_expired');
  const name = details.findText('name', 300);
  // It was asked for with this birth date, and found.
  const dateOfBirth = dateOf(answer.findText('dob', 20));
  const address = addressOfLine(details.findText('address', 600));
  const holder = { ...(name !== undefined && { name }), ...(dateOfBirth !== undefined && { dateOfBirth }), ...(address && { address }) };
  return { verdict: 'valid', holder, match: {}, warnings: [] };
}

/** A licence holds until the last of its dates has passed, in the time of India. */
function hasExpired(validity: AnswerReader | undefined, nowMs: number): boolean {
  const dates = ['non_transport', 'transport'].flatMap((kind) => dateOf(validity?.findObject(kind)?.findText('to', 20)) ?? []);
  const last = dates.sort().at(-1);
  return last !== undefined && Date.parse(`${last}T23:59:59+05:30`) < nowMs;
}

function findCompany(answer: AnswerReader): KycFinding {
  if (!isValid(answer)) return refused('document_not_found');
  const status = answer.findText('cin_status', 60) ?? '';
  if (/str(?:ike|uck) off/i.test(status)) return refused('entity_struck_off');
  if (/liquidat/i.test(status)) return refused('entity_under_liquidation');
  const name = answer.findText('company_name', 300);
  return { verdict: 'valid', holder: { ...(name !== undefined && { name }) }, match: {}, warnings: [] };
}

const own = ({ idempotencyKey }: { idempotencyKey: string }): object => ({ verification_id: idempotencyKey });
const named = ({ subject }: KycRequest, field: string): object => (subject.fullName === undefined ? {} : { [field]: subject.fullName });

/** Documents that Cashfree looks up by their number. The id of ours is added where it is taken. */
export const CASHFREE_SOURCES: Readonly<Partial<Record<DocumentType, CashfreeSource>>> = {
  pan: {
    path: '/pan',
    requires: [],
    takesOwnId: false,
    body: (request) => ({ pan: request.documentNumber.reveal(), ...named(request, 'name') }),
    find: findPan,
  },
  gstin: {
    path: '/gstin',
    requires: [],
    takesOwnId: false,
    body: (request) => ({ GSTIN: request.documentNumber.reveal(), ...named(request, 'business_name') }),
    find: findGstin,
  },
  passport: {
    path: '/passport',
    requires: ['file_number', 'date_of_birth'],
    takesOwnId: true,
    body: ({ fileNumber, subject, ...request }) => ({
      file_number: fileNumber?.reveal(),
      dob: subject.dateOfBirth,
      ...named({ ...request, subject }, 'name'),
    }),
    find: findPassport,
  },
  voter_id: {
    path: '/voter-id',
    requires: [],
    takesOwnId: true,
    body: (request) => ({ epic_number: request.documentNumber.reveal(), ...named(request, 'name') }),
    find: findVoter,
  },
  driving_licence: {
    path: '/driving-license',
    requires: ['date_of_birth'],
    takesOwnId: true,
    body: ({ documentNumber, subject }) => ({ dl_number: documentNumber.reveal(), dob: subject.dateOfBirth }),
    find: findLicence,
  },
  cin: {
    path: '/cin',
    requires: [],
    takesOwnId: true,
    body: ({ documentNumber }) => ({ cin: documentNumber.reveal() }),
    find: findCompany,
  },
};

/** What goes out about a document. */
export function bodyFor(source: CashfreeSource, request: KycRequest, ctx: { idempotencyKey: string }): object {
  return { ...(source.takesOwnId && own(ctx)), ...source.body(request) };
}

/** An address as Cashfree splits it. */
export function splitAddress(parts: AnswerReader | undefined, line?: string) {
  return addressOf(parts, SPLIT, line);
}
