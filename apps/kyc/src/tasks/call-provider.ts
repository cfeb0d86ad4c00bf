import { bareText, type Clock, type RecordStepPayload } from '#contracts';
import type { Snapshot, TaskGuard } from '#event-store';
import type { PersonalData } from '#personal-data';
import type { ProviderChoice } from '../verification/events';
import type { ProviderStep, ProviderResult } from '../verification/decide/step';
import type { OpenVerification } from '../verification/state';
import type { DueRequest } from '../verification/timers';
import { documentHash, keepsHash } from '../vault/document-intake';
import type { GivenDetails, NameThresholds } from '../providers/assess';
import type { CallContext, KycCapability, KycInquiry, KycProvider, KycRequest, KycStep } from '../providers/provider';
import type { ProviderRegistry } from '../providers/routing/provider-registry';
import { Secret } from '../providers/secret';
import type { Vault, VaultContent } from '../vault/vault';
import type { DocumentHolders } from '../vault/document-customers';
import { givenDetails } from './given-details';
import { missingDetails } from './missing-details';
import { toProviderResult } from './to-provider-result';

export interface AskProviderParts {
  registry: ProviderRegistry;
  vault: Vault;
  holders: DocumentHolders;
  /** Whether a keyed hash of Aadhaar numbers may be kept. */
  keepsAadhaarHash: boolean;
  personalData: PersonalData;
  clock: Clock;
  logger: { error(fields: object, message: string): void };
  /** Of one call, milliseconds; at most 25 s (docs/reference/api-conventions.md, Time-outs). */
  timeoutMs: number;
  /** Between two questions about what a provider works on, milliseconds: doubled with each, up to the interval. */
  pollStartMs: number;
  pollIntervalMs: number;
  thresholds: NameThresholds;
}

/** A question to a provider behind a network, as it became due. */
export interface Asking {
  head: Snapshot['head'];
  state: OpenVerification;
  providerRequest: DueRequest;
  choice: ProviderChoice;
  /** The same however often this question is put. */
  key: string;
  signal: AbortSignal;
  guard: TaskGuard;
}

type Ready = Asking & { provider: KycProvider; ctx: CallContext; last4: string; given: () => Promise<GivenDetails> };
/** What came of it: an answer of the provider, or what can be said without one. */
type Reported = { step: KycStep; nameInitial?: string } | { providerResult: ProviderResult };

/**
 * Asks a provider, outside any transaction. The number comes out of the vault and leaves this process in that call alone; what
 * the register tells of the person is sealed before it becomes a command. A crash at any point puts the same question again,
 * under the same key.
 */
export class AskProvider {
  constructor(private readonly parts: AskProviderParts) {}

  /** @throws what the vault or the keys are unavailable with, and TaskTakenError: the store asks again. */
  async ask(asking: Asking): Promise<RecordStepPayload> {
    const { choice, state, head } = asking;
    const nowMs = this.parts.clock.nowMs();
    const provider = this.parts.registry.find(choice.provider);
    if (provider === undefined) {
      this.parts.logger.error({ verificationId: head.streamId, provider: choice.provider }, 'provider no longer configured');
      return recorded(asking, { kind: 'unavailable', reason: 'provider_unavailable', retryAtMs: nowMs }, null);
    }
    const ctx = { idempotencyKey: asking.key, timeoutMs: this.parts.timeoutMs, nowMs, signal: asking.signal };
    let details: Promise<GivenDetails> | undefined;
    const given = () => (details ??= givenDetails(state.terms, head.accountId, this.parts.personalData));
    const reported = await this.put({ ...asking, provider, ctx, last4: await this.last4Of(asking), given });
    if ('providerResult' in reported) return recorded(asking, reported.providerResult, null);
    const providerResult = await toProviderResult(reported.step, {
      ...this.answerContext(asking, nowMs),
      given: async () => ({ ...(await given()), nameInitial: reported.nameInitial }),
    });
    return recorded(asking, providerResult, 'reference' in reported.step ? reported.step.reference : null);
  }

