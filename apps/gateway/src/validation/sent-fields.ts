import type { FieldProblem } from '#contracts';

/** A field as it was sent, and the name under which it was. */
export interface Sent<TValue> {
  value: TValue | null;
  param: string;
}

/** The names under which one field may be sent, ours first. */
export type NamesOf<TValue> = readonly [Sent<TValue>, ...Sent<TValue>[]];

/** What was sent under one of the names of a field; by our name when it was not sent. */
export function firstOf<TValue>(names: NamesOf<TValue>): Sent<TValue> {
  return names.find(({ value }) => value !== null) ?? names[0];
}

/** Under several of its names: which is meant is not guessed. */
export function twiceProblems(names: NamesOf<unknown>): FieldProblem[] {
  const [first, ...others] = names.filter(({ value }) => value !== null);
  if (first === undefined) return [];
  return others.map(({ param }) => ({
    param,
    code: 'parameters_exclusive',
    message: `is another name of ${first.param}; send one of the two.`,
  }));
}
