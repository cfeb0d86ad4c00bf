import type { CreateRefundDto, RequestRefundPayload, UpdateRefundDto, UpdateRefundPayload } from '#contracts';

/** The command payload of a body that passed class-validator. @param refundId the id the new refund will have. */
export function toRequestRefundPayload(dto: CreateRefundDto, refundId: string): RequestRefundPayload {
  return {
    refundId,
    amount: dto.amount ?? null,
    reason: dto.reason ?? 'requested_by_customer',
    speed: dto.speed ?? 'normal',
    ...(dto.reference_id && { referenceId: dto.reference_id }),
    ...(dto.description && { description: dto.description }),
    ...(dto.metadata && { metadata: dto.metadata }),
  };
}

/** The command payload of a body that passed class-validator; an empty text is no text. */
export function toUpdateRefundPayload(dto: UpdateRefundDto): UpdateRefundPayload {
  return {
    ...(dto.description !== undefined && { description: dto.description || null }),
    ...(dto.reference_id !== undefined && { referenceId: dto.reference_id || null }),
    ...(dto.metadata !== undefined && { metadata: dto.metadata }),
  };
}
