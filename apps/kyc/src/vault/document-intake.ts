import type { CheckWord, Clock, DocumentReference, DocumentType, Refusal, SubmitInputPayload, VerificationMethod } from '#contracts';
import { readDocumentNumber, sandboxOutcomeOf } from '#contracts';
import type { PersonalData } from '#personal-data';
import type { ProviderChoices } from '../providers/routing/provider-choices';
import { isShareCodeWrong, checkSandboxOtp } from '../providers/sandbox/sandbox';
import type { DocumentHolders } from './document-customers';
import type { Vault, VaultContent, VaultOwner } from './vault';

export interface IntakeOwner extends VaultOwner {
  livemode: boolean;
  /** Say what would happen and keep nothing. */
  isDryRun?: true;
}

/** A document as the gateway took it in. */
export interface DocumentIntake {
  documentType: DocumentType;
  /** As the caller wrote it. */
  number: string;
  ifsc: string | null;
  fileNumber: string | null;
  shareCode?: string | null;
  /** Whose document it is said to be. */
  customerId: string;
  /** The method that the caller named; null for the usual one. */
  method: VerificationMethod | null;
}

/** A document that is not taken. */
export interface RefusedDocument {
  refusal: Refusal;
  /** When it may be tried again, where time is all that it takes. */
  retryAfterSeconds?: number;
}

export interface IntakeRules {
  /** How long an open flow may keep what it needs, in milliseconds. */
  keepMs: number;
  /** Verifications of one document in a day, in live mode. */
  triesPerDay: number;
  /** Whether a keyed hash of Aadhaar numbers may be kept: never of an OVSE (docs/reference/identity-documents.md, What is stored). */
  keepsAadhaarHash: boolean;
  /** Test mode: whether Aadhaar numbers that may have been issued are refused (docs/reference/testing.md, KYC: Aadhaar). Absent means no. */
  refusesRealLooking?: boolean;
}

export interface IntakeParts {
  vault: Vault;
  holders: DocumentHolders;
  personalData: PersonalData;
  clock: Clock;
  /** The providers of live mode: a document that none of them verifies is not stored. */
  providers: ProviderChoices;
  rules: IntakeRules;
}

/** Stands for what a dry run would have kept. */
const DRY_RUN_VAULT_ID = 'dry_run';

const DAY_MS = 86_400_000;

/**
 * Takes document numbers and OTPs from the gateway, over internal HTTP and never over the bus, and gives back what may
 * travel in a command. In test mode nothing is kept at all: the sandbox decides by the number alone, here and now.
 */
export class Intake {
  constructor(private readonly parts: IntakeParts) {}

  /** @returns what the command may carry, or the refusal of a document that was tried too often today. */
  async takeDocument(owner: IntakeOwner, intake: DocumentIntake): Promise<{ document: DocumentReference } | RefusedDocument> {
    const verdict = readDocumentNumber(intake.documentType, intake.number);
    if ('problem' in verdict) return { refusal: numberRefused(verdict.problem) };
    const { number, masked, failedCheck } = verdict.document;
    if (!owner.livemode) {
      if (this.parts.rules.refusesRealLooking && isRealLooking(intake.documentType, verdict.document)) return { refusal: LIVE_IN_SANDBOX };
      const checked = sandboxOutcomeOf(intake.documentType, { number, failedCheck }, intake.ifsc);
      const sandboxOutcome = isShareCodeWrong(intake.shareCode ?? '') ? 'share_code_invalid' : checked;
      return { document: { masked, isDuplicate: false, failedCheck, sandboxOutcome, vaultId: null } };
    }
    const hash = documentHash(this.parts.personalData, owner.accountId, intake.documentType, number);
    const refused = failedCheck === null ? await this.refuseLive(owner, intake, hash) : { refusal: numberRefused(failedCheck) };
    if (refused !== null) return refused;
    const isDuplicate = await this.isDuplicate(owner, intake, hash);
    const vaultId = await this.keep(owner, contentOf(number, intake));
    return { document: { masked, isDuplicate, failedCheck: null, sandboxOutcome: null, vaultId } };
  }

