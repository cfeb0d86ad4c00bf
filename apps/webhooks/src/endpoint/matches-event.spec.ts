import fc from 'fast-check';
import { EVENT_TYPES, EXPLICIT_ONLY_EVENT_TYPES, validateEventFilters } from '#contracts';
import { eventTypesMatching, matchesEvent } from './matches-event';

describe('matchesEvent', () => {
  it.each([
    [['payment.captured'], 'payment.captured', true],
    [['payment.captured'], 'payment.created', false],
    [['payment.*'], 'payment.captured', true],
    [['payment.*'], 'payment_method.attached', false],
    [['kyc.*'], 'kyc.verification.verified', true],
    [['kyc.verification.*'], 'kyc.verification.verified', true],
    [['*'], 'refund.created', true],
    [['*'], 'attempt.started', false],
    [['*', 'attempt.started'], 'attempt.started', true],
    [['attempt.*'], 'attempt.failed', true],
    [[], 'payment.captured', false],
  ])('%j lets %s through: %s', (filters, type, expected) => {
    expect(matchesEvent(filters, type)).toBe(expected);
  });

  it('lets a future type through for a filter with its prefix or for everything', () => {
    expect(matchesEvent(['payment.*'], 'payment.disputed')).toBe(true);
    expect(matchesEvent(['*'], 'mandate.created')).toBe(true);
  });

  it('takes every type for its own name and for each of its prefixes', () => {
    fc.assert(
      fc.property(fc.constantFrom(...EVENT_TYPES), (type) => {
        const words = type.split('.');
        const prefixes = words.slice(1).map((_, count) => `${words.slice(0, count + 1).join('.')}.*`);
        return [type, ...prefixes].every((filter) => matchesEvent([filter], type) && validateEventFilters([filter]) === undefined);
      }),
    );
  });
});

describe('eventTypesMatching', () => {
  it('leaves out of * what is sent to those alone who name it', () => {
    expect(eventTypesMatching(['*'])).toEqual(EVENT_TYPES.filter((type) => !EXPLICIT_ONLY_EVENT_TYPES.has(type)));
  });
});

it('tells an endpoint with * when another one fails, and of what the account does to its endpoints only when asked', () => {
  const quiet = ['webhook_endpoint.created', 'webhook_endpoint.updated', 'webhook_endpoint.secret_rotated', 'webhook_endpoint.deleted'];
  for (const type of quiet) {
    expect(matchesEvent(['*'], type)).toBe(false);
    expect(matchesEvent(['webhook_endpoint.*'], type)).toBe(true);
    expect(matchesEvent(['*', type], type)).toBe(true);
  }
  for (const type of ['webhook_endpoint.failing', 'webhook_endpoint.disabled', 'webhook_endpoint.recovered'])
    expect(matchesEvent(['*'], type)).toBe(true);
});