  private answerContext({ head, state }: Asking, nowMs: number) {
    const { personalData, thresholds, pollStartMs, pollIntervalMs } = this.parts;
    const pauseMs = Math.min(pollStartMs * 2 ** Math.min(state.tries, 16), pollIntervalMs);
    return { personalData, thresholds, accountId: head.accountId, verificationId: head.streamId, nowMs, pauseMs };
  }

  /** Whatever makes the provider do something is put only while it is this process's to put. */
  private async put(ready: Ready): Promise<Reported> {
    if (ready.providerRequest.kind !== 'fetch') await ready.guard.stillOurs();
    switch (ready.providerRequest.kind) {
      case 'start':
        return this.start(ready);
      case 'submit':
        return this.submit(ready);
      case 'resend':
        return this.resend(ready);
      case 'fetch':
        return this.call(ready, () => ready.provider.fetch(inquiryOf(ready), ready.ctx));
    }
  }

  private async start(ready: Ready): Promise<Reported> {
    const content = await this.everythingFor(ready);
    if (content?.documentNumber === undefined) return { providerResult: { kind: 'ended', reason: 'session_expired' } };
    const request = requestOf(ready, content, content.documentNumber, await ready.given());
    const capability = this.parts.registry.findCapability(ready.choice, request.documentType);
    const missing = missingDetails(capability?.requires ?? [], request);
    if (missing.length > 0) return { providerResult: { kind: 'details', missing } };
    await this.noteDocument(ready, content.documentNumber);
    const put = (): Promise<Reported> => this.call(ready, () => ready.provider.start(request, ready.ctx), request);
    const reported = await this.putOnce(ready, capability, put);
    // The fifth letter of a PAN is the first of the holder's surname, or of the entity's name (docs/reference/identity-documents.md, PAN).
    return request.documentType === 'pan' && 'step' in reported ? { ...reported, nameInitial: content.documentNumber.charAt(4) } : reported;
  }

  /**
   * To a provider that charges for every question. That it is about to be put is written down before; what was put and
   * brought no answer is not put again, because it may be paid for: a person looks it up there and decides.
   */
  private async putOnce(
    { head, state, key }: Ready,
    capability: KycCapability | undefined,
    put: () => Promise<Reported>,
  ): Promise<Reported> {
    if (!capability?.isChargedEachTime) return put();
    const owner = { accountId: head.accountId, verificationId: head.streamId };
    const isUncertain: Reported = { providerResult: { kind: 'review', reason: 'provider_timeout' } };
    if (!(await this.parts.vault.isPutFirst(owner, `${key}.${state.tries}`))) return isUncertain;
    const reported = await put();
    return 'step' in reported && reported.step.kind === 'unavailable' && reported.step.mayBeCharged ? isUncertain : reported;
  }

  private async resend(ready: Ready): Promise<Reported> {
    const { provider } = ready;
    const content = await this.contentOf(ready, ready.state.terms.document.vaultId);
    if (content?.documentNumber === undefined || !provider.resendOtp)
      return { providerResult: { kind: 'ended', reason: 'session_expired' } };
    const request = requestOf(ready, content, content.documentNumber, await ready.given());
    return this.call(ready, () => provider.resendOtp!(inquiryOf(ready), request, ready.ctx), request);
  }

  private async submit(ready: Ready): Promise<Reported> {
    const { provider, state } = ready;
    const content = await this.contentOf(ready, state.status === 'processing' ? state.vaultId : null);
    if (content?.otp === undefined || !provider.submitOtp) return { providerResult: { kind: 'otp_wrong', reason: 'otp_expired' } };
    const otp = new Secret(content.otp);
    return this.call(ready, () => provider.submitOtp!(inquiryOf(ready), otp, ready.ctx)).finally(() => otp.clear());
  }

