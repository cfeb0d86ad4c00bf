import type { KycRequest, RequiredDetail } from '../providers/provider';

/** What a provider needs for its request and was not given yet. */
export function missingDetails(
  required: readonly RequiredDetail[],
  { ifsc, fileNumber, redirectUrl, subject }: KycRequest,
): RequiredDetail[] {
  const given: Record<RequiredDetail, unknown> = {
    full_name: subject.fullName,
    date_of_birth: subject.dateOfBirth,
    ifsc,
    file_number: fileNumber,
    redirect_url: redirectUrl,
  };
  return required.filter((name) => given[name] === undefined);
}
