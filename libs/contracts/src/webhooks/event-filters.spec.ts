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

  const messageOf = (filters: unknown): string => {
    const problem = validateEventFilters(filters);
    return problem === undefined ? '' : eventFilterMessage(problem, filters);
  };

  it.each([
    [['payment.*', 'payment.capture'], 'contains payment.capture, which is not an event type; the nearest is payment.captured: see GET'],
    [['payment.captured', 'paymen.*'], 'contains paymen.*, which matches no event type; the nearest is payment.*: see GET'],
    [['payment.captured.*'], 'contains payment.captured.*, which matches no event type; the nearest is payment.captured: see GET'],
    [['order.paid', 'no.such'], 'contains order.paid, which is not an event type: see GET'],
  ])('names the first unknown type of %j, and the nearest that exists', (filters, message) => {
    expect(messageOf(filters).slice(0, message.length)).toBe(message);
  });

  it('says which entry is wrong, and does not repeat it, where it may be a number or is no name', () => {
    expect(messageOf(['payment.*', 'refund.*', 'card.n4111111111111111'])).toContain('matches none (entry 3): see');
    expect(messageOf(['card.n4111111111111111'])).not.toContain('4111');
    expect(messageOf(['payment.*', 'Payment'])).toContain('(entry 2)');
  });
});
