export type { IndexedField } from './blind-index';
export type { Subject } from './data-keys';
export { PersonalDataUnavailableError, SubjectErasedError, SubjectUnknownError } from './errors';
export { ConfiguredKeys, readKeyList, type KeyEncryptionKeys, type KeyList, type WrappedKey } from './key-encryption-keys';
export { KEY_AGE_MAX_MS, type Unreadable } from './key-ring';
export { migratePersonalData } from './migrations';
export { PersonalData, type PersonalDataOptions, type Seal } from './personal-data';
export { rewrapKeys, type RewrapOptions, type RewrapOutcome } from './rewrap-keys';
