import { crc32 } from 'node:zlib';
import { base62OfBytes, toBase62, type Random } from '#contracts';

/** 30 base-62 characters: 178 random bits, above the 160 that make a fast digest safe. */
const SECRET_LENGTH = 30;
const ID_LENGTH = 24;
const CHECKSUM_LENGTH = 6;
const BODY = /^[0-9A-Za-z]{60}$/;

/** What a secret text of ours is taken apart into. */
export interface SecretTextParts {
  livemode: boolean;
  /** 24 characters: of the id that it is found by. */
  id: string;
  secret: string;
}

/** The text that a caller keeps: `<prefix>_<mode>_<id><secret><checksum>`, 60 characters behind the prefix and the mode. */
export function formatSecretText(prefix: string, { livemode, id, secret }: SecretTextParts): string {
  const text = `${prefix}_${livemode ? 'live' : 'test'}_${id}${secret}`;
  return text + checksumOf(text);
}

/** Takes such a text apart, or undefined when prefix, format or checksum are wrong. No I/O: typos, scans and foreign texts cost nothing. */
export function parseSecretText(prefix: string, text: string): SecretTextParts | undefined {
  const start = ['test', 'live'].map((mode) => `${prefix}_${mode}_`).find((one) => text.startsWith(one));
  if (start === undefined) return undefined;
  const body = text.slice(start.length);
  if (!BODY.test(body) || checksumOf(text.slice(0, -CHECKSUM_LENGTH)) !== text.slice(-CHECKSUM_LENGTH)) return undefined;
  return {
    livemode: start.endsWith('live_'),
    id: body.slice(0, ID_LENGTH),
    secret: body.slice(ID_LENGTH, ID_LENGTH + SECRET_LENGTH),
  };
}

const HINT_START_LENGTH = 12;
const HINT_END_LENGTH = 4;

/** What may be shown of a secret text to recognize it by: `sk_test_0Vbg…QmVp`. Its last characters are of the checksum. */
export function hintOf(text: string): string {
  return `${text.slice(0, HINT_START_LENGTH)}…${text.slice(-HINT_END_LENGTH)}`;
}

/** A new secret. Bytes above 247 are dropped, so that every character is equally likely. */
export function newSecret(random: Random): string {
  let text = '';
  while (text.length < SECRET_LENGTH) text += base62OfBytes(random.bytes(SECRET_LENGTH).filter((byte) => byte < 248));
  return text.slice(0, SECRET_LENGTH);
}

/** CRC-32 in base 62, padded to six characters: lets a scanner tell a leaked text from a lookalike. */
function checksumOf(text: string): string {
  return toBase62(crc32(text), CHECKSUM_LENGTH);
}
