import { hundiUnderTest } from '#testing';
import { problemsOf } from '../../../test/api-client';
import { Merchant } from '../../../test/merchant';

const hundi = hundiUnderTest();

describe('POST /v1/payments/{id}/submit_otp', () => {
  let merchant: Merchant;
  let payment: string;
  beforeAll(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, hundi.testKey);
  });
  beforeEach(async () => {
    const card = { number: '4999000000000005', expiry_month: 12, expiry_year: 2030, cvv: '123' };
    payment = await merchant.payment('requires_action', { payment_method: 'card', card, return_url: 'http://localhost:3000/back' });
  });

  describe('200', () => {
    it('takes the password of the sandbox', async () => {
      const answer = await merchant.post(`${payment}/submit_otp`, { otp: '123456' });
      expect([answer.status, answer.json.status]).toEqual([200, 'captured']);
    });
  });

  describe('400', () => {
    it.each([
      ['no password', {}, 'otp parameter_missing'],
      ['a number', { otp: 123456 }, 'otp parameter_invalid'],
      ['three digits', { otp: '123' }, 'otp parameter_invalid'],
    ])('refuses %s', async (_what, body, problem) => {
      const answer = await merchant.post(`${payment}/submit_otp`, body);
      expect([answer.status, ...problemsOf(answer)]).toEqual([400, problem]);
    });
  });

  describe('402', () => {
    it('lets the customer try again after a wrong one, and ends it after the third', async () => {
      const first = await merchant.post(`${payment}/submit_otp`, { otp: '000000' });
      expect([first.status, first.error.code, first.json.error]).toEqual([
        402,
        'payment_declined',
        expect.objectContaining({ decline_code: 'incorrect_otp', hint: expect.stringContaining('submit_otp') as string }),
      ]);
      expect((await merchant.get(payment)).json.status).toBe('requires_action');
      await merchant.post(`${payment}/submit_otp`, { otp: '000000' });
      const third = await merchant.post(`${payment}/submit_otp`, { otp: '000000' });
      expect(third.json.error).toMatchObject({ decline_code: 'otp_attempts_exceeded' });
      expect((await merchant.get(payment)).json.status).toBe('failed');
    });
  });

  describe('404', () => {
    it('answers a foreign payment like one that does not exist', async () => {
      const answer = await merchant.with(hundi.otherTestKey).post(`${payment}/submit_otp`, { otp: '123456' });
      expect([answer.status, answer.error.code]).toEqual([404, 'resource_missing']);
    });
  });

  describe('409', () => {
    it.each([
      ['its UPI app', { payment_method: 'upi', return_url: 'https://shop.example/back' }, 'the payer to approve it in their UPI app.'],
      ['the page of a bank', { payment_method: 'netbanking', netbanking: { bank: 'SBIN' } }, 'the payer at the page of next_action.'],
    ])('says of a payment that waits for the payer in %s what it waits for', async (_place, how, awaited) => {
      const { json, headers } = await merchant.post('/v1/payments', { amount: 50_000, currency: 'INR', ...how });
      expect(json.status).toBe('requires_action');
      const { status, error } = await merchant.post(`${String(headers.location)}/submit_otp`, { otp: '123456' });
      expect([status, error]).toMatchObject([409, { code: 'state_conflict', current_status: 'requires_action', allowed_from: null }]);
      expect(error.message).toBe(`This payment takes no one-time password: it waits for ${awaited}`);
    });

    it('refuses a payment that waits for no password', async () => {
      const answer = await merchant.post(`${await merchant.captured()}/submit_otp`, { otp: '123456' });
      expect([answer.status, answer.error.code]).toEqual([409, 'state_conflict']);
    });
  });
});
