import { ApiExtraModels, ApiProperty, ApiPropertyOptional, DECORATORS, getSchemaPath } from '@nestjs/swagger';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import * as ours from './api-property';

class Part {}

const OPTIONS: [string, ApiPropertyOptions][] = [
  ['a text', { type: String, description: 'A text.', nullable: true }],
  ['nothing', {}],
  ['words', { enum: ['a', 'b'], nullable: true }],
  ['words of a declared type', { type: String, enum: ['a', 'b'] }],
  ['switches', { enum: [true, false] }],
  ['numbers', { enum: [1, 2] }],
  ['a list of words', { enum: ['a', 'b'], isArray: true, minItems: 1 }],
  ['a list of texts', { type: [String], nullable: true }],
  ['a list of parts', { type: () => Part, isArray: true }],
  ['a part', { type: () => Part, nullable: true, description: undefined }],
  ['a map', { type: 'object', additionalProperties: { type: 'string' } }],
  ['a choice', { anyOf: [{ type: 'null' }] }],
];

/** A class with one property of its own and one that it describes anew. */
function describedBy(decorators: Pick<typeof ours, 'ApiProperty' | 'ApiPropertyOptional' | 'ApiExtraModels'>, options: ApiPropertyOptions) {
  class Parent {
    @decorators.ApiProperty({ ...options }) first!: string;
    @decorators.ApiPropertyOptional({ ...options }) second?: string;
  }
  @decorators.ApiExtraModels(Part)
  class Child extends Parent {
    @decorators.ApiProperty({ description: 'Of the child.' }) declare first: string;
    @decorators.ApiProperty({ ...options }) third!: number;
  }
  return [Parent, Child];
}

describe('ApiProperty', () => {
  it.each(OPTIONS)('keeps what @nestjs/swagger keeps: %s', (_name, options) => {
    const theirs = describedBy({ ApiProperty, ApiPropertyOptional, ApiExtraModels }, options);
    const own = describedBy(ours, options);
    expect(own.map(whatIsKept)).toEqual(theirs.map(whatIsKept));
  });

  it('refers to a class as @nestjs/swagger does', () => {
    expect(ours.getSchemaPath(Part)).toBe(getSchemaPath(Part));
  });
});

function whatIsKept({ prototype }: { prototype: object }): unknown {
  const names = Reflect.getMetadata(DECORATORS.API_MODEL_PROPERTIES_ARRAY, prototype) as string[];
  const options = names.map((name) => Reflect.getMetadata(DECORATORS.API_MODEL_PROPERTIES, prototype, name.slice(1)) as object);
  return [names, options, Reflect.getMetadata(DECORATORS.API_EXTRA_MODELS, prototype.constructor)];
}
