import { PoisonMessageError, isTransient } from './failures';

const withFields = (fields: Record<string, unknown>): Error => Object.assign(new Error('x'), fields);

describe('telling "the world is away" from a bug', () => {
  it.each([
    ['an error that says so', withFields({ transient: true })],
    ['a writer without database', withFields({ name: 'WriterUnavailableError' })],
    ['a full writer', withFields({ name: 'WriterOverloadedError' })],
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
    ['an error that says it is not', withFields({ transient: false, code: 'ECONNREFUSED' })],
    ['a poison message', new PoisonMessageError('bad')],
    ['text', 'oops'],
    ['nothing', undefined],
  ])('takes %s for a bug', (_what, error) => {
    expect(isTransient(error)).toBe(false);
  });
});
