import type { VerificationReason } from '#contracts';
import type { AnswerReader } from '#partner-http';
import { addressOf } from '../network/read-holder';
import { gstReason } from '../network/gst-status';
import { refused } from '../network/undecided';
import type { KycFinding, KycRequest, KycStep, RequiredDetail } from '../provider';

/** The products of Setu that Hundi uses; each has an id of its own, `x-product-instance-id`. */
export type SetuProduct = 'pan' | 'bank' | 'gst' | 'digilocker';

/** A register that Setu asks at once. */
export interface SetuSource {
  product: SetuProduct;
  path: string;
  requires: readonly RequiredDetail[];
  body(request: KycRequest): object;
  read(answer: AnswerReader): KycStep;
}

/** Setu wants 20 characters or more. */
const REASON = 'Verification of the identity of a customer with consent';

function isSuccess(answer: AnswerReader): boolean {
  return answer.text('verification', 40).toLowerCase() === 'success';
}

function readPan(answer: AnswerReader): KycStep {
  const reference = answer.findText('traceId', 64) ?? null;
  if (!isSuccess(answer)) return { kind: 'done', reference, finding: refused('number_invalid') };
  const record = answer.object('data');
  const isUnlinked = /not|un/i.test(record.findText('aadhaar_seeding_status', 40) ?? '');
  const warnings = isUnlinked ? (['pan_aadhaar_not_linked'] as const) : [];
  return { kind: 'done', reference, finding: { verdict: 'valid', holder: { name: record.text('full_name', 300) }, match: {}, warnings } };
}

const BANK_REASONS: Readonly<Record<string, VerificationReason>> = {
  BAV52: 'account_not_found',
  BAV92: 'account_not_found',
  BAVM1: 'account_not_found',
  BAVMJ: 'account_not_found',
  BAVMS: 'account_not_found',
  BAV1008: 'account_not_found',
  BAV34: 'account_frozen',
  BAV84: 'account_frozen',
  BAVM3: 'account_frozen',
  BAVM4: 'nre_account_not_supported',
  BAVM5: 'account_closed',
  BAVMP: 'imps_not_enabled',
};

/** Every other code speaks of the way to the account, not of the account. */
function readBank(answer: AnswerReader): KycStep {
  const reference = answer.findText('id', 64) ?? null;
  const code = answer.findText('code', 20) ?? '';
  if (isSuccess(answer)) {
    const name = answer.findObject('data')?.findText('name', 300);
    return {
      kind: 'done',
      reference,
      finding: { verdict: 'valid', holder: { ...(name !== undefined && { name }) }, match: {}, warnings: [] },
    };
  }
  const reason = BANK_REASONS[code];
  if (reason !== undefined) return { kind: 'done', reference, finding: refused(reason) };
  return { kind: 'unavailable', reason: 'provider_unavailable', isUnknown: false };
}

const GST_ADDRESS = {
  rest: ['buildingNumber', 'floorNo', 'buildingName', 'street', 'location'],
  city: ['city', 'district'],
  state: 'stateCode',
  pinCode: 'pinCode',
};

/** `verification: success` with no data means a number that was not issued. */
function readGstin(answer: AnswerReader): KycStep {
  const reference = answer.findText('requestId', 64) ?? null;
  return { kind: 'done', reference, finding: gstinFinding(answer) };
}

function gstinFinding(answer: AnswerReader): KycFinding {
  const record = isSuccess(answer) ? answer.findObject('data') : undefined;
  const company = record?.findObject('company');
  if (record === undefined || company === undefined) return refused('document_not_found');
  const reason = gstReason(company.findText('status', 60));
  if (reason !== undefined) return refused(reason);
  const address = addressOf(record.findObject('address')?.findObject('principle'), GST_ADDRESS);
  return { verdict: 'valid', holder: { name: company.text('name', 300), ...(address && { address }) }, match: {}, warnings: [] };
}

function readVpa(answer: AnswerReader): KycStep {
  const reference = answer.findText('traceId', 64) ?? null;
  if (answer.text('status', 40).toUpperCase() !== 'SUCCESS') return { kind: 'done', reference, finding: refused('account_not_found') };
  const name = answer.object('data').text('bankAccountName', 300);
  return { kind: 'done', reference, finding: { verdict: 'valid', holder: { name }, match: {}, warnings: [] } };
}

/** Documents that Setu looks up by their number. */
export const SETU_SOURCES = {
  pan: {
    product: 'pan',
    path: '/api/verify/pan',
    requires: [],
    body: ({ documentNumber }: KycRequest) => ({ pan: documentNumber.reveal(), consent: 'Y', reason: REASON }),
    read: readPan,
  },
  bank_account: {
    product: 'bank',
    path: '/api/verify/ban',
    requires: ['ifsc'],
    body: ({ documentNumber, ifsc }: KycRequest) => ({ ifsc, accountNumber: documentNumber.reveal() }),
    read: readBank,
  },
  vpa: {
    product: 'bank',
    path: '/api/verify/ban/validate_vpa',
    requires: [],
    body: ({ documentNumber }: KycRequest) => ({ vpa: documentNumber.reveal() }),
    read: readVpa,
  },
  gstin: {
    product: 'gst',
    path: '/api/verify/gst',
    requires: [],
    body: ({ documentNumber }: KycRequest) => ({ gstin: documentNumber.reveal() }),
    read: readGstin,
  },
} as const satisfies Record<string, SetuSource>;
