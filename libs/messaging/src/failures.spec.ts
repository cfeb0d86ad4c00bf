import { BusUnavailableError, OutcomeUnknownError } from './bus';
import { PoisonMessageError, isTransient } from './failures';

const withFields = (fields: Record<string, unknown>): Error => Object.assign(new Error('x'), fields);

describe('isTransient', () => {
  it.each([
    ['an error of that class', new BusUnavailableError('no broker')],
    ['one without an outcome', new OutcomeUnknownError('no reply')],
    ['a refused connection', withFields({ code: 'ECONNREFUSED' })],
    ['an unknown host', withFields({ code: 'EAI_AGAIN' })],
    ['a server that shuts down', withFields({ code: '57P01' })],
    ['a lost connection of the driver', new Error('Connection terminated unexpectedly')],
    ['a deadlock', withFields({ code: '40P01' })],
    ['an error caused by one of these', new Error('query failed', { cause: withFields({ code: '08006' }) })],
  ])('takes %s for transient', (_what, error) => {
    expect(isTransient(error)).toBe(true);
  });

  it.each([
    ['a type error', new TypeError('x is not a function')],
    ['a unique violation', withFields({ code: '23505' })],
    ['a syntax error in SQL', withFields({ code: '42601' })],
    ['an error of another class that claims to be one', withFields({ transient: true })],
    ['a poison message', new PoisonMessageError('bad')],
    ['text', 'oops'],
    ['nothing', undefined],
  ])('takes %s for a bug', (_what, error) => {
    expect(isTransient(error)).toBe(false);
  });
});
