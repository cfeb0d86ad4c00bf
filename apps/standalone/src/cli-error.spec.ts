import { DatabaseUnusableError } from '#event-store';
import { answerHelp, CliError, plainMessageOf, unforeseenMessageOf } from './cli-error';

it('says of a database that does not answer what to look at, without the address and its password', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), { code: 'ECONNREFUSED' });
  expect(plainMessageOf(refused)).toBe(
    'The database of DATABASE_URL does not answer (ECONNREFUSED).\nIs the address right, and does Postgres run there?',
  );
});

it('prints a complaint in its own words', () => {
  expect(plainMessageOf(new CliError('Port 4000 is taken.'))).toBe('Port 4000 is taken.');
});

it('prints what is wrong with a database in its own words', () => {
  const words = 'Postgres 15.8 is too old.\nHundi needs Postgres 16 or newer.';
  expect(plainMessageOf(new DatabaseUnusableError(words))).toBe(words);
});

describe('an error without words of its own', () => {
  const kept: string[] = [];
  const keep = (details: string): string => (kept.push(details), '/tmp/details.log');

  it('of a busy machine is called that, without a stack', () => {
    const error = new Error('Query read timeout');
    expect(unforeseenMessageOf(error, keep)).toBe(
      'Postgres did not answer in time (Query read timeout): this machine is very busy.\n' +
        'Nothing is lost; start again when less runs beside it. The details are in /tmp/details.log.',
    );
    expect(kept.pop()).toBe(error.stack);
  });

  it('is named, without a stack, wherever its details could not be put', () => {
    const text = unforeseenMessageOf(new TypeError('x is not a function'), () => undefined);
    expect(text).toBe(
      'This ended with an error that is not known: TypeError: x is not a function\n' +
        'Try once more. When it comes again, it is a bug: please report it.',
    );
  });
});

it('has no words for what is not known', () => {
  expect(plainMessageOf(new TypeError('x is not a function'))).toBeUndefined();
  expect(plainMessageOf(Object.assign(new Error('syntax'), { code: '42601' }))).toBeUndefined();
});

it.each(['--help', '-h'])('answers %s with how the program is called, before anything is read', (word) => {
  expect(() => answerHelp('Usage: npm run it', ['list', word])).toThrow('Usage: npm run it');
  expect(() => answerHelp('Usage: npm run it', ['list'])).not.toThrow();
});