  /** An OTP, a share code, or a number that was missing. In test mode it is judged here and not kept. */
  async takeInput(
    owner: IntakeOwner,
    input: Pick<VaultContent, 'otp' | 'shareCode' | 'fileNumber'>,
  ): Promise<Pick<SubmitInputPayload, 'vaultId' | 'sandboxAnswer'>> {
    if (owner.livemode) return { vaultId: await this.keep(owner, input), sandboxAnswer: null };
    const { otp, shareCode = '' } = input;
    if (otp !== undefined) return { vaultId: null, sandboxAnswer: checkSandboxOtp(otp) };
    return { vaultId: null, sandboxAnswer: isShareCodeWrong(shareCode) ? 'share_code_invalid' : 'accepted' };
  }

  /** What was taken for a verification that did not come to be, because it was refused or was a repetition, is forgotten. */
  async discard(owner: IntakeOwner): Promise<void> {
    if (owner.livemode) await this.parts.vault.discard(owner);
  }

  private async refuseLive(owner: IntakeOwner, { documentType, method }: DocumentIntake, hash: string): Promise<RefusedDocument | null> {
    const chosen = this.parts.providers.choose(documentType, method);
    return 'refusal' in chosen ? { refusal: chosen.refusal } : this.refuseMany(owner, hash);
  }

  /** Whether the document is verified for another customer. Who presented it is recorded once the verification is stored. */
  private async isDuplicate(owner: IntakeOwner, { documentType, customerId }: DocumentIntake, hash: string): Promise<boolean> {
    const { holders, rules } = this.parts;
    if (!keepsHash(documentType, rules)) return false;
    return holders.isVerifiedForAnother({ ...owner, customerId }, hash);
  }

  private async keep(owner: IntakeOwner, content: VaultContent): Promise<string> {
    if (owner.isDryRun) return DRY_RUN_VAULT_ID;
    const { clock, rules, vault } = this.parts;
    return vault.keep(owner, content, clock.nowMs() + rules.keepMs);
  }

  /**
   * Numbers can be guessed by trying: three tries a day reveal little (docs/reference/api-conventions.md, Limits). A try counts when
   * a provider is asked, so that a request which is repeated with its Idempotency-Key counts once.
   */
  private async refuseMany(owner: IntakeOwner, hash: string): Promise<RefusedDocument | null> {
    const { clock, rules, vault } = this.parts;
    if ((await vault.triesToday(owner, hash)) < rules.triesPerDay) return null;
    const nowMs = clock.nowMs();
    const retryAfterSeconds = Math.ceil((Math.floor(nowMs / DAY_MS + 1) * DAY_MS - nowMs) / 1000);
    const message = `This document was tried ${rules.triesPerDay} times today.`;
    const hint = `It can be tried again in ${retryAfterSeconds} s.`;
    return {
      refusal: { code: 'rate_limited', details: { message, param: 'document_number', reason: 'document_tries', hint } },
      retryAfterSeconds,
    };
  }
}

/** Whether a keyed hash of such a document may be kept. */
export function keepsHash(documentType: DocumentType, { keepsAadhaarHash }: Pick<IntakeRules, 'keepsAadhaarHash'>): boolean {
  return documentType !== 'aadhaar' || keepsAadhaarHash;
}

/** The series 9999 is UIDAI's for tests; every other number that passes all checks may have been issued to a person. */
function isRealLooking(type: DocumentType, { number, failedCheck }: { number: string; failedCheck: CheckWord | null }): boolean {
  return type === 'aadhaar' && failedCheck === null && !number.startsWith('9999');
}

const LIVE_IN_SANDBOX: Refusal = {
  code: 'document_number_invalid',
  details: {
    message: 'document_number could be a real Aadhaar number: this installation takes none in test mode.',
    param: 'document_number',
    reason: 'live_identifier_in_sandbox',
    hint: 'Use a number of the series 9999, or a placeholder that begins with 0 or 1.',
  },
};

/** By what a document is recognized without its number being kept. */
export function documentHash(personalData: PersonalData, accountId: string, type: DocumentType, number: string): string {
  return personalData.blindIndex(accountId, 'document', `${type}:${number}`);
}

/** The gateway has checked the number; this is for the one that slipped through an older gateway. */
function numberRefused(problem: CheckWord): Refusal {
  return { code: 'document_number_invalid', details: { param: 'document_number', reason: problem } };
}

function contentOf(number: string, { ifsc, fileNumber, shareCode }: DocumentIntake): VaultContent {
  return {
    documentNumber: number,
    ...(ifsc !== null && { ifsc }),
    ...(fileNumber !== null && { fileNumber }),
    ...(shareCode != null && { shareCode }),
  };
}
