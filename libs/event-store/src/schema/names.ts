const SCHEMA_NAME = /^[a-z][a-z0-9_]{0,39}$/;

/** A schema name quoted for SQL. @throws RangeError when it is not lower-case letters, digits and underscores, at most 40. */
export function quoteSchema(schema: string): string {
  if (!SCHEMA_NAME.test(schema)) throw new RangeError(`not a schema name: ${JSON.stringify(schema)}`);
  return `"${schema}"`;
}

/** What an advisory lock of the store protects. Each purpose and schema has a key space of its own. */
export type LockPurpose = 'append' | 'partition' | 'instance' | 'migration' | 'epoch' | 'task' | 'request' | 'rebuild' | 'rights';

/**
 * First half of the two-part advisory lock key (a signed 32-bit number): FNV-1a over schema and purpose, so that two
 * services in one database never wait for each other.
 */
export function lockClass(schema: string, purpose: LockPurpose): number {
  let hash = 0x811c9dc5;
  for (const character of `hundi:${schema}:${purpose}`) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  return hash | 0;
}
