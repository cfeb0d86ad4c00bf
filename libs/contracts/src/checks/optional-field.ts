import { IsOptional } from 'class-validator';
import { ApiPropertyOptional, type ApiPropertyOptions } from '../api-property';

/** A field that may be left out or null. @param description what its checks, which stand below, do not say already. */
export function OptionalField(description: ApiPropertyOptions = {}): PropertyDecorator {
  const decorators = [IsOptional(), ApiPropertyOptional({ nullable: true, ...description })];
  return (target, property) => {
    for (const decorate of decorators) decorate(target, property);
  };
}
