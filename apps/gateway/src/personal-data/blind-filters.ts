import { normalizePhone } from '#contracts';
import type { ListQuery } from '#contracts';
import type { IndexedField, PersonalData } from '#personal-data';

/** Filters on sealed values are digests from here on: neither the URL of a query nor the table of a list holds the value. */
export function blindFilters(
  query: ListQuery,
  fields: readonly IndexedField[],
  { personalData, accountId }: { personalData: PersonalData; accountId: string },
): ListQuery {
  const filters = { ...query.filters };
  for (const field of fields) {
    const value = filters[field];
    if (value !== undefined) filters[field] = personalData.blindIndex(accountId, field, normalized(field, value));
  }
  return { ...query, filters };
}

/** A `+` that was not percent-encoded arrives as a space, and a number is written in many ways. */
function normalized(field: IndexedField, value: string): string {
  if (field === 'email') return value;
  return normalizePhone(value.replace(/^ (?=\d)/, '+'))?.e164 ?? value;
}
