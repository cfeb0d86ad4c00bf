import type { SubmitInputPayload, SubmitVerificationDto } from '#contracts';
import type { Seal } from '#personal-data';
import type { WriteCall } from '../../commands/write-call';
import { detailsOf, fileNumberOf } from './create-verification-payload';
import { givenDetailNames } from './validate-submit-verification';

type StoredInput = Pick<SubmitInputPayload, 'vaultId' | 'sandboxAnswer'>;

/**
 * Hands the secret input to the kyc service over internal HTTP, so that no topic holds it.
 *
 * @throws ApiError the refusal of the kyc service.
 */
export async function handOverInput(dto: SubmitVerificationDto, call: WriteCall): Promise<StoredInput> {
  const input = secretInputOf(dto);
  if (Object.keys(input).length === 0) return { vaultId: null, sandboxAnswer: null };
  return JSON.parse(await call.post('kyc', `/internal/kyc_verifications/${call.objectId}/input`, input)) as StoredInput;
}

function secretInputOf({ otp, share_code, document_details: details }: SubmitVerificationDto): Record<string, string> {
  if (otp != null) return { otp };
  const [shareCode, fileNumber] = [share_code ?? details?.share_code ?? null, fileNumberOf(details?.file_number)];
  return { ...(shareCode !== null && { shareCode }), ...(fileNumber !== null && { fileNumber }) };
}

/** The payload of a checked body, without its secret input. Personal data are sealed. */
export function toSubmitInputPayload(dto: SubmitVerificationDto, seal: Seal, input: StoredInput): SubmitInputPayload {
  return {
    ...input,
    kind: dto.otp == null ? 'details' : 'otp',
    details: detailsOf(dto.document_details, seal),
    given: givenDetailNames(dto),
  };
}
