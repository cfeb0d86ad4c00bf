import { CreateRefundDto, UpdateRefundDto } from '#contracts';
import { writeRoute } from '../../commands/write-route';
import { toRequestRefundPayload, toUpdateRefundPayload } from './refund-payloads';

/** What each command on refunds reads from its request, and what it sends to the service. */
export const REFUND_COMMANDS = {
  /** The payment decides, because it owns what is left to refund; the refund answers. */
  create: writeRoute({
    resource: 'refund',
    command: 'payments.request_refund',
    creates: true,
    isOpen: ({ status }) => status === 'pending',
    body: CreateRefundDto,
    stream: { kind: 'payment', param: 'payment_id', idOf: ({ payment_id: id }) => id },
    payload: (dto, { objectId }) => toRequestRefundPayload(dto, objectId),
  }),
  update: writeRoute({
    resource: 'refund',
    command: 'refunds.update',
    creates: false,
    body: UpdateRefundDto,
    payload: toUpdateRefundPayload,
  }),
  cancel: writeRoute({ resource: 'refund', command: 'refunds.cancel', creates: false, payload: () => ({}) }),
};
