import 'reflect-metadata';
import { Validate, ValidatorConstraint, type ValidationArguments } from 'class-validator';
import { compileShape } from './compile-shape';

const looked: ValidationArguments[] = [];

@ValidatorConstraint()
class Looks {
  validate(_value: unknown, given: ValidationArguments): boolean {
    looked.push(given);
    return true;
  }
}

class Card {
  @Validate(Looks)
  number?: string;
}

describe('a compiled shape', () => {
  it('keeps nothing of a body when it was judged: a card number would stay in memory until the next', () => {
    const [rule] = compileShape(Card).properties[0]?.rules ?? [];
    const card = { number: '4012888888881881' };
    expect(rule?.passes(card.number, card)).toBe(true);
    expect(looked.map(({ object, value }) => ({ object, value }))).toEqual([{ object: {}, value: undefined }]);
  });
});
