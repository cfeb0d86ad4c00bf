import { Linter, type Rule } from 'eslint';
import { parser } from 'typescript-eslint';
import { plainNames } from '../lint/plain-names.mjs';

function breaches(rule: Rule.RuleModule, code: string): string[] {
  const linter = new Linter();
  const found = linter.verify(code, [
    { languageOptions: { parser: parser }, plugins: { hundi: { rules: { rule } } }, rules: { 'hundi/rule': 'error' } },
  ]);
  return found.map(({ message }) => message);
}

describe('plain names', () => {
  it.each([
    ['class PaymentManager {}', 'Manager'],
    ['function stringUtils() {}', 'Utils'],
    ['const customerData = 1;', 'Data'],
    ['interface IProcessor {}', 'I before'],
    ['abstract class BaseService {}', 'Base'],
    ['function handle() {}', 'without object'],
    ['class A { process() {} }', 'without object'],
    ['const req = 1;', 'short form'],
    ['const f = (msg) => msg;', 'short form in a parameter'],
    ['const { a: cfg } = b;', 'short form in a pattern'],
    ['interface A { paymentInfo: string }', 'Info'],
  ])('refuses %s (%s)', (code) => {
    expect(breaches(plainNames, code)).toHaveLength(1);
  });

  it.each([
    'interface CloudEvent { data: string }',
    'const baseUrl = 1;',
    'function askProcessor() {}',
    'const { req } = context;',
    'class InternalServer {}',
    'const database = id;',
  ])('accepts %s', (code) => {
    expect(breaches(plainNames, code)).toEqual([]);
  });
});
