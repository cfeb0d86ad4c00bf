import { ValidateBy, type ValidationArguments } from 'class-validator';
import { describeChecked, type ApiPropertyOptions } from '../api-property';
import type { ErrorCode } from '../errors';

/** What every constraint of a DTO carries as `context`, so that the gateway can name each problem in `errors`. */
export interface ConstraintContext {
  code: ErrorCode;
  /** A finer machine word (docs/reference/api-conventions.md, Errors). */
  reason?: string;
}

export interface ProblemRow extends ConstraintContext {
  /** Goes after the name of the parameter; from the value where it says which part of it is meant. */
  message: string | ((value: unknown) => string);
}

/** What a row says about this value. */
export function problemMessage({ message }: Pick<ProblemRow, 'message'>, value: unknown): string {
  return typeof message === 'string' ? message : message(value);
}

/**
 * A property decorator from one judge: the judge names the one problem of a value, or undefined, and the rows say what
 * each name means to the caller. One value has one problem, so nothing is reported twice.
 *
 * @param schema type and bounds as the OpenAPI document says them, so that a DTO declares each of them once.
 */
export function Constraint<TName extends string>(
  check: (value: unknown) => TName | undefined,
  problems: Readonly<Record<TName, ProblemRow>>,
  schema: ApiPropertyOptions = {},
): PropertyDecorator {
  const names = Object.keys(problems) as TName[];
  return (target, property) => {
    describeChecked(schema)(target, property);
    const checkOnce = onceForEach(names.length, check);
    for (const name of names) {
      const { message, ...context } = problems[name];
      const defaultMessage = (about?: ValidationArguments): string => problemMessage({ message }, about?.value);
      ValidateBy({ name, validator: { validate: (value) => checkOnce(value) !== name, defaultMessage } }, { context })(target, property);
    }
  };
}

/** Nothing a body can hold. */
const NOTHING = Symbol('nothing');

/**
 * class-validator asks once for each name of a problem, about the same value: the judge is asked once, its verdict is
 * given `times` times and then forgotten, so that a later validation of the same object is judged anew.
 */
function onceForEach<TVerdict>(times: number, check: (value: unknown) => TVerdict): (value: unknown) => TVerdict {
  let checked: unknown = NOTHING;
  let verdict: TVerdict;
  let uses = 0;
  return (value) => {
    if (value !== checked || uses === times) {
      checked = value;
      verdict = check(value);
      uses = 0;
    }
    if (++uses === times) checked = NOTHING;
    return verdict;
  };
}
