import { ComplaintError, plainMessageOf } from './complaint';

it('says of a database that does not answer what to look at, without the address and its password', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), { code: 'ECONNREFUSED' });
  expect(plainMessageOf(refused)).toBe(
    'The database of DATABASE_URL does not answer (ECONNREFUSED).\nIs the address right, and does Postgres run there?',
  );
});

it('prints a complaint in its own words', () => {
  expect(plainMessageOf(new ComplaintError('Port 4000 is taken.'))).toBe('Port 4000 is taken.');
});

it('keeps the stack of anything that nobody foresaw', () => {
  expect(plainMessageOf(new TypeError('x is not a function'))).toBeUndefined();
  expect(plainMessageOf(Object.assign(new Error('syntax'), { code: '42601' }))).toBeUndefined();
});
