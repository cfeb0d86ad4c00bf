import { PersonalDataUnavailableError, SubjectErasedError, SubjectUnknownError } from '#personal-data';
import type { PersonalData, Seal } from '#personal-data';
import { ApiError } from '../http/api-error';
import type { SealedValue } from '../request-logs/shown-fields/shown-body';

/** The owner of the key that personal values are sealed under. */
interface SealedFor {
  /** The object they belong to, such as a customer or a webhook endpoint; null for the account. */
  subjectId: string | null;
  /** The subject gets a key now when it has none. */
  mayCreateKey?: boolean;
}

/**
 * What seals the personal values of a request before they leave the gateway: under the key of their object, or of the account
 * for what belongs to none. An object without a key is unknown or erased. That is the service's to refuse, because the
 * request may be the retry of one that was accepted: its values go under the account's key, are never stored and not noted.
 *
 * @throws ApiError service_unavailable when keys cannot be read.
 */
export async function sealerFor(
  personalData: PersonalData,
  accountId: string,
  { subjectId, mayCreateKey = false }: SealedFor,
  noteSealed: NoteSealed = () => undefined,
): Promise<Seal> {
  const account = { accountId, id: accountId };
  try {
    if (subjectId === null) return noting(await personalData.sealerOf(account), noteSealed);
    const seal = personalData.sealerOf({ accountId, id: subjectId }, { mayCreate: mayCreateKey });
    return await seal
      .then((found) => noting(found, noteSealed))
      .catch((error: unknown) => {
        if (error instanceof SubjectUnknownError || error instanceof SubjectErasedError) return personalData.sealerOf(account);
        throw error;
      });
  } catch (error) {
    if (!(error instanceof PersonalDataUnavailableError)) throw error;
    throw new ApiError('service_unavailable', {}, { 'retry-after': '1' }, error.message);
  }
}

/** Called with each value that is sealed for its owner. */
export type NoteSealed = (sealed: SealedValue) => void;

function noting(seal: Seal, noteSealed: NoteSealed): Seal {
  return (value, field) => {
    const token = seal(value, field);
    noteSealed({ value, field, token });
    return token;
  };
}

/** For a route that said it seals nothing: what it forgot to declare must not leave in the clear. */
export const sealNothing: Seal = () => {
  throw new Error('this route declares no personal values');
};
