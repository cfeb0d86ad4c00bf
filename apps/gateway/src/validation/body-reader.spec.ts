import { plainToInstance } from 'class-transformer';
import {
  IsArray,
  IsDefined,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
  validateSync,
} from 'class-validator';
import { Type } from 'class-transformer';
import fc from 'fast-check';
import { CreatePaymentDto } from '#contracts';
import { BodyReader } from './body-reader';

class Street {
  @MaxLength(5, { context: { code: 'parameter_invalid' } })
  @IsString({ context: { code: 'parameter_invalid', reason: 'invalid_type' } })
  name!: string;
}

class Order {
  @IsDefined()
  @IsInt({ context: { code: 'parameter_invalid' } })
  @Min(100, { context: { code: 'amount_too_small' } })
  @Max(1000, { message: 'must be at most $constraint1.', context: { code: 'amount_too_large' } })
  amount!: number;

  @IsOptional()
  @IsObject()
  metadata?: object;

  @IsOptional()
  @ValidateNested()
  @Type(() => Street)
  street?: Street;

  @IsOptional()
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => Street)
  streets?: Street[];

  @IsOptional()
  @Matches(/^[a-z]$/, { each: true })
  letters?: string[];
}

const orders = new BodyReader(Order);
const problemsOf = (body: Record<string, unknown>) => orders.read(body).problems.map(({ param, code }) => `${param} ${code}`);

const FIELDS = ['amount', 'metadata', 'street', 'streets', 'letters'];

describe('body reader', () => {
  it('keeps what is declared, and nothing else', () => {
    const body = { amount: 100, id: 'pay_1', metadata: { any: 1 }, street: { name: 'Main', city: 'Pune' }, livemode: true };
    expect(orders.read(body)).toEqual({
      value: { amount: 100, metadata: { any: 1 }, street: { name: 'Main' } },
      unknown: [
        { prefix: '', name: 'id', known: FIELDS },
        { prefix: '', name: 'livemode', known: FIELDS },
        { prefix: 'street.', name: 'city', known: ['name'] },
      ],
      problems: [],
    });
  });

  it('reads each object of a list, and names its place', () => {
    const streets = [{ name: 'Main', city: 'Pune' }, 'Main', { name: 'Too long' }, null, {}];
    expect(orders.read({ amount: 100, streets })).toMatchObject({
      value: { streets: [{ name: 'Main' }, {}, {}, {}, {}] },
      unknown: [{ prefix: 'streets.0.', name: 'city', known: ['name'] }],
    });
    expect(problemsOf({ amount: 100, streets })).toEqual([
      'streets.1 parameter_invalid',
      'streets.2.name parameter_invalid',
      'streets.3 parameter_invalid',
      'streets.4.name parameter_invalid',
    ]);
    expect(problemsOf({ amount: 100, streets: { name: 'Main' } })).toEqual(['streets parameter_invalid']);
  });

  it('is not misled by names that every object inherits', () => {
    expect(orders.read({ amount: 100, toString: 1, hasOwnProperty: 2 }).unknown.map(({ name }) => name)).toEqual([
      'toString',
      'hasOwnProperty',
    ]);
  });

  it('names every wrong field at once, each once, with what is worst about it', () => {
    expect(problemsOf({ amount: 'abc', metadata: 1, street: { name: 'Too long' }, letters: ['a', 'B'] })).toEqual([
      'amount parameter_invalid',
      'metadata parameter_invalid',
      'street.name parameter_invalid',
      'letters parameter_invalid',
    ]);
  });

  it.each([
    [{}, 'amount parameter_missing'],
    [{ amount: null }, 'amount parameter_missing'],
    [{ amount: 1.5 }, 'amount parameter_invalid'],
    [{ amount: 5 }, 'amount amount_too_small'],
    [{ amount: 5000 }, 'amount amount_too_large'],
    [{ amount: 100, street: 'Main' }, 'street parameter_invalid'],
    [{ amount: 100, street: [{ name: 'Main' }] }, 'street parameter_invalid'],
    [{ amount: 100, street: {} }, 'street.name parameter_invalid'],
  ])('judges %j', (body, problem) => {
    expect(problemsOf(body)).toEqual([problem]);
  });

  it('fills the bound into the message', () => {
    expect(orders.read({ amount: 5000 }).problems[0]?.message).toBe('must be at most 1000.');
  });

  it('leaves a wrong field out of the value, so that later rules judge only what is good', () => {
    expect(orders.read({ amount: 5, street: { name: 5 } }).value).toEqual({ street: {} });
  });

  it('refuses to compile a nested field whose class is not known', () => {
    class Untyped {
      @ValidateNested()
      street?: object;
    }
    expect(() => new BodyReader(Untyped)).toThrow('give it @Type');
  });
});

/** `valueOf`, `toString` and the like: class-transformer leaves such a key out, so that its value is never looked at. */
const hasInheritedName = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).some((key) => key in Object.prototype);

describe('body reader against class-validator', () => {
  const payments = new BodyReader(CreatePaymentDto);
  const wild = fc.oneof(
    fc.constantFrom<unknown>(null, '', 0, -1, 1.5, 1e300, 'INR', 'upi', 'card', [], {}, true, ['upi'], ['upi', 'upi'], 'x'.repeat(600)),
    fc.jsonValue({ maxDepth: 1 }).filter((value) => !hasInheritedName(value)),
  );
  const optional = (...values: unknown[]) => fc.option(fc.oneof(fc.constantFrom(...values), wild), { nil: undefined });
  const bodies = fc.record(
    {
      amount: optional(50000, 100, '50000'),
      currency: optional('INR', 'usd', 'XXX'),
      payment_method: optional('upi', 'card'),
      payment_methods: optional(['upi', 'card']),
      description: optional('order'),
      customer: optional({ name: 'Asha' }, { email: 'no', phone: '+919876543210' }, { name: 5 }),
      metadata: optional({ order: '1' }, { nested: {} }),
      upi: optional({ vpa: 'success@sandbox' }, { flow: 'fly' }),
      card: optional({ number: '4111111111111111', cvv: '123' }, { cvv: 123 }),
      expires_at: optional(1, '1'),
      off_session: optional(true, 'true'),
    },
    { requiredKeys: [] },
  );

  const TEXTS = ['currency', 'payment_method', 'description'];
  const countsAsNull = (name: string, value: unknown): boolean => TEXTS.includes(name) && typeof value === 'string' && value.trim() === '';

  it('accepts and refuses the very same fields of a payment, of which an empty text counts as null', () => {
    fc.assert(
      fc.property(bodies, (body) => {
        const filled = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, countsAsNull(name, value) ? null : value]));
        const errors = validateSync(plainToInstance(CreatePaymentDto, structuredClone(filled)), { forbidUnknownValues: false });
        const expected = errors.map((error) => error.property).sort();
        const found = [...new Set(payments.read(body).problems.map(({ param }) => param.split('.')[0] ?? ''))].sort();
        expect(found).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });
});
