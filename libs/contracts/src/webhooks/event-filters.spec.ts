import fc from 'fast-check';
import { EVENT_TYPES, EXPLICIT_ONLY_EVENT_TYPES } from './event-catalog';
import { EVENT_FILTERS, eventFilterMessage, eventTypesMatching, isEventType, matchesEvent, validateEventFilters } from './event-filters';

describe('the catalog', () => {
  it('holds each name once, in the form of an event type', () => {
    expect(new Set(EVENT_TYPES).size).toBe(EVENT_TYPES.length);
    expect(EVENT_TYPES.filter((type) => !isEventType(type))).toEqual([]);
  });
});

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

describe('EVENT_FILTERS', () => {
  it('holds what is accepted, each once', () => {
    expect(EVENT_FILTERS.filter((filter) => validateEventFilters([filter]) !== undefined)).toEqual([]);
    expect(new Set(EVENT_FILTERS).size).toBe(EVENT_FILTERS.length);
    expect(EVENT_FILTERS).toEqual(expect.arrayContaining(['*', 'kyc.*', 'kyc.verification.*', 'payment.captured']));
  });
});

describe('validateEventFilters', () => {
  it.each([[['*']], [['payment.captured', 'refund.*']], [['kyc.verification.*']], [['transaction.status_changed']], [['transaction.*']]])(
    'accepts %j',
    (filters) => {
      expect(validateEventFilters(filters)).toBeUndefined();
    },
  );

  it.each<[unknown, string]>([
    ['payment.*', 'type'],
    [null, 'type'],
    [[], 'count'],
    [Array.from({ length: 65 }, () => '*'), 'count'],
    [[1], 'form'],
    [['payment'], 'form'],
    [['Payment.captured'], 'form'],
    [['payment.*.captured'], 'form'],
    [['*.captured'], 'form'],
    [['payment.'], 'form'],
    [['a.b.c.d.e'], 'form'],
    [[`payment.${'x'.repeat(60)}`], 'form'],
    [['payment.capture'], 'unknown'],
    [['paymen.*'], 'unknown'],
    [['payment.captured.*'], 'unknown'],
    [['payment.captured', 'order.paid'], 'unknown'],
  ])('refuses %j: %s', (filters, problem) => {
    expect(validateEventFilters(filters)).toBe(problem);
  });

  it('says which entry is wrong where there are several, and does not repeat it', () => {
    const messageOf = (filters: unknown): string => {
      const problem = validateEventFilters(filters);
      return problem === undefined ? '' : eventFilterMessage(problem, filters);
    };
    expect(messageOf(['payment.*', 'refund.*', 'order.paid', 'no.such'])).toContain('(entry 3)');
    expect(messageOf(['payment.*', 'Payment'])).toContain('(entry 2)');
    expect(messageOf(['order.paid'])).toMatch(/^names an event type that does not exist, or a pattern that matches none: see/);
    expect(messageOf(['payment.*', 'order.paid'])).not.toContain('order');
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
