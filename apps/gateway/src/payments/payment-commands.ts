import {
  CancelPaymentDto,
  CapturePaymentDto,
  ConfirmPaymentDto,
  CreatePaymentDto,
  SubmitOtpDto,
  toCreatePaymentPayload,
  UpdatePaymentDto,
} from '#contracts';
import { writeRoute } from '../commands/write-route';
import { isBeingAsked, isCaptureRefused, isOtpOpen, isOtpRefused, isOutcomeOpen } from './open-payment';
import { isExpired, validateCreatePayment } from './validate-create-payment';
import { toCancelPaymentPayload, toUpdatePaymentPayload, validateCancelPayment } from './change-payment';
import { toConfirmPaymentPayload, validateConfirmPayment } from './confirm-payment';

/** What each command on payments reads from its request, and what it sends to the service. */
export const PAYMENT_COMMANDS = {
  create: writeRoute({
    resource: 'payment',
    command: 'payments.create',
    creates: true,
    isOpen: isOutcomeOpen,
    body: CreatePaymentDto,
    validate: validateCreatePayment,
    isExpired,
    encryptFor: ({ customer, customer_id }) => (customer ? { subjectId: customer_id ?? null } : null),
    payload: (dto, { livemode, rules }, seal) => toCreatePaymentPayload(dto, { livemode, seal, rules }),
  }),
  update: writeRoute({
    resource: 'payment',
    command: 'payments.update',
    creates: false,
    body: UpdatePaymentDto,
    payload: toUpdatePaymentPayload,
  }),
  confirm: writeRoute({
    resource: 'payment',
    command: 'payments.confirm',
    creates: false,
    isOpen: isOutcomeOpen,
    body: ConfirmPaymentDto,
    validate: validateConfirmPayment,
    payload: (dto, { livemode }) => toConfirmPaymentPayload(dto, livemode),
  }),
  capture: writeRoute({
    resource: 'payment',
    command: 'payments.capture',
    creates: false,
    isOpen: isBeingAsked,
    isDeclined: isCaptureRefused,
    body: CapturePaymentDto,
    payload: ({ amount }) => ({ amount: amount ?? null }),
  }),
  cancel: writeRoute({
    resource: 'payment',
    command: 'payments.cancel',
    creates: false,
    isOpen: isBeingAsked,
    body: CancelPaymentDto,
    validate: validateCancelPayment,
    payload: toCancelPaymentPayload,
  }),
  sync: writeRoute({
    resource: 'payment',
    command: 'payments.sync',
    creates: false,
    isOpen: isOutcomeOpen,
    payload: () => ({}),
  }),
  submitOtp: writeRoute({
    resource: 'payment',
    command: 'payments.submit_otp',
    creates: false,
    isOpen: isOtpOpen,
    isDeclined: isOtpRefused,
    body: SubmitOtpDto,
    // A password is as secret as what it opens: topics hold a token, which only the service reads.
    encryptFor: () => ({ subjectId: null }),
    payload: ({ otp }, _context, seal) => ({ otp: seal(otp, 'otp') }),
  }),
};
