import type { ListQuery } from '#contracts';
import { toPhone } from '../lists/text-forms';
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
    if (value !== undefined)
      filters[field] = personalData.blindIndex(accountId, field, field === 'email' ? value : (toPhone(value) ?? value));
  }
  return { ...query, filters };
}
