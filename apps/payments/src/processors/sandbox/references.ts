import type { ProcessorReferences } from '../../payment/decide/attempt-result';
import type { ChargedMethod } from '#contracts';
import { civilOf, istDate, istDateOf, luhnDigitOf, startOfIstDate } from '#contracts';
import type { PlanKey } from './choice';

/** What a sandbox reference says: the sandbox keeps nothing, so the reference carries all of it. */
export interface SandboxReference {
  plan: PlanKey;
  /** When the plan began, ms since the epoch. */
  startedAtMs: number;
  /** Ties the reference to the payment and its attempt. */
  tail: string;
}

const PREFIX = 'sbx_';

/** `sbx_<plan>_<start in base 36>_<tail>`. Plans may hold underscores, the other parts do not. */
export function encodeReference({ plan, startedAtMs, tail }: SandboxReference): string {
  return `${PREFIX}${plan}_${startedAtMs.toString(36)}_${tail}`;
}

/** The parts of a reference, or undefined when it is none of the sandbox's. */
export function decodeReference(reference: string | null): SandboxReference | undefined {
  const match = /^sbx_(.+)_([0-9a-z]+)_([0-9A-Za-z]+)$/.exec(reference ?? '');
  const [, plan, start, tail] = match ?? [];
  if (plan === undefined || start === undefined || tail === undefined) return undefined;
  return { plan, startedAtMs: Number.parseInt(start, 36), tail };
}

/** The part of a payment id after its prefix, with the attempt number behind it from the second on. */
export function tailOf(paymentId: string, attempt: number): string {
  const body = paymentId.slice(paymentId.indexOf('_') + 1);
  return attempt === 1 ? body : `${body}${attempt}`;
}

/** References as the networks make them, derived from the payment so that they are the same whenever asked. */
export function networkReferences(method: ChargedMethod, { tail, startedAtMs }: SandboxReference): ProcessorReferences {
  const rrn = rrnOf(tail, startedAtMs);
  if (method === 'upi') return { rrn, upiTransactionId: `SBX${tail}` };
  return method === 'netbanking' || method === 'enach' ? { bankTransactionId: `SBX${rrn}` } : { rrn };
}

const HOUR_MS = 3_600_000;

/** Twelve digits: last digit of the year, day of the year, hour (IST), six others (docs/reference/indian-payments.md, References). */
export function rrnOf(seed: string, atMs: number): string {
  const date = istDateOf(atMs);
  const { year } = civilOf(date);
  const hour = Math.floor((atMs - startOfIstDate(date)) / HOUR_MS);
  return `${year % 10}${pad(date - istDate(year, 1, 1) + 1, 3)}${pad(hour, 2)}${pad(hashOf(seed) % 1_000_000, 6)}`;
}

/** Twenty-three digits with a Luhn digit last: an acquirer reference number of a card refund. */
export function arnOf(seed: string, atMs: number): string {
  const body = `7400000${rrnOf(seed, atMs).slice(0, 4)}${pad(hashOf(seed), 11)}`;
  return `${body}${luhnDigitOf(body)}`;
}

/** A unique mandate number of UPI: 32 letters or digits and the handle of the payer's app (docs/reference/indian-payments.md, References). */
export function umnOf(mandateId: string): string {
  const body = mandateId.slice(mandateId.indexOf('_') + 1);
  return `SBX${body}`.padEnd(32, '0').slice(0, 32) + '@sandbox';
}

/** A unique mandate reference number of NACH: four letters and sixteen others. */
export function umrnOf(mandateId: string): string {
  return `SBOX${pad(hashOf(mandateId), 10)}${pad(hashOf(`${mandateId}.`), 6)}`;
}

function pad(value: number, length: number): string {
  return String(value).padStart(length, '0').slice(-length);
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
