import { Linter, type Rule } from 'eslint';
import { parser } from 'typescript-eslint';
import { clearNames } from '../lint/clear-names.mjs';
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

describe('clear names', () => {
  it.each([
    ['const found = 1;', 'a variable'],
    ['const isOld = (one) => one.isOld;', 'a parameter'],
    ['function add(asked: number) {}', 'a parameter of a function'],
    ['class A { add(known: number) {} }', 'a parameter of a method'],
    ['const { made } = payment;', 'a binding'],
    ['const { amount: [taken] } = payment;', 'a binding in a pattern'],
    ['for (const other of others()) {}', 'a variable of a loop'],
    ['try {} catch (said) {}', 'an error that is caught'],
  ])('refuses %s (%s)', (code) => {
    expect(breaches(clearNames, code)).toHaveLength(1);
  });

  it.each([
    "import { given } from 'decider';",
    'function given() {}',
    'const payment = { held: 1 };',
    'class A { known() {} }',
    'const foundRows = 1;',
  ])('accepts %s', (code) => {
    expect(breaches(clearNames, code)).toEqual([]);
  });
});
