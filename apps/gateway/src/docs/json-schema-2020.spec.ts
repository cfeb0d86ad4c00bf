import { toJsonSchema2020 } from './json-schema-2020';

describe('OpenAPI 3.0 nullable in OpenAPI 3.1', () => {
  it.each([
    [{ type: 'string', nullable: true }, { type: ['string', 'null'] }],
    [
      { type: 'string', enum: ['a'], nullable: true },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    [
      { type: 'string', enum: ['a', null], nullable: true },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    [
      { allOf: [{ $ref: '#/x' }], nullable: true, description: 'd' },
      { description: 'd', anyOf: [{ $ref: '#/x' }, { type: 'null' }] },
    ],
    [{ type: 'string', nullable: false }, { type: 'string' }],
    [{ properties: { a: { type: 'integer', nullable: true } } }, { properties: { a: { type: ['integer', 'null'] } } }],
  ])('%j becomes %j', (before, after) => {
    expect(toJsonSchema2020(before)).toEqual(after);
  });
});
