import { problemsOf } from '../check-commits.mjs';

describe('check-commits', () => {
  it('accepts a subject of 72 characters', () => {
    expect(problemsOf('R'.padEnd(72, 'e'))).toEqual([]);
  });

  it.each([
    ['R'.padEnd(73, 'e'), '73 characters, at most 72'],
    ['Let nobody refund twice', '"nobody": no …'],
  ])('refuses %s', (subject, problem) => {
    expect(problemsOf(subject)).toEqual([problem]);
  });
});
