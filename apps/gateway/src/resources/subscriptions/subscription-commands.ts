import {
  CancelSubscriptionDto,
  CreateSubscriptionDto,
  PauseSubscriptionDto,
  RetrySubscriptionDto,
  UpdateSubscriptionDto,
} from '#contracts';
import { refuseMandateWithoutScope, refuseWithoutScope } from '../../auth/credential-limits';
import { writeRoute, type ShownObject } from '../../commands/write-route';
import { isExpired } from '../payments/validate-create-payment';
import {
  toCancelSubscriptionPayload,
  toPauseSubscriptionPayload,
  toRetrySubscriptionPayload,
  validateCancelSubscription,
  validateRetrySubscription,
} from './subscription-actions';
import { toUpdateSubscriptionPayload, validateUpdateSubscription } from './subscription-update';
import {
  encryptSubscriptionFor,
  findUnitOfPlan,
  hintOfCustomer,
  toCreateSubscriptionPayload,
  validateCreateSubscription,
} from './subscription-payloads';

/** What each command on subscriptions reads from its request, and what it sends to the service. */
export const SUBSCRIPTION_COMMANDS = {
  create: writeRoute({
    resource: 'subscription',
    command: 'subscriptions.create',
    creates: true,
    body: CreateSubscriptionDto,
    validate: validateCreateSubscription,
    hintOf: hintOfCustomer,
    sensitiveFields: ({ enach }) => [enach?.account_number],
    encryptFor: encryptSubscriptionFor,
    prepare: async (dto, context, services) => {
      await refuseMandateWithoutScope(dto, context);
      return findUnitOfPlan(dto, services);
    },
    payload: toCreateSubscriptionPayload,
  }),
  update: writeRoute({
    resource: 'subscription',
    command: 'subscriptions.update',
    creates: false,
    body: UpdateSubscriptionDto,
    validate: validateUpdateSubscription,
    prepare: refuseMandateWithoutScope,
    payload: toUpdateSubscriptionPayload,
  }),
  preview: writeRoute({
    resource: 'subscription',
    command: 'subscriptions.preview_update',
    creates: false,
    isPreview: true,
    body: UpdateSubscriptionDto,
    validate: validateUpdateSubscription,
    payload: toUpdateSubscriptionPayload,
  }),
  cancel: writeRoute({
    resource: 'subscription',
    command: 'subscriptions.cancel',
    creates: false,
    body: CancelSubscriptionDto,
    validate: validateCancelSubscription,
    prepare: async ({ refund }, context) => {
      if (refund != null && refund !== 'none') refuseWithoutScope('refunds:write', 'refund', context);
    },
    payload: toCancelSubscriptionPayload,
  }),
  pause: writeRoute({
    resource: 'subscription',
    command: 'subscriptions.pause',
    creates: false,
    body: PauseSubscriptionDto,
    payload: toPauseSubscriptionPayload,
  }),
  resume: writeRoute({ resource: 'subscription', command: 'subscriptions.resume', creates: false, payload: () => ({}) }),
  retry: writeRoute({
    resource: 'subscription',
    command: 'subscriptions.retry',
    creates: false,
    isDeclined,
    showsDecline: true,
    body: RetrySubscriptionDto,
    validate: validateRetrySubscription,
    isExpired,
    payload: toRetrySubscriptionPayload,
  }),
};

/** What is tried anew empties the error of the payment before: what is there is its own. */
function isDeclined({ status, last_error }: ShownObject): boolean {
  return last_error !== null && (status === 'created' || status === 'past_due' || status === 'halted');
}
