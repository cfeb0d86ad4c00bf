/** What a stored password hash consists of (the PHC string format, github.com/P-H-C/phc-string-format). */
export interface Argon2Hash {
  memoryKib: number;
  passes: number;
  parallelism: number;
  /** The version of the pepper that went into it. */
  pepperVersion: number;
  salt: Buffer;
  hash: Buffer;
}

const FORM = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3}),keyid=(\d{1,6})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

/** `$argon2id$v=19$m=…,t=…,p=…,keyid=…$salt$hash`, in base 64 without padding. */
export function formatPhc({ memoryKib, passes, parallelism, pepperVersion, salt, hash }: Argon2Hash): string {
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${parallelism},keyid=${pepperVersion}$${unpadded(salt)}$${unpadded(hash)}`;
}

/** Undefined for a text that is no hash of ours. */
export function parsePhc(text: string): Argon2Hash | undefined {
  const found = FORM.exec(text);
  if (found === null) return undefined;
  const [, memoryKib, passes, parallelism, pepperVersion, salt = '', hash = ''] = found;
  return {
    ...{ memoryKib: Number(memoryKib), passes: Number(passes), parallelism: Number(parallelism), pepperVersion: Number(pepperVersion) },
    ...{ salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') },
  };
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
