/** The key of this subject is destroyed: nothing can be sealed for it any more. */
export class SubjectErasedError extends Error {
  override readonly name = 'SubjectErasedError';

  constructor() {
    super('the personal data of this subject are erased');
  }
}

/** This subject has no key, and none was to be made: no subject with this id was ever created. */
export class SubjectUnknownError extends Error {
  override readonly name = 'SubjectUnknownError';

  constructor() {
    super('this subject has no data key');
  }
}

/** The data keys cannot be read now: nothing was sealed or unsealed. The same may succeed later. */
export class PersonalDataUnavailableError extends Error {
  override readonly name = 'PersonalDataUnavailableError';

  constructor(cause: unknown) {
    super(`data keys cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
