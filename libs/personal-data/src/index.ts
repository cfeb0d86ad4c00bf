export type { IndexedField } from './blind-index';
export { PersonalDataUnavailableError, SubjectErasedError, SubjectUnknownError } from './errors';
export { ConfiguredKeys, readKeyList } from './key-encryption-keys';
export { KEY_AGE_MAX_MS, newKeyCache, type KeyCache, type Unreadable } from './data-key-cache';
export { migratePersonalData, PERSONAL_DATA_SCHEMA } from './migrations';
export { PersonalData, type Seal, type ShowValue } from './personal-data';
export { rewrapKeys } from './rewrap-keys';
