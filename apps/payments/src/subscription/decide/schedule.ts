import { istDateOf, startOfIstDate } from '#contracts';
import type { ExistingSubscription, NewPrice, PendingUpdate, SubscriptionPeriod } from '../state';
import { anchorFor, boundaryAt, partialPeriodFrom, periodAt, type Anchor } from './periods';

/** The anchor of a subscription that is charged for from a date on. */
export function anchorOf({ terms, price }: Pick<ExistingSubscription, 'terms' | 'price'>, firstFrom: number): Anchor {
  return anchorFor(firstFrom, price.interval, terms.anchorDay ?? null);
}

/** The period that begins at a date: up to the next boundary, whole or not. @param number that of the whole period before. */
export function periodFrom(
  { price }: Pick<ExistingSubscription, 'price'>,
  anchor: Anchor,
  from: number,
  number: number,
): SubscriptionPeriod {
  const part = partialPeriodFrom(anchor, price.interval, from);
  if (part !== null) return { from, to: part.to, ofDays: part.ofDays, isWhole: false, number };
  const { index } = periodAt(anchor, price.interval, from);
  const to = boundaryAt(anchor, price.interval, index + 1);
  return { from, to, ofDays: to - from, isWhole: true, number: number + 1 };
}

/** The period that begins next; null where there is none, as after the last of `totalCount`, or before the first is known. */
export function nextPeriodOf(state: ExistingSubscription): SubscriptionPeriod | null {
  const { nextFrom, cancelAtMs, pause, current } = state;
  if (nextFrom === null || isLast(state)) return null;
  const startMs = startOfIstDate(nextFrom);
  if (cancelAtMs !== null && cancelAtMs <= startMs) return null;
  if (pause !== null && pause.fromMs <= startMs) return null;
  const then = atNextPeriod(state);
  return periodFrom(then, then.anchor ?? anchorOf(then, nextFrom), nextFrom, current?.number ?? 0);
}

/** The subscription as it will be when its next period begins: with the change that waits for that. */
export function atNextPeriod(state: ExistingSubscription): ExistingSubscription {
  const { pendingUpdate, nextFrom } = state;
  if (pendingUpdate?.effective !== 'period_end' || pendingUpdate.change === null || !isAgreed(pendingUpdate)) return state;
  return withPrice(state, pendingUpdate.change, nextFrom);
}

/** Whether a change waits for nothing but its time. */
export function isAgreed({ mandate, isPlanned }: PendingUpdate): boolean {
  return mandate === null || mandate.status === 'active' || isPlanned === true;
}

/** The subscription with another price. @param from the date from which on it is counted where its boundaries change. */
export function withPrice(state: ExistingSubscription, change: NewPrice, from: number | null): ExistingSubscription {
  const { planId, price, quantity, anchorDay } = change;
  const { planId: _planId, anchorDay: _anchorDay, ...kept } = state.terms;
  const terms = { ...kept, quantity, ...(planId !== null && { planId }), ...(anchorDay !== null && { anchorDay }) };
  const anchor = movesBoundaries(state, change) && from !== null ? anchorOf({ terms, price }, from) : state.anchor;
  return { ...state, terms, price, anchor };
}

/** Whether periods begin on other dates with it. */
export function movesBoundaries({ price, terms }: ExistingSubscription, change: NewPrice): boolean {
  const { unit, count } = price.interval;
  const isSameInterval = change.price.interval.unit === unit && change.price.interval.count === count;
  return !isSameInterval || change.anchorDay !== (terms.anchorDay ?? null);
}

/** Whether the last of `totalCount` periods has begun. */
export function isLast({ terms, current }: ExistingSubscription): boolean {
  return terms.totalCount !== undefined && (current?.number ?? 0) >= terms.totalCount;
}

/** Whether a subscription charges for nothing before a later date. */
export function startsLater({ firstFrom }: Pick<ExistingSubscription, 'firstFrom'>, nowMs: number): boolean {
  return firstFrom !== null && firstFrom > istDateOf(nowMs);
}

/** What says when the last period ends: once it has begun, what is left counts from where the next period begins. */
export type Course = Pick<ExistingSubscription, 'terms' | 'price' | 'firstFrom'> &
  Partial<Pick<ExistingSubscription, 'anchor' | 'current' | 'nextFrom'>>;

/** When the last of `totalCount` periods ends, where the next one begins when it may, ms since the epoch; null for never. */
export function lastEndMs(state: Course, today: number): number | null {
  const { terms, price, firstFrom, anchor, current, nextFrom = firstFrom } = state;
  if (terms.totalCount === undefined) return null;
  const from = Math.max(nextFrom ?? today, today);
  const counted = anchor ?? anchorOf(state, from);
  const period = periodAt(counted, price.interval, from);
  const left = terms.totalCount - (current?.number ?? 0);
  return startOfIstDate(boundaryAt(counted, price.interval, period.index + (period.from === from ? 0 : 1) + left));
}
