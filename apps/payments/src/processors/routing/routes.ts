import { PAYMENT_METHODS, type ChargedMethod } from '#contracts';

/** One rule: whom to ask, in order, for what it matches. */
export interface RouteRule {
  /** As the operator wrote it, without spaces. */
  text: string;
  /** Only for this account; absent for all. */
  accountId?: string;
  /** Only for this method; absent for all. */
  method?: string;
  /** Only for this currency, upper case; absent for all. */
  currency?: string;
  /** Names of processors, at least one, each once. */
  processors: readonly string[];
}

/** What a rule is matched against. */
export interface RouteSubject {
  accountId: string;
  method: ChargedMethod;
  currency: string;
}

/** The operator's list is not usable. The message names the rule and is fit to be shown. */
export class RoutesError extends Error {
  override readonly name = 'RoutesError';
}

const RULES_MAX = 2_000;
const RULE = /^(?:(acct_[0-9A-Za-z]{24}):)?(?:([a-z]+|\*)(?:\/([A-Z]{3}))?=)?([a-z0-9_]+(?:>[a-z0-9_]+)*)$/;

/**
 * Reads `PAYMENT_ROUTES`: rules separated by `;`, each `[<account>:][<method or *>[/<currency>]=]<processor>[><processor>…]`.
 * For example `upi=cashfree>razorpay; card/USD=razorpay; razorpay>cashfree; acct_…:*=cashfree`.
 *
 * @param methods the methods that a rule may name.
 * @throws RoutesError for the first rule that cannot be read.
 */
export function parseRoutes(text: string, methods: readonly string[] = PAYMENT_METHODS): RouteRule[] {
  const rules = text.split(';').map((rule) => rule.replaceAll(/\s/g, ''));
  const given = rules.filter((rule) => rule !== '');
  if (given.length > RULES_MAX) throw new RoutesError(`more than ${RULES_MAX} rules`);
  return given.map((rule) => parseRule(rule, methods));
}

function parseRule(text: string, methods: readonly string[]): RouteRule {
  const match = RULE.exec(text);
  if (match === null) throw new RoutesError(`the rule "${text.slice(0, 80)}" is not of the form method/CURRENCY=first>second`);
  const [, accountId, method, currency, list = ''] = match;
  const processors = list.split('>');
  if (new Set(processors).size < processors.length) throw new RoutesError(`the rule "${text.slice(0, 80)}" names a processor twice`);
  const isAny = method === undefined || method === '*';
  if (!isAny && !methods.includes(method)) throw new RoutesError(`the rule "${text.slice(0, 80)}" names no payment method`);
  return {
    text,
    ...(accountId !== undefined && { accountId }),
    ...(!isAny && { method }),
    ...(currency !== undefined && { currency }),
    processors,
  };
}

/** The first rule that matches; rules of the account come before those of all. Undefined when none does. */
export function findRoute(rules: readonly RouteRule[], subject: RouteSubject): RouteRule | undefined {
  const matching = rules.filter((rule) => matches(rule, subject));
  return matching.find(({ accountId }) => accountId !== undefined) ?? matching[0];
}

function matches({ accountId, method, currency }: RouteRule, subject: RouteSubject): boolean {
  return (
    (accountId === undefined || accountId === subject.accountId) &&
    (method === undefined || method === subject.method) &&
    (currency === undefined || currency === subject.currency)
  );
}
