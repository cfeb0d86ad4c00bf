import { EVENT_TYPES } from './event-catalog';
import { EVENT_FILTERS, eventFilterMessage, validateEventFilters } from './event-filters';

const EVENT_TYPE = /^(?=.{1,64}$)[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*){1,3}$/;

describe('the catalog', () => {
  it('holds each name once, in the form of an event type', () => {
    expect(new Set(EVENT_TYPES).size).toBe(EVENT_TYPES.length);
    expect(EVENT_TYPES.filter((type) => !EVENT_TYPE.test(type))).toEqual([]);
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
