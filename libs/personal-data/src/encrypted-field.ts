const FIELD_BYTES_MAX = 64;

/** Fields of a customer that stand under their own name wherever they are shown, without `_` and capitals. */
const NAMED_FIELDS: ReadonlySet<string> = new Set(
  ['name', 'email', 'phone', 'gstin', 'description', 'line1', 'line2', 'city', 'state', 'postalcode', 'country'], // prettier-ignore
);

/** A value and the field that it was sealed as. */
export interface SealedField {
  field: string;
  /** Initialization vector, cipher text and tag. */
  sealed: Buffer;
}

/** One name in all its spellings: `postalCode`, `postal_code`. */
export function plainField(field: string): string {
  return field.replaceAll('_', '').toLowerCase().slice(0, FIELD_BYTES_MAX);
}

/** What a sealed value is bound to: the place of its key, and its field. */
export function associatedWith(associated: Buffer, field: string): Buffer {
  return Buffer.concat([associated, Buffer.from(`\n${field}`)]);
}

/** The bytes of a token: the field in clear, after its length, before the sealed value. @param field as `plainField` writes it, in ASCII. */
export function packField({ field, sealed }: SealedField): Buffer {
  return Buffer.concat([Buffer.from([field.length]), Buffer.from(field), sealed]);
}

/** Bytes that `packField` did not make give a field and a value that cannot be decrypted. */
export function unpackField(bytes: Buffer): SealedField {
  const start = 1 + (bytes[0] ?? 0);
  return { field: bytes.toString('latin1', 1, start), sealed: bytes.subarray(start) };
}

/**
 * Whether a value of this field may stand under this name of a JSON object: two fields of a customer never stand in each other's
 * place. Other values are shown under names of their own, which say nothing.
 */
export function mayStandAt(field: string, name: string | undefined): boolean {
  if (name === undefined || !NAMED_FIELDS.has(field)) return true;
  const place = plainField(name);
  return place === field || !NAMED_FIELDS.has(place);
}
