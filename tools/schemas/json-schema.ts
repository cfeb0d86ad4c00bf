/** The part of JSON Schema 2020-12 that the generated files use. */
export interface JsonSchema {
  $schema?: string;
  $id?: string;
  $ref?: string;
  title?: string;
  description?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  additionalProperties?: boolean | JsonSchema;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  examples?: unknown[];
}

/**
 * Words of today with room for those of tomorrow: a consumer that validates by this schema does not break when a value
 * is added (docs/reference/versions.md: new values may appear any day).
 */
export function openEnum(known: readonly unknown[]): JsonSchema {
  return { anyOf: [{ enum: [...known] }, { type: 'string' }] };
}

/** The same, or null. */
export function orNull(schema: JsonSchema): JsonSchema {
  if (schema.anyOf) return { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] };
  if (typeof schema.type === 'string') return { ...schema, type: [schema.type, 'null'] };
  return { anyOf: [schema, { type: 'null' }] };
}
