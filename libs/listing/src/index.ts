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
 *     // queries/: read it. A page as bytes for the gateway, or a refusal such as cursor_invalid
 *     const reader = new ListReader<PaymentState>(store, paymentsList);
 *     await answerList({
 *       reader,
 *       request,
 *       reply,
 *       render: (snapshots, paths, owner) => expansions.expand('payment', snapshots.map(paymentResource), paths, owner),
 *     });
 *
 *     // what an object can be expanded by: registered once, by the resource that can be shown in another one's place
 *     expansions.register('payment', 'customer', { kind: 'customer', load: (payments, owner) => … });
 *
 *     // one object, now or as it was, and its history
 *     const queries = new ObjectQueries(store, expansions);
 *     await queries.answer({ kind: 'payment', id, render }, { request, reply });
 *     await queries.answerHistory({ kind: 'payment', id }, { request, reply });
 *
 * A row whose `rowOf` gives null leaves the list. Raise `version` when `rowOf` changes: the new rows are built beside the
 * live ones and take over by themselves.
 */
export { ObjectQueries, ownerOrRefuse, sayPosition, type ObjectSource } from './object-queries';
export { pageInMemory } from './list-page';
export { answerKey } from './answer-key';
export { answerList, JSON_TYPE, ownerIn, refusing, type InternalAnswer, type InternalRequest } from './answer-list';
export { resourceControllers, type ResourceAggregate } from './resource-controller';
export { Expansions, type Expansion, type JsonObject } from './expansions';
export { defineList, type ListRow } from './list-definition';
export { listProjection } from './list-projection';
export { ListError } from './list-error';
export { ListReader, type ListOwner } from './list-reader';
