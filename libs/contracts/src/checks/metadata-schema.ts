const VALUES = [
  { type: 'string', maxLength: 500 },
  { type: 'number', minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
  { type: 'boolean' },
] as const;

/** Metadata of a request, as the OpenAPI document says it (docs/reference/api-conventions.md, Metadata). */
export const METADATA_SCHEMA = {
  type: 'object',
  nullable: true,
  maxProperties: 50,
  additionalProperties: { oneOf: [...VALUES] as object[] },
  description: 'At most 50 keys of at most 40 characters; flat.',
} as const;

/** A change of metadata: merged key by key. As many keys may be removed as may be set. */
export const METADATA_CHANGE_SCHEMA = {
  type: 'object',
  nullable: true,
  maxProperties: 100,
  additionalProperties: { oneOf: [...VALUES, { type: 'null' }] as object[] },
  description: 'Merged key by key: null removes a key, null for the whole all. At most 50 keys afterwards.',
} as const;
