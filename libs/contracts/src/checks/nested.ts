import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { describeChecked } from '../api-property';
import { Constraint } from './constraint';

/** An object of its own class. Anything else is one problem, reported once. */
export function Nested(shape: () => new () => object): PropertyDecorator {
  const context = { code: 'parameter_invalid', reason: 'invalid_type' } as const;
  const isList = Constraint((value) => (Array.isArray(value) ? 'type' : undefined), {
    type: { ...context, message: 'must be an object.' },
  });
  // @nestjs/swagger knows a class that is found later by the name of this function.
  const describe = describeChecked({ type: () => shape() });
  return (target, property) => {
    ValidateNested({ context, message: 'must be an object.' })(target, property);
    Type(shape)(target, property);
    isList(target, property);
    describe(target, property);
  };
}
