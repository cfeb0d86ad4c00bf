import { cardBrandOf, isLuhnValid, type CardBrand } from './cards';

/** A sandbox card reduced to what may travel: which scenario it plays, never its number. */
export interface SandboxCard {
  /** Four digits, a key of the scenario table of the sandbox (spec/india.md 4.4). */
  scenario: string;
  brand: CardBrand;
  last4: string;
  international: boolean;
}

/** Every scenario code of spec/india-vectors.json `sandbox.cards.scenarios`. */
export const SANDBOX_CARD_SCENARIOS: ReadonlySet<string> = new Set(
  (
    '0000 0001 0011 0012 0013 0014 0015 0016 0017 0018 0021 0022 0023 0024 0025 0031 0032 0033 0041 ' +
    '0051 0052 0061 0062 0063 0071 0072 0073 0074 0075'
  ).split(' '),
);

interface Prefix {
  readonly length: number;
  readonly international: boolean;
}

/** Six digits → length of the whole number. Any scenario code goes with any prefix. */
const PREFIXES: ReadonlyMap<string, Prefix> = new Map([
  ['499900', { length: 16, international: false }],
  ['559900', { length: 16, international: false }],
  ['607099', { length: 16, international: false }],
  ['349900', { length: 15, international: false }],
  ['369900', { length: 14, international: false }],
  ['499901', { length: 16, international: true }],
  ['559901', { length: 16, international: true }],
]);

const SUCCESS = '0000';

/** Test numbers people know from elsewhere → the scenario they play here. */
const FAMILIAR: ReadonlyMap<string, string> = new Map([
  ...(
    '4111111111111111 4242424242424242 4100280000001007 4706131211212123 5409162669381034 5555555555554444 ' +
    '5500670000001002 5267318187975449 6527658900001005 6074825972083818 340256000401007 36082800091007'
  )
    .split(' ')
    .map((number) => [number, SUCCESS] as const),
  ['4100280000080001', '0011'],
  ['4100280000060003', '0012'],
  ['4100280000030006', '0017'],
  ['4100280000090000', '0023'],
  ['4100280000070002', '0024'],
  ['4100280000020007', '0031'],
  ['4100280000000009', '0021'],
]);

/** The sandbox card behind these digits, or undefined when the number is not one of the sandbox's. */
export function findSandboxCard(digits: string): SandboxCard | undefined {
  const brand = cardBrandOf(digits);
  if (brand === undefined || !isLuhnValid(digits)) return undefined;
  const last4 = digits.slice(-4);
  const familiar = FAMILIAR.get(digits);
  if (familiar !== undefined) return { scenario: familiar, brand, last4, international: false };
  const prefix = PREFIXES.get(digits.slice(0, 6));
  if (prefix === undefined || digits.length !== prefix.length) return undefined;
  const scenario = digits.slice(6, 10);
  const isPadded = /^0*$/.test(digits.slice(10, -1));
  if (!isPadded || !SANDBOX_CARD_SCENARIOS.has(scenario)) return undefined;
  return { scenario, brand, last4, international: prefix.international };
}

/** Every card number the sandbox takes, without separators: the contract lists them, so that nobody tries a real one. */
export function sandboxCardNumbers(): string[] {
  const made = [...PREFIXES].flatMap(([prefix, { length }]) =>
    [...SANDBOX_CARD_SCENARIOS].map((scenario) => withCheckDigit((prefix + scenario).padEnd(length - 1, '0'))),
  );
  return [...new Set([...FAMILIAR.keys(), ...made])].filter((number) => findSandboxCard(number) !== undefined);
}

function withCheckDigit(digits: string): string {
  const last = [...'0123456789'].find((digit) => isLuhnValid(digits + digit)) ?? '';
  return digits + last;
}
