import { ERRORS, type ErrorCode } from './errors';
import { isUndecided } from './transient-errors';

it('isUndecided: names the codes after which a command may still take effect, and none that asks for another request', () => {
  const undecided = (Object.keys(ERRORS) as ErrorCode[]).filter(isUndecided);
  expect(undecided.sort()).toEqual(['internal_error', 'lock_timeout', 'outcome_unknown', 'service_unavailable']);
  for (const code of undecided) expect([409, 429, 500, 503]).toContain(ERRORS[code].status);
});
