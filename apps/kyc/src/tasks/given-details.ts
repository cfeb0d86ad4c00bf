import type { PersonalData } from '#personal-data';
import type { VerificationTerms } from '../verification/events';
import type { GivenDetails } from '../providers/assess';

interface Unsealed {
  fullName: string | null;
  dateOfBirth: string | null;
  address: Partial<Record<'line1' | 'line2' | 'city' | 'state' | 'postalCode', string | null>> | null;
}

/**
 * What the customer is said to be, in the clear, for the call and the comparison that follow. What was erased reads as not given.
 *
 * @throws PersonalDataUnavailableError.
 */
export async function givenDetails(terms: VerificationTerms, accountId: string, personalData: PersonalData): Promise<GivenDetails> {
  const { details, customerName, customerAddress, verifyAddress } = terms;
  const sealed = {
    fullName: details.fullName ?? customerName,
    dateOfBirth: details.dateOfBirth ?? null,
    address: verifyAddress ? (customerAddress ?? null) : null,
  };
  const { fullName, dateOfBirth, address } = (await personalData.unsealValue(sealed, accountId)) as Unsealed;
  return {
    verifyAddress,
    ...(fullName && { fullName }),
    ...(dateOfBirth && { dateOfBirth }),
    ...(address && { address: postalParts(address) }),
  };
}

function postalParts({ line1, line2, city, state, postalCode }: NonNullable<Unsealed['address']>): GivenDetails['address'] {
  const rest = [line1, line2].filter((line) => line).join(', ');
  return { ...(rest && { rest }), ...(city && { city }), ...(state && { state }), ...(postalCode && { pinCode: postalCode }) };
}
