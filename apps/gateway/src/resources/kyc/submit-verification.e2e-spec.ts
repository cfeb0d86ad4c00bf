import { hundiUnderTest } from '#testing';
import { problemsOf } from '../../../test/api-client';
import { Merchant } from '../../../test/merchant';

const hundi = hundiUnderTest();
const PATH = '/v1/kyc/verifications';

describe('POST /v1/kyc/verifications/{id}/submit with what was missing', () => {
  let merchant: Merchant;
  let customer: string;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
    customer = String((await merchant.post('/v1/customers', { name: 'Asha Rao' })).json.id);
  });
  const begun = async (body: object): Promise<string> => {
    const metadata = { sandbox_outcome: 'requires_input' };
    const answer = await merchant.post(PATH, { customer_id: customer, ...body, metadata });
    expect(answer.json).toMatchObject({ status: 'requires_input', verification_reason_code: 'document_details_required' });
    return String(answer.headers.location);
  };
  const passport = { document_type: 'passport', document_number: 'J8369854' };

  it('200: all of it verifies, and the answer shows nothing that is kept secret', async () => {
    const verification = await begun(passport);
    expect((await merchant.get(verification)).json.next_action).toMatchObject({
      type: 'details',
      missing: ['file_number', 'date_of_birth'],
    });
    const document_details = { file_number: 'BN1081000000000', date_of_birth: '1991-07-23' };
    const answer = await merchant.post(`${verification}/submit`, { document_details });
    expect([answer.status, answer.json.status, answer.json.date_of_birth]).toEqual([200, 'verified', '1991-07-23']);
    expect(answer.text).not.toContain('BN1081000000000');
    expect((await merchant.get(verification)).text).toBe(answer.text);
  });

  it.each([
    [{ document_type: 'pan', document_number: 'ABCPV1234D' }, { full_name: 'Asha R Rao' }],
    [{ document_type: 'driving_licence', document_number: 'KA0120190000898' }, { date_of_birth: '1991-07-23' }],
    [{ document_type: 'bank_account', document_number: '026291800001191' }, { ifsc: 'YESB0000262' }],
    [{ document_type: 'aadhaar', document_number: '1234-5678-9012', document_details: { method: 'offline_xml' } }, { share_code: 'Ab12' }],
  ])('200: %j completed with %j', async (body, document_details) => {
    const answer = await merchant.post(`${await begun(body)}/submit`, { document_details });
    expect([answer.status, answer.json.status]).toEqual([200, 'verified']);
  });

  it('200: a share code that opens nothing fails it', async () => {
    const offline = { document_type: 'aadhaar', document_number: '1234-5678-9012', document_details: { method: 'offline_xml' } };
    const answer = await merchant.post(`${await begun(offline)}/submit`, { share_code: '0000' });
    expect(answer.json).toMatchObject({ status: 'failed', verification_reason_code: 'share_code_invalid' });
  });

  it.each([
    [{ document_details: { date_of_birth: '1991-07-23' } }, 'document_details.file_number parameter_missing'],
    [{ document_details: {} }, 'document_details.file_number parameter_missing'],
    [{ document_details: { file_number: 'BN10810000000' } }, 'document_details.file_number document_number_invalid'],
    [{ document_details: { date_of_birth: '1991-02-30' } }, 'document_details.date_of_birth parameter_invalid'],
    [{ document_details: { full_name: 'Asha 9999 4105 7058' } }, 'document_details.full_name parameter_invalid'],
    [{ document_details: { full_name: 'Asha', method: 'ckyc' } }, 'document_details.method parameter_invalid'],
    [{ document_details: { full_name: 'Asha' }, otp: '111000' }, 'otp parameters_exclusive'],
    [{ document_details: 'x' }, 'document_details parameter_invalid'],
  ])('400: %j', async (body, problem) => {
    const verification = await begun(passport);
    const answer = await merchant.post(`${verification}/submit`, body);
    expect([answer.status, ...problemsOf(answer)]).toEqual([400, problem]);
    expect((await merchant.get(verification)).json).toMatchObject({ status: 'requires_input', sequence: 2 });
  });

  it('409: the verification takes no more details, whatever is sent', async () => {
    const metadata = { sandbox_outcome: 'verified' };
    const done = await merchant.post(PATH, { customer_id: customer, ...passport, metadata });
    expect(done.json).toMatchObject({ status: 'verified', next_action: null });
    const answer = await merchant.post(`${String(done.headers.location)}/submit`, { document_details: {} });
    expect([answer.status, answer.json.error]).toMatchObject([409, { code: 'state_conflict', current_status: 'verified' }]);
    expect(answer.text).not.toContain('next_action');
  });

  it('409: something else was asked for, and the answer says what', async () => {
    const answer = await merchant.post(`${await begun(passport)}/submit`, { otp: '111000' });
    expect(answer.status).toBe(409);
    expect(answer.json.error).toMatchObject({ code: 'state_conflict', reason: 'details_awaited' });
    expect(answer.error.message).toContain('document_details');
  });
});
