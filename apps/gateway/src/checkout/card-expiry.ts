/** Month and year as people write them, and as browsers fill them in, with `/` between the parts. */
const WRITTEN: readonly RegExp[] = [
  /^(?<month>\d{1,2})\/(?<year>\d{2}|\d{4})$/,
  /^(?<year>\d{4})\/(?<month>\d{1,2})$/,
  /^(?<month>\d{2})(?<year>\d{2})$/,
  /^(?<month>0\d|1[0-2])(?<year>20\d{2})$/,
  /^(?<year>20\d{2})(?<month>\d{2})$/,
];

/** The expiry date of a card as it was typed; zeros where it cannot be read. Two digits are a year of this century. */
export function readCardExpiry(typed: string): { expiry_month: number; expiry_year: number } {
  const parts = typed.trim().replace(/\s*[\s/.–-]\s*/g, '/');
  const { month = '', year = '' } = WRITTEN.map((pattern) => pattern.exec(parts)?.groups).find((groups) => groups !== undefined) ?? {};
  return { expiry_month: Number(month), expiry_year: year.length === 2 ? 2000 + Number(year) : Number(year) };
}
