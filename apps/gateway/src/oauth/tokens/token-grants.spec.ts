import { scopesOfBoth } from './token-grants.table';

describe('the scopes that two allow', () => {
  it.each([
    [['payments:read'], ['payments:read'], ['payments:read']],
    [['payments:write'], ['payments:read'], ['payments:read']],
    [['payments:read', 'refunds:read'], ['refunds:write'], ['refunds:read']],
    [['payments:write'], ['refunds:write'], []],
    [[], ['payments:write'], []],
  ])('of %j and %j are %j', (some, others, shared) => {
    expect(scopesOfBoth(some, others)).toEqual(shared);
    expect(scopesOfBoth(others, some)).toEqual(shared);
  });
});