  /** An adapter that throws has a bug, and the outcome of the call is unknown. The error's message may hold personal data. */
  private async call(
    { head, choice }: Ready,
    ask: () => Promise<KycStep>,
    secrets: Partial<Pick<KycRequest, 'documentNumber' | 'fileNumber'>> = {},
  ): Promise<Reported> {
    try {
      const step = await ask();
      const { documentNumber, fileNumber } = secrets;
      if (![documentNumber, fileNumber].some((number) => number !== undefined && repeats(step, number))) return { step };
      this.parts.logger.error(
        { verificationId: head.streamId, provider: choice.provider },
        'provider reference contains the document number, dropped',
      );
      return { step: withoutReference(step) };
    } catch (error) {
      const name = error instanceof Error ? error.name : 'not an error';
      this.parts.logger.error(
        { verificationId: head.streamId, provider: choice.provider, name },
        'provider adapter threw: bug in the adapter',
      );
      return { step: { kind: 'unavailable', reason: 'provider_unavailable', isUnknown: true, mayBeCharged: true } };
    } finally {
      secrets.documentNumber?.clear();
      secrets.fileNumber?.clear();
    }
  }

  /** The number, with details that were handed in after it. */
  private async everythingFor(ready: Ready): Promise<VaultContent | null> {
    const { document, detailVaultIds = [] } = ready.state.terms;
    const content = await this.contentOf(ready, document.vaultId);
    const later = await Promise.all(detailVaultIds.map((id) => this.contentOf(ready, id)));
    return content === null ? null : later.reduce<VaultContent>((all, one) => ({ ...all, ...one }), content);
  }

  private async contentOf({ head }: Ready, vaultId: string | null): Promise<VaultContent | null> {
    if (vaultId === null) return null;
    return this.parts.vault.find({ accountId: head.accountId, verificationId: head.streamId }, vaultId);
  }

  /** Every mask ends with them. What was erased ends like no document. */
  private async last4Of({ head, state }: Asking): Promise<string> {
    const masked = await this.parts.personalData.unsealValue(state.terms.document.masked, head.accountId);
    return typeof masked === 'string' && masked.length >= 4 ? masked.slice(-4) : 'gone';
  }

  /** The first question counts as a try, and who presented the document is remembered, both by its keyed hash alone. */
  private async noteDocument({ head, state }: Ready, number: string): Promise<void> {
    const { vault, holders, personalData, clock } = this.parts;
    const { accountId, livemode, streamId: verificationId } = head;
    const { documentType, customerId } = state.terms;
    const hash = documentHash(personalData, accountId, documentType, number);
    if (state.consecutiveFailures === 0) await vault.countTry({ accountId, livemode }, hash);
    if (keepsHash(documentType, this.parts)) await holders.note({ accountId, livemode, verificationId, customerId }, hash, clock.nowMs());
  }
}

/** What a provider calls its case, or a page of its, is kept in the clear: no number may be part of it. */
function repeats(step: KycStep, number: Secret): boolean {
  const texts = [...('reference' in step ? [step.reference ?? ''] : []), ...('url' in step ? [step.url] : [])];
  return texts.some((text) => bareText(text).includes(bareText(number.reveal())));
}

/** The answer counts; where nothing can be asked without the reference it is as if there had been none. */
function withoutReference(step: KycStep): KycStep {
  return step.kind === 'done'
    ? { ...step, reference: null }
    : { kind: 'unavailable', reason: 'provider_unavailable', isUnknown: true, mayBeCharged: true };
}

function recorded({ state, choice }: Asking, providerResult: ProviderResult, reference: string | null): RecordStepPayload {
  const step: ProviderStep = { provider: choice.provider, reference, ...providerResult };
  return { tries: state.tries, step };
}

function inquiryOf({ state, choice, last4 }: Ready): KycInquiry {
  const { documentType } = state.terms;
  const reference = state.answered?.reference ?? '';
  return { documentType, method: choice.method, reference, last4 };
}

function requestOf({ state, choice }: Ready, content: VaultContent, number: string, given: GivenDetails): KycRequest {
  const { documentType, details } = state.terms;
  const ifsc = content.ifsc ?? details.ifsc;
  const { fullName, dateOfBirth } = given;
  return {
    documentType,
    method: choice.method,
    documentNumber: new Secret(number),
    ...(ifsc !== undefined && { ifsc }),
    ...(content.fileNumber !== undefined && { fileNumber: new Secret(content.fileNumber) }),
    ...(details.redirectUrl !== undefined && { redirectUrl: details.redirectUrl }),
    subject: { ...(fullName !== undefined && { fullName }), ...(dateOfBirth !== undefined && { dateOfBirth }) },
  };
}
