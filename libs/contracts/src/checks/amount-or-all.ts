import { ValidateIf } from 'class-validator';
import { ApiPropertyOptional, type ApiPropertyOptions } from '../api-property';
import { amountShapeProblem } from '../money';
import { Constraint } from './constraint';
import { AMOUNT_PROBLEMS, AMOUNT_SCHEMA } from './field-checks';

/**
 * A field that stands for the most when it is left out: all there is, or at once. Its checks, which stand below, refuse null, because
 * that is what JSON makes of NaN: a sum or a time that went wrong must not become the most.
 */
export function AllUnlessSent(description: ApiPropertyOptions): PropertyDecorator {
  const decorators = [MayBeLeftOut(), ApiPropertyOptional(description)];
  return (target, property) => {
    for (const decorate of decorators) decorate(target, property);
  };
}

/** The same for a field that the contract does not name. */
export function MayBeLeftOut(): PropertyDecorator {
  return ValidateIf((_body, value) => value !== undefined);
}

/** An amount that stands for all there is when it is left out. */
export function AmountOrAll(description: ApiPropertyOptions): PropertyDecorator {
  const check = Constraint(
    (value) => (value === null ? 'null' : amountShapeProblem(value)),
    {
      ...AMOUNT_PROBLEMS,
      null: { code: 'parameter_invalid', message: 'must not be null. Leave it out for all there is.', reason: 'invalid_type' },
    },
    AMOUNT_SCHEMA,
  );
  const optional = AllUnlessSent(description);
  return (target, property) => {
    check(target, property);
    optional(target, property);
  };
}
