/**
 * Lists: one table for each resource, kept close behind the log, and pages of current objects read through it.
 *
 *     // apps/payments/src/payment/list.ts: which fields of a payment a list can be asked for
 *     export const paymentsList = defineList<PaymentState>({
 *       name: 'payments_list',
 *       version: 1,
 *       streamType: 'payment',
 *       usualStatuses: ['captured'],
 *       rowOf: ({ state }) => (state.status === 'none' ? null : { status: state.status, amount: state.terms.amount, … }),
 *     });
 *
 *     // start.ts, after store.start(): write it
 *     await store.startProjection(listProjection(paymentsList));
 *
 *     // payment/aggregate.ts: name it in the registration; the internal routes of the list follow from it
 *     export function definePayment(…): ResourceAggregate<PaymentState, PaymentEvent> { return { …, list: paymentsList }; }
 *
 *     // what an object can be expanded by: registered once, by the resource that can be shown in another one's place
 *     expansions.register('payment', 'customer', { kind: 'customer', load: (payments, owner) => … });
 *
 * A row whose `rowOf` gives null leaves the list. Raise `version` when `rowOf` changes: the new rows are built beside the
 * live ones and take over by themselves.
 */
export { ObjectQueries, sayPosition } from './object-queries';
export { isDescendingWalk, pageInMemory, pageOfWalk } from './list-page';
export { answerKey } from './answer-key';
export { answerList, type InternalExchange } from './answer-list';
export { Exchange } from './exchange.decorator';
export { InternalQuery } from './internal-query.decorator';
export { NearObjects } from './near-objects';
export { resourceControllers, type ResourceAggregate } from './resource-controller';
export { IdempotencyKeysController } from './idempotency-keys.controller';
export { Owner } from './owner.decorator';
export { Expansions, type Expansion, type JsonObject } from './expansions';
export { defineList, type ListRow } from './list-definition';
export { listProjection } from './list-projection';
export { RefusalError, RefusalFilter } from './refusal-error';
export { ListReader, type ListOwner } from './list-reader';
