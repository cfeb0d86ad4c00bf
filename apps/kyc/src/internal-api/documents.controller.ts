import { Controller, Inject, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { documentTypeOf, ERRORS, shardOfId, VERIFICATION_METHODS, type Refusal, type VerificationMethod } from '#contracts';
import type { VaultContent } from '../vault/vault';
import { Intake, type DocumentIntake, type IntakeOwner } from '../vault/document-intake';

interface OwnerHeaders {
  'x-hundi-account'?: string;
  'x-hundi-livemode'?: string;
}

const INVALID: Refusal = { code: 'parameter_invalid' };

/**
 * `POST /internal/kyc_verifications/{id}/document`, `…/input` and `…/discard` for the gateway: the way of numbers and OTPs, which
 * never cross the bus, and back out of here. Account and mode come from the gateway, which has checked the key.
 */
@Controller('internal/kyc_verifications')
export class IntakeController {
  constructor(@Inject(Intake) private readonly intake: Intake) {}

  @Post(':id/document')
  async takeDocument(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const owner = ownerOf(id, request);
    const document = readDocument(request.body);
    if (owner === null || document === null) return refuse(reply, INVALID);
    const taken = await this.intake.takeDocument(owner, document);
    if ('refusal' in taken) return refuse(reply, taken.refusal, taken.retryAfterSeconds);
    await reply.code(200).send(taken.document);
  }

  @Post(':id/input')
  async takeInput(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const owner = ownerOf(id, request);
    const input = readInput(request.body);
    if (owner === null || input === null) return refuse(reply, INVALID);
    await reply.code(200).send(await this.intake.takeInput(owner, input));
  }

  @Post(':id/discard')
  async discard(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const owner = ownerOf(id, request);
    if (owner === null) return refuse(reply, INVALID);
    await this.intake.discard(owner);
    await reply.code(200).send({});
  }
}

async function refuse(reply: FastifyReply, refusal: Refusal, retryAfterSeconds?: number): Promise<void> {
  if (retryAfterSeconds !== undefined) {
    reply.headers({ 'retry-after': String(retryAfterSeconds), 'ratelimit-reason': refusal.details?.reason ?? refusal.code });
  }
  await reply.code(ERRORS[refusal.code].status).send(refusal);
}

function ownerOf(verificationId: string, { headers, query }: FastifyRequest): IntakeOwner | null {
  const isDryRun = (query as { dry_run?: unknown }).dry_run === 'true';
  const { 'x-hundi-account': accountId, 'x-hundi-livemode': mode } = headers as OwnerHeaders;
  if (!accountId || (mode !== 'true' && mode !== 'false') || shardOfId('kycVerification', verificationId) === undefined) return null;
  return { accountId, livemode: mode === 'true', verificationId, ...(isDryRun && { isDryRun }) };
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
