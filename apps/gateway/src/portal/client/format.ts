const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const MOMENT = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'medium' });

/** How long ago or ahead, in words. Both in Unix seconds. */
export function relativeTime(at: number, now: number): string {
  const distance = at - now;
  if (Math.abs(distance) < 5) return 'just now';
  const [unit, seconds] = STEPS.find(([, size]) => Math.abs(distance) >= size) ?? ['second', 1];
  return RELATIVE.format(Math.trunc(distance / seconds), unit);
}

/** Date and time where the reader is. @param at Unix seconds. */
export function momentText(at: number): string {
  return MOMENT.format(at * 1000);
}

/** A duration for people. @param seconds whole seconds. */
export function durationText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.floor(seconds / 3_600)} h`;
  return `${Math.floor(seconds / 86_400)} days`;
}

/** A share of one, in percent. Only what is whole is shown as 100 %. */
export function percentText(share: number | null): string {
  if (share === null) return '–';
  const percent = Math.floor(share * 1_000) / 10;
  return `${percent} %`;
}

/** JSON for people; what is no JSON stays as it is. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** A word of the API for people: `half_open` reads "half open". */
export function wordText(word: string): string {
  return word.replaceAll('_', ' ');
}
