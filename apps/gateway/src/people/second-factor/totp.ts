import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Random } from '#contracts';

/** RFC 4226, 4: as long as the digest. */
const SECRET_BYTES = 20;
/** RFC 6238, 5.2. */
const STEP_MS = 30_000;
const DIGITS = 6;
/** Clocks of phones are never off by more than a step; RFC 6238, 6 allows for one. */
const STEPS_AROUND = [0, -1, 1] as const;
const CODE = /^\d{6}$/;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BITS_PER_LETTER = 5;

/** A new secret, in base 32 (RFC 4648, 6) as apps take it. */
export function newTotpSecret(random: Random): string {
  let bits = '';
  for (const byte of random.bytes(SECRET_BYTES)) bits += byte.toString(2).padStart(8, '0');
  const letters = bits.match(new RegExp(`.{${BITS_PER_LETTER}}`, 'g')) ?? [];
  return letters.map((letter) => ALPHABET[parseInt(letter, 2)]).join('');
}

/** What the QR code for an app says. */
export function otpauthUri(secret: string, email: string): string {
  const label = encodeURIComponent(`Hundi:${email}`);
  return `otpauth://totp/${label}?secret=${secret}&issuer=Hundi&algorithm=SHA1&digits=${DIGITS}&period=${STEP_MS / 1_000}`;
}

/** The code of a secret at a time. */
export function totpCode(secret: string, atMs: number): string {
  return codeOfStep(secret, Math.floor(atMs / STEP_MS));
}

/** The step whose code this is, out of the present one and its neighbours; undefined when it is none of them. */
export function stepOfCode(secret: string, code: string, nowMs: number): number | undefined {
  if (!CODE.test(code)) return undefined;
  const present = Math.floor(nowMs / STEP_MS);
  // All are computed, so that the time says nothing.
  const fitting = STEPS_AROUND.map((offset) => present + offset).filter((step) => isSame(codeOfStep(secret, step), code));
  return fitting[0];
}

function isSame(left: string, right: string): boolean {
  return timingSafeEqual(Buffer.from(left), Buffer.from(right));
}

/** RFC 4226, 5.3. */
function codeOfStep(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.max(0, step)));
  const digest = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(BITS_PER_LETTER, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
}
