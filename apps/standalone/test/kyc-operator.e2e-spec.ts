import { eventually, hundiMode, type HundiProcess, SECURE_ID_KEYS, FakeSecureId, startHundi } from '#testing';
import { runProgram } from './run-program';

jest.setTimeout(180_000);

const PAN = 'ABCPV1234D';
const CONSENT = { given: true, text_version: '2026-04', captured_at: 1_795_000_000 };

type Json = Record<string, unknown>;

const mode = hundiMode();

describe(`what operators decide of verifications, ${mode}`, () => {
  const cashfree = new FakeSecureId();
  let hundi: HundiProcess;
  beforeAll(async () => {
    await cashfree.start();
    for (const number of [PAN, 'ABCPV9876E']) cashfree.register.add(number, { name: 'ASHA VERMA' });
    const environment = {
      CASHFREE_SECURE_ID_CLIENT_ID: SECURE_ID_KEYS.clientId,
      CASHFREE_SECURE_ID_CLIENT_SECRET: SECURE_ID_KEYS.clientSecret,
      CASHFREE_SECURE_ID_API_URL: `${cashfree.url}/verification`,
      KYC_ERASURE_EVERY_MS: '100',
      RATE_LIMIT_ENABLED: 'false',
    };
    hundi = await startHundi({ mode, environment });
  });
  afterAll(async () => {
    await hundi?.stopAndRemove();
    await cashfree.stop();
  });

  const call = async (path: string, body?: object, key = hundi.liveKey): Promise<Json> => {
    const response = await fetch(`${hundi.baseUrl}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return (await response.json()) as Json;
  };
  const program = (name: string, ...parameters: string[]): Promise<string> =>
    runProgram(`operator/${name}.js`, parameters, { HUNDI_DATA_DIR: hundi.dataDir });
  const verify = async (number: string, expected: object): Promise<string> => {
    const customer = await call('/v1/customers', { name: 'Asha Verma' });
    const asked = { customer_id: customer.id, document_type: 'pan', document_number: number, consent: CONSENT };
    const { id } = await call('/v1/kyc/verifications', asked);
    await comesTo(String(id), expected);
    return String(id);
  };
  const comesTo = (id: string, expected: object): Promise<void> =>
    eventually(async () => expect(await call(`/v1/kyc/verifications/${id}`)).toMatchObject(expected), { withinMs: 20_000, everyMs: 50 });
  const inReview = { status: 'processing', verification_reason_code: 'duplicate_identity', customer_name: null };

  describe('npm run kyc-review', () => {
    it('the document of another customer waits for a person, who sees both sides, accepts, and is kept with the decision', async () => {
      await verify(PAN, { status: 'verified' });
      const id = await verify(PAN, inReview);
      const listed = await program('kyc-review', 'list');
      expect(listed).toContain(`{"id":"${id}","reason":"duplicate_identity","document_type":"pan"`);
      expect(listed).not.toContain('ASHA VERMA');
      const file = JSON.parse(await program('kyc-review', 'show', id, '--note', 'ticket 812', '--by', 'asha')) as Json;
      expect(file).toMatchObject({
        reason_code: 'duplicate_identity',
        document_number: 'XXXXXX234D',
        given: { full_name: 'Asha Verma' },
        register: { full_name: 'ASHA VERMA' },
        name_match_score: 100,
      });
      const accept = ['decide', id, '--as', 'verified', '--note', 'moved from the old account', '--by', 'asha'];
      expect(await program('kyc-review', ...accept)).toBe(`${id} is verified, says asha.\n`);
      expect(await program('kyc-review', ...accept)).toBe(`${id} is verified, says asha.\n`);
      expect(await call(`/v1/kyc/verifications/${id}`)).toMatchObject({ status: 'verified', customer_name: 'ASHA VERMA' });
      await expect(program('kyc-review', 'decide', id, '--as', 'rejected', '--note', 'too late')).rejects.toThrow(
        'does not wait for a person',
      );
      expect(await program('kyc-review', 'list')).not.toContain(id);
    });

    it('who rejects says why to the log; the account reads manual_review_rejected', async () => {
      const id = await verify(PAN, inReview);
      await program('kyc-review', 'decide', id, '--as', 'rejected', '--because', 'duplicate_identity', '--note', 'two people');
      const rejected = await call(`/v1/kyc/verifications/${id}`);
      expect(rejected).toMatchObject({ status: 'failed', verification_reason_code: 'manual_review_rejected', customer_name: null });
      expect(JSON.stringify(rejected)).not.toContain('two people');
    });

    it('decides a review of the sandbox in the same way', async () => {
      const customer = await call('/v1/customers', { name: 'Ravi Kumar' }, hundi.testKey);
      const asked = { customer_id: customer.id, document_type: 'pan', document_number: 'ZZZPS0014V' };
      const { id } = await call('/v1/kyc/verifications', asked, hundi.testKey);
      expect(JSON.parse(await program('kyc-review', 'show', String(id), '--note', 'x'))).toMatchObject({ name_match_score: 78 });
      await program('kyc-review', 'decide', String(id), '--as', 'verified', '--note', 'x');
      const decided = await call(`/v1/kyc/verifications/${String(id)}`, undefined, hundi.testKey);
      expect(decided).toMatchObject({ status: 'verified', customer_name: 'Ravi Kumar' });
    });
  });

  describe('npm run kyc-hold', () => {
    it('puts a hold on a verification that its account cannot redact, and lifts it', async () => {
      const id = await verify('ABCPV9876E', { status: 'verified' });
      const redact = (): Promise<Json> => call(`/v1/kyc/verifications/${id}/redact`, {});
      expect(await program('kyc-hold', 'set', id, '--reason', 'case 7')).toBe('The hold stands: nothing of it is erased.\n');
      expect(await redact()).toMatchObject({ error: { code: 'state_conflict', reason: 'legal_hold' } });
      expect(await program('kyc-hold', 'lift', id)).toBe('The hold is lifted; an erasure that it put off is done now.\n');
      expect(await redact()).toMatchObject({ id, customer_name: null, document_number: null });
    });
  });
});
