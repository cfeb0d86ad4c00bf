import type { ErrorCode } from '#contracts';

export const ENDPOINT_ID = { name: 'id', schema: { type: 'string', maxLength: 64 }, example: 'we_0TgWzRaB07xK2mNq5Yd8Vf3L' } as const;

/** What an endpoint's fields can be refused with, beside what every write can. */
export const ENDPOINT_FIELD_ERRORS: readonly ErrorCode[] = [
  'parameter_missing',
  'parameters_exclusive',
  'metadata_invalid',
  'url_invalid',
  'url_not_allowed',
  'resource_already_exists',
];
