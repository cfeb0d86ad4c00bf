import { join } from 'node:path';
import { KYC_EVENT_TYPES, type Command, type KycCommandType } from '#contracts';
import { assertGoldenFiles, type Snapshot, decideInMemory } from '#event-store';
import { ASKED, DOCUMENT, NOW_MS } from '../../test/verification-histories';
import { DEFAULT_VERIFICATION_RULES } from './decide/rules';
import type { VerificationEvent } from './events';
import type { VerificationState } from './state';
import { ProviderRegistry } from '../providers/routing/provider-registry';
import { PUBLIC_NAME, publishVerification } from './publish';
import { defineVerification } from './aggregate';

const ID = 'kyc_0TgWzRaB07xK2mNq5Yd8Vf3L';
const aggregate = defineVerification({
  rules: DEFAULT_VERIFICATION_RULES,
  publicUrl: 'http://localhost:4000',
  providers: new ProviderRegistry([]),
});

/** A verification in memory, as the store would drive it. */
class Verification {
  state: VerificationState = aggregate.initialState;
  published: { type: string; object: Record<string, unknown> }[] = [];
  private version = 0;
  private before: Snapshot<VerificationState> | null = null;

  send(type: KycCommandType, payload: object, { nowMs = NOW_MS, livemode = false } = {}) {
    const command = { type, payload, streamId: ID, accountId: 'acct_1', livemode } as unknown as Command;
    const decision = decideInMemory(aggregate, command, this.state, { nowMs, related: () => null });
    if (decision.accepted) for (const event of decision.events as VerificationEvent[]) this.fold(event, nowMs);
    return decision;
  }

  get resource(): Record<string, unknown> {
    if (this.before === null) throw new Error('nothing happened yet');
    return aggregate.render(this.before) as Record<string, unknown>;
  }

  private fold(event: VerificationEvent, nowMs: number): void {
    this.state = aggregate.evolve(this.state, event);
    const head = { streamId: ID, accountId: 'acct_1', livemode: false, version: ++this.version, sequence: this.version };
    const after = { head: { ...head, createdAtMs: NOW_MS, updatedAtMs: nowMs }, state: this.state };
    const stored = {
      ...event,
      streamId: ID,
      accountId: 'acct_1',
      livemode: false,
      occurredAtMs: nowMs,
      meta: { sequence: this.version, requestId: null },
    };
    const seen = publishVerification(stored as never, this.before, after);
    if (seen) this.published.push({ type: seen.type, object: seen.data.object as Record<string, unknown> });
    this.before = after;
  }
}

function createdWith(sandboxOutcome: string, more: object = {}): Verification {
  const verification = new Verification();
  verification.send('kyc.create', { ...ASKED, document: { ...DOCUMENT, sandboxOutcome }, ...more });
  return verification;
}

it('four fields on a sandbox customer are enough to be verified, with the name of the customer', () => {
  const { resource } = createdWith('verified', { details: {} });
  expect(resource).toMatchObject({
    object: 'kyc.verification',
    status: 'verified',
    customer_name: '~s1.customer',
    verification_reason: null,
    verification_reason_code: null,
    document_number: 'XXXX-XXXX-0009',
    next_action: null,
    provider: 'sandbox',
  });
});

it('anything but verified says why, in a sentence and in a word', () => {
  expect(createdWith('name_mismatch').resource).toMatchObject({
    status: 'failed',
    customer_name: null,
    verification_reason: 'The name differs from the one in the register.',
    verification_reason_code: 'name_mismatch',
  });
  expect(createdWith('invalid_checksum').resource).toMatchObject({
    status: 'failed',
    verification_reason: 'The document number has a check digit that does not fit: it was probably mistyped.',
  });
});

