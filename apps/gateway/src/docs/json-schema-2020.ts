type Schema = Record<string, unknown>;

/**
 * Rewrites what the decorators write in the manner of OpenAPI 3.0 into the JSON Schema of OpenAPI 3.1: `nullable` is not
 * a word there, null is a type. Returns a new value; references with a sibling `nullable` become a choice.
 */
export function toJsonSchema2020(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toJsonSchema2020);
  if (typeof value !== 'object' || value === null) return value;
  const { nullable, ...rest } = value as Schema;
  const converted = Object.fromEntries(Object.entries(rest).map(([key, member]) => [key, toJsonSchema2020(member)]));
  return nullable === true ? orNull(converted) : converted;
}

function orNull(schema: Schema): Schema {
  const { enum: words, type } = schema;
  if (typeof type !== 'string') return orNullChoice(schema);
  const withNull = Array.isArray(words) && !words.includes(null) ? { enum: [...(words as unknown[]), null] } : {};
  return { ...schema, ...withNull, type: [type, 'null'] };
}

/** `{ allOf: [{ $ref }] }` and bare references: the description stays outside, where readers see it. */
function orNullChoice({ description, ...schema }: Schema): Schema {
  const inner = Array.isArray(schema.allOf) && schema.allOf.length === 1 ? (schema.allOf[0] as Schema) : schema;
  return { ...(description !== undefined && { description }), anyOf: [inner, { type: 'null' }] };
}
