import { normalizeVpa } from '../india/vpa';
import { findNearest } from '../nearest-name';
import { VPA_ALIASES, VPA_PLANS } from './instruments';
import { MANDATE_VPA_PLANS } from './mandates';

/** The handle of the sandbox: every address under it does what the tables say. */
const HANDLE = 'sandbox';

const NAMES: readonly string[] = [...new Set([...Object.keys(VPA_PLANS), ...Object.keys(MANDATE_VPA_PLANS)])];

/** Words of other processors → the name that does the same here: `failure` of `failure@razorpay`. */
const FOREIGN = new Map(Object.entries(VPA_ALIASES).map(([alias, name]) => [alias.split('@')[0] ?? '', name]));
const FAILURES = ['fail', 'failed', 'decline'];

/** A dot begins a member in names of fields; here it is a letter like others. */
function withoutDots(name: string): string {
  return name.replaceAll('.', '_');
}

/** Whether the address is under the sandbox's own handle and in none of its tables. */
export function isUnknownSandboxVpa(vpa: string): boolean {
  const [name = '', handle] = normalizeVpa(vpa).split('@');
  return handle === HANDLE && !NAMES.includes(name);
}

/** What to send in place of an unknown address of the sandbox: the nearest one, or what all are. To follow the name of the field. */
export function unknownSandboxVpa(vpa: string): string {
  const [name = ''] = normalizeVpa(vpa).split('@');
  const [near] = findNearest(withoutDots(name), NAMES.map(withoutDots));
  const known = FOREIGN.get(name) ?? (FAILURES.includes(name) ? 'declined' : NAMES.find((one) => withoutDots(one) === near));
  const meant = known === undefined ? `the sandbox knows ${NAMES.join(', ')}` : `the nearest is ${known}@${HANDLE}`;
  return `is not an address of the sandbox: ${meant}.`;
}