it('an OTP is asked for, submitted, and verifies', () => {
  const verification = createdWith('otp_required');
  expect(verification.resource).toMatchObject({
    status: 'requires_input',
    next_action: { type: 'otp', tries_left: 3, expires_at: NOW_MS / 1000 + 600 },
  });
  verification.send('kyc.submit', { kind: 'otp', vaultId: null, sandboxAnswer: 'otp_incorrect', details: {} });
  expect(verification.resource).toMatchObject({
    status: 'requires_input',
    verification_reason_code: 'otp_incorrect',
    next_action: { tries_left: 2 },
  });
  verification.send('kyc.submit', { kind: 'otp', vaultId: null, sandboxAnswer: 'accepted', details: {} });
  expect(verification.resource).toMatchObject({ status: 'verified', customer_name: '~s1.name' });
});

it('the slow register answers when it is asked again', () => {
  const verification = createdWith('verified_after_a_while');
  expect(verification.resource).toMatchObject({ status: 'pending', verification_reason_code: 'awaiting_provider' });
  expect(aggregate.timer?.dueAtMs(verification.state)).toBe(NOW_MS + 10_000);
  verification.send('kyc.wake', {}, { nowMs: NOW_MS + 9_999 });
  expect(verification.resource.status).toBe('pending');
  verification.send('kyc.wake', {}, { nowMs: NOW_MS + 10_000 });
  expect(verification.resource.status).toBe('verified');
  expect(aggregate.timer?.dueAtMs(verification.state)).toBeNull();
});

it('a reviewer decides by simulate', () => {
  const review = createdWith('watchlist_hit');
  expect(review.resource.status).toBe('processing');
  review.send('kyc.simulate', { outcome: 'failed' });
  expect(review.resource).toMatchObject({ status: 'failed', verification_reason_code: 'manual_review_rejected' });
  expect(review.send('kyc.simulate', { outcome: 'verified' })).toMatchObject({ refusal: { code: 'state_conflict' } });
  expect(createdWith('awaiting_provider').send('kyc.simulate', { outcome: 'nonsense' })).toMatchObject({
    refusal: { code: 'parameter_invalid' },
  });
});

it('metadata may name the outcome', () => {
  expect(createdWith('verified', { metadata: { sandbox_outcome: 'document_expired' } }).resource.verification_reason_code).toBe(
    'document_expired',
  );
});

it.each(['nonsense', 'verifed', '', 7, true])(
  'an outcome in metadata that no table has is refused, with those that are: %j',
  (sandbox_outcome) => {
    const refused = new Verification().send('kyc.create', { ...ASKED, metadata: { sandbox_outcome } });
    expect(refused).toMatchObject({
      refusal: {
        code: 'parameter_invalid',
        details: {
          param: 'metadata.sandbox_outcome',
          reason: 'sandbox_outcome_unknown',
          message: expect.stringMatching(/^must be one of verified, .*name_mismatch/),
          hint: expect.stringContaining('/docs/testing#kyc-outcomes'),
        },
      },
    });
  },
);

it('live mode without a provider names the setting', () => {
  const { send } = new Verification();
  expect(send.call(new Verification(), 'kyc.create', ASKED, { livemode: true })).toMatchObject({
    refusal: { code: 'processor_not_configured', details: { hint: expect.stringContaining('CASHFREE_SECURE_ID_CLIENT_ID') } },
  });
});

it('events are thin: no name, birth date or number', () => {
  const verification = createdWith('otp_required', { verifyAddress: true });
  verification.send('kyc.submit', { kind: 'otp', vaultId: null, sandboxAnswer: 'accepted', details: {} });
  verification.send('kyc.redact', { because: 'requested' });
  expect(verification.published.map(({ type }) => type)).toEqual([
    'kyc.verification.created',
    'kyc.verification.requires_input',
    'kyc.verification.processing',
    'kyc.verification.verified',
    'kyc.verification.redacted',
  ]);
  const text = JSON.stringify(verification.published);
  for (const personal of ['0009', '~s1.', '1990', 'MG Road']) expect(text).not.toContain(personal);
});

it('events of every type ever written fold to the state they led to', () => assertGoldenFiles(join(__dirname, 'golden'), aggregate));

it('only names of the catalog are published, and each of them has a fact behind it', () => {
  const names = Object.values(PUBLIC_NAME).filter((name) => name !== null);
  expect([...new Set(names)].sort()).toEqual([...KYC_EVENT_TYPES].sort());
});
