import { Body, Controller, HttpCode, Param, Post, Query } from '@nestjs/common';
import { documentTypeOf, shardOfId, VERIFICATION_METHODS, type Refusal, type VerificationMethod } from '#contracts';
import { Owner, RefusalError, type ListOwner } from '#listing';
import type { VaultContent } from '../vault/vault';
import { Intake, type DocumentIntake, type IntakeOwner } from '../vault/document-intake';

/**
 * `POST /internal/kyc_verifications/{id}/document`, `…/input` and `…/discard` for the gateway: the way of numbers and OTPs, which
 * never cross the bus, and back out of here. Account and mode come from the gateway, which has checked the key.
 */
@Controller('internal/kyc_verifications')
export class IntakeController {
  constructor(private readonly intake: Intake) {}

  @Post(':id/document')
  @HttpCode(200)
  async takeDocument(
    @Param('id') id: string,
    @Owner() owner: ListOwner,
    @Query('dry_run') dryRun: string | undefined,
    @Body() body: unknown,
  ): Promise<object> {
    const document = readDocument(body);
    if (document === null) throw new RefusalError('parameter_invalid');
    const taken = await this.intake.takeDocument(intakeOwner(id, owner, dryRun), document);
    if ('refusal' in taken) throw refusalOf(taken);
    return taken.document;
  }

  @Post(':id/input')
  @HttpCode(200)
  async takeInput(
    @Param('id') id: string,
    @Owner() owner: ListOwner,
    @Query('dry_run') dryRun: string | undefined,
    @Body() body: unknown,
  ): Promise<object> {
    const input = readInput(body);
    if (input === null) throw new RefusalError('parameter_invalid');
    return this.intake.takeInput(intakeOwner(id, owner, dryRun), input);
  }

  @Post(':id/discard')
  @HttpCode(200)
  async discard(@Param('id') id: string, @Owner() owner: ListOwner): Promise<object> {
    await this.intake.discard(intakeOwner(id, owner));
    return {};
  }
}

/** @throws RefusalError parameter_invalid for what is no id of a verification. */
function intakeOwner(verificationId: string, owner: ListOwner, dryRun?: string): IntakeOwner {
  if (shardOfId('kycVerification', verificationId) === undefined) throw new RefusalError('parameter_invalid');
  return { ...owner, verificationId, ...(dryRun === 'true' && { isDryRun: true }) };
}

function refusalOf({ refusal: { code, details }, retryAfterSeconds }: { refusal: Refusal; retryAfterSeconds?: number }): RefusalError {
  const wait = retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds), 'ratelimit-reason': details?.reason ?? code };
  return new RefusalError(code, details, wait || {});
}

function readDocument(body: unknown): DocumentIntake | null {
  const { documentType, number, ifsc, fileNumber, shareCode, customerId, method } = fieldsOf(body);
  const type = typeof documentType === 'string' ? documentTypeOf(documentType) : undefined;
  if (type === undefined || typeof number !== 'string' || typeof customerId !== 'string') return null;
  return {
    documentType: type,
    number,
    ifsc: textOrNull(ifsc),
    fileNumber: textOrNull(fileNumber),
    shareCode: textOrNull(shareCode),
    customerId,
    method: methodOrNull(method),
  };
}

/** An OTP alone, or what was missing: a share code, a file number, or both. */
function readInput(body: unknown): Pick<VaultContent, 'otp' | 'shareCode' | 'fileNumber'> | null {
  const { otp, shareCode, fileNumber } = fieldsOf(body);
  const missing = {
    ...(typeof shareCode === 'string' && { shareCode }),
    ...(typeof fileNumber === 'string' && { fileNumber }),
  };
  const isMissingGiven = Object.keys(missing).length > 0;
  if (typeof otp === 'string') return isMissingGiven ? null : { otp };
  return isMissingGiven ? missing : null;
}

function methodOrNull(word: unknown): VerificationMethod | null {
  return VERIFICATION_METHODS.find((method) => method === word) ?? null;
}

function fieldsOf(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
