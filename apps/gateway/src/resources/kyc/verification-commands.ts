import { CreateVerificationDto, SubmitVerificationDto } from '#contracts';
import type { SubmitInputPayload } from '#contracts';
import { writeRoute, type ShownObject } from '../../commands/write-route';
import { detailsOf, fileNumberOf, prepareVerification, toCreateVerificationPayload } from './create-verification-payload';
import { givenDetailNames, validateSubmitVerification } from './validate-submit-verification';
import { validateCreateVerification } from './validate-create-verification';

/** What each command on verifications reads from its request, and what it sends to the service. */
export const VERIFICATION_COMMANDS = {
  create: writeRoute({
    resource: 'kycVerification',
    command: 'kyc.create',
    creates: true,
    body: CreateVerificationDto,
    validate: validateCreateVerification,
    sensitiveFields: ({ document_number: number, document_details: details }) => [number, details?.file_number, details?.share_code],
    // A key of its own: redacting the verification destroys every copy of what is personal in it, and erasing the customer too.
    encryptFor: (_dto, { objectId }) => ({ subjectId: objectId, mayCreateKey: true }),
    prepare: prepareVerification,
    discard: ({ objectId }, services) => services.post('kyc', `/internal/kyc_verifications/${objectId}/discard`, {}),
    payload: (dto, _context, seal, prepared) => toCreateVerificationPayload(dto, seal, prepared),
  }),
  submit: writeRoute({
    resource: 'kycVerification',
    command: 'kyc.submit',
    creates: false,
    body: SubmitVerificationDto,
    validate: validateSubmitVerification,
    sensitiveFields: ({ otp, share_code: shareCode, document_details: details }) => [
      otp,
      shareCode,
      details?.file_number,
      details?.share_code,
    ],
    encryptFor: (_dto, { objectId }) => ({ subjectId: objectId }),
    prepare: async (dto, { objectId }, services) => {
      const handed = handedOver(dto);
      if (Object.keys(handed).length === 0) return NOTHING_TAKEN;
      return JSON.parse(await services.post('kyc', `/internal/kyc_verifications/${objectId}/input`, handed)) as TakenInput;
    },
    payload: (dto, _context, seal, taken): SubmitInputPayload => ({
      ...taken,
      kind: dto.otp == null ? 'details' : 'otp',
      details: detailsOf(dto.document_details, seal),
      given: givenDetailNames(dto),
    }),
  }),
  resend: writeRoute({ resource: 'kycVerification', command: 'kyc.resend', creates: false, payload: () => ({}) }),
  cancel: writeRoute({
    resource: 'kycVerification',
    command: 'kyc.cancel',
    creates: false,
    payload: () => ({ reason: 'cancelled_by_account' }),
  }),
  redact: writeRoute({
    resource: 'kycVerification',
    command: 'kyc.redact',
    creates: false,
    erases: isRedacted,
    payload: () => ({ because: 'requested' }),
  }),
  withdrawConsent: writeRoute({
    resource: 'kycVerification',
    command: 'kyc.withdraw_consent',
    creates: false,
    erases: isRedacted,
    payload: () => ({}),
  }),
};

/** Also a withdrawn consent redacts, unless the operator or a legal hold has the verification kept. */
function isRedacted({ redacted_at: redactedAt }: ShownObject): boolean {
  return typeof redactedAt === 'number';
}

type TakenInput = Pick<SubmitInputPayload, 'vaultId' | 'sandboxAnswer'>;

/** Of details that may travel nothing is handed over. */
const NOTHING_TAKEN: TakenInput = { vaultId: null, sandboxAnswer: null };

/** What goes beside the bus. */
function handedOver({ otp, share_code, document_details: details }: SubmitVerificationDto): Record<string, string> {
  if (otp != null) return { otp };
  const [shareCode, fileNumber] = [share_code ?? details?.share_code ?? null, fileNumberOf(details?.file_number)];
  return { ...(shareCode !== null && { shareCode }), ...(fileNumber !== null && { fileNumber }) };
}
