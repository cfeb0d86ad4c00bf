import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { describeChecked } from '../api-property';
import { Constraint } from './constraint';

/**
 * A list of objects of one class. What is wrong with one is named by its place: `lines.0.amount`.
 *
 * @param most how many at most. @param fewest how many at least.
 */
export function NestedList(shape: () => new () => object, most: number, fewest = 1): PropertyDecorator {
  const context = { code: 'parameter_invalid', reason: 'invalid_type' } as const;
  const isShort = Constraint(
    (value) => (!Array.isArray(value) ? 'type' : value.length >= fewest && value.length <= most ? undefined : 'length'),
    {
      type: { ...context, message: 'must be an array of objects.' },
      length: { code: 'parameter_invalid', reason: 'invalid_length', message: `must contain ${fewest} to ${most} objects.` },
    },
  );
  const describe = describeChecked({ type: () => shape(), isArray: true, minItems: fewest, maxItems: most });
  return (target, property) => {
    ValidateNested({ context, each: true, message: 'must be an object.' })(target, property);
    Type(shape)(target, property);
    isShort(target, property);
    describe(target, property);
  };
}
