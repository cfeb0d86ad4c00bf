import { Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  CHECK_SENTENCE,
  CreateVerificationDto,
  DOCUMENT_TYPES,
  HistoryEventResource,
  SubmitVerificationDto,
  VERIFICATION_REASONS,
  VERIFICATION_STATUSES,
  VerificationResource,
} from '#contracts';
import type { SendOptions } from '../../commands/write-rules';
import {
  Call,
  CreateRoute,
  Dto,
  ListRoute,
  Reads,
  RequireScope,
  RetrieveRoute,
  UpdateRoute,
  Writes,
  type Answer,
  type ListCall,
  type RetrieveCall,
  type WriteCall,
} from '../../routes';
import { findCustomer, handOverDocument, toCreateVerificationPayload } from './create-verification-payload';
import { handOverInput, toSubmitInputPayload } from './submit-verification-payload';
import { validateCreateVerification } from './validate-create-verification';
import { validateSubmitVerification } from './validate-submit-verification';

/** Reasons of a verification that is not verified: its outcome, or the failed check of its number. */
const REASON_CODES = [...new Set([...Object.keys(VERIFICATION_REASONS), ...Object.keys(CHECK_SENTENCE)])];

/** A withdrawn consent redacts as well, unless the operator or a legal hold keeps the verification. */
const ERASES: SendOptions = { erases: ({ redacted_at: redactedAt }) => typeof redactedAt === 'number' };

/** Routes of verifications. */
@ApiTags('KYC')
@Controller('v1/kyc/verifications')
export class VerificationsController {
  constructor(
    private readonly writes: Writes,
    private readonly reads: Reads,
  ) {}

  @Post()
  @RequireScope('kyc:write', { countedAs: 'verifications' })
  @CreateRoute('kycVerification', {
    summary: 'Verify an identity document of a customer',
    body: CreateVerificationDto,
    validate: validateCreateVerification,
    sensitiveFields: ({ document_number: number, document_details: details }) => [number, details?.file_number, details?.share_code],
    answer: VerificationResource,
    returns: 'The verification. Only `verified` means verified.',
    errors: [
      'parameter_missing',
      'document_number_invalid',
      'document_type_unsupported',
      'metadata_invalid',
      'url_invalid',
      'resource_missing',
      'resource_already_exists',
      'processor_not_configured',
    ],
  })
  async createVerification(@Call() call: WriteCall, @Dto() dto: CreateVerificationDto): Promise<Answer> {
    const customer = await findCustomer(dto.customer_id, call);
    const document = await handOverDocument(dto, call);
    call.takeBackAt('kyc', `/internal/kyc_verifications/${call.objectId}/discard`);
    // The verification has a key of its own: redacting it destroys every copy of its personal data, and so does erasing the customer.
    const seal = await call.newSealerOf(call.objectId);
    return this.writes.send(call, 'kyc.create', toCreateVerificationPayload(dto, seal, { document, customer }));
  }

  @Get()
  @RequireScope('kyc:read')
  @ListRoute('kycVerification', {
    summary: 'List verifications',
    item: VerificationResource,
    filters: ['id', 'created_at', 'status', 'customer_id', 'metadata'],
    statuses: VERIFICATION_STATUSES,
    own: { document_type: { words: DOCUMENT_TYPES }, verification_reason_code: { words: REASON_CODES } },
  })
  listVerifications(@Call() call: ListCall): Promise<Answer> {
    return this.reads.list(call);
  }

  @Get(':id')
  @RequireScope('kyc:read')
  @RetrieveRoute('kycVerification', { summary: 'Retrieve a verification', answer: VerificationResource, hasAsOf: true })
  getVerification(@Call() call: RetrieveCall): Promise<Answer> {
    return this.reads.retrieve(call);
  }

  @Get(':id/events')
  @RequireScope('kyc:read')
  @ListRoute('event', {
    summary: 'List every event of a verification',
    item: HistoryEventResource,
    parent: { kind: 'kycVerification', part: 'events' },
    errors: ['resource_missing'],
  })
  listVerificationEvents(@Call() call: ListCall): Promise<Answer> {
    return this.reads.list(call);
  }

  @Post(':id/submit')
  @RequireScope('kyc:write')
  @UpdateRoute('kycVerification', {
    summary: 'Submit the OTP, share code or details that were asked for',
    body: SubmitVerificationDto,
    validate: validateSubmitVerification,
    sensitiveFields: ({ otp, share_code: shareCode, document_details: details }) => [
      otp,
      shareCode,
      details?.file_number,
      details?.share_code,
    ],
    answer: VerificationResource,
    errors: ['parameter_missing', 'parameters_exclusive', 'document_number_invalid', 'url_invalid', 'state_conflict'],
  })
  async submitVerification(@Call() call: WriteCall, @Dto() dto: SubmitVerificationDto): Promise<Answer> {
    const input = await handOverInput(dto, call);
    const seal = await call.sealerOf(call.objectId);
    return this.writes.send(call, 'kyc.submit', toSubmitInputPayload(dto, seal, input));
  }

  @Post(':id/resend')
  @RequireScope('kyc:write')
  @UpdateRoute('kycVerification', { summary: 'Send another OTP', answer: VerificationResource, errors: ['state_conflict'] })
  resendVerification(@Call() call: WriteCall): Promise<Answer> {
    return this.writes.send(call, 'kyc.resend', {});
  }

  @Post(':id/cancel')
  @RequireScope('kyc:write')
  @UpdateRoute('kycVerification', { summary: 'Cancel a verification', answer: VerificationResource, errors: ['state_conflict'] })
  cancelVerification(@Call() call: WriteCall): Promise<Answer> {
    return this.writes.send(call, 'kyc.cancel', { reason: 'cancelled_by_account' });
  }

  @Post(':id/redact')
  @RequireScope('kyc:write')
  @UpdateRoute('kycVerification', { summary: 'Redact a verification', answer: VerificationResource, errors: ['state_conflict'] })
  redactVerification(@Call() call: WriteCall): Promise<Answer> {
    return this.writes.send(call, 'kyc.redact', { because: 'requested' }, ERASES);
  }

  @Post(':id/withdraw_consent')
  @RequireScope('kyc:write')
  @UpdateRoute('kycVerification', {
    summary: 'Withdraw the consent to a verification',
    answer: VerificationResource,
    errors: ['state_conflict'],
  })
  withdrawConsent(@Call() call: WriteCall): Promise<Answer> {
    return this.writes.send(call, 'kyc.withdraw_consent', {}, ERASES);
  }
}
