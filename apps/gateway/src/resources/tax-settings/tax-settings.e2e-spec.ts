import { eventually, hundiUnderTest } from '#testing';
import { problemsOf } from '../../../test/api-client';
import { Merchant } from '../../../test/merchant';
import { newAccountKey } from '../../../test/new-account';
import { USUAL_TAX_SETTINGS_SHOWN } from '../../../test/usual-tax-settings';

const hundi = hundiUnderTest();
const PATH = '/v1/tax_settings';
const GSTIN = '29AAGCB7383J1Z4';

describe('/v1/tax_settings', () => {
  let merchant: Merchant;
  beforeEach(async () => {
    merchant = await Merchant.connect(hundi.baseUrl, await newAccountKey(hundi));
  });

  it('are there before anything was set', async () => {
    const { status, json } = await merchant.get(PATH);
    expect(status).toBe(200);
    expect(json).toEqual({ ...USUAL_TAX_SETTINGS_SHOWN, id: expect.stringMatching(/^tax_[0-9A-Za-z]{24}$/) });
    expect((await merchant.get(`${PATH}?as_of=1`)).error).toMatchObject({ code: 'resource_missing', param: 'as_of' });
  });

  it('know the state of a GSTIN, and are what was set from then on', async () => {
    const { json: usual } = await merchant.get(PATH);
    const changed = await merchant.patch(PATH, { gstin: '29 AAGCB7383J 1Z4', address: { city: 'Bengaluru' }, default_rate_bps: 1800 });
    expect([changed.status, changed.json]).toMatchObject([
      200,
      {
        id: usual.id,
        gstin: GSTIN,
        state_code: '29',
        registration: 'regular',
        address: { line1: null, line2: null, city: 'Bengaluru', postal_code: null },
        default_rate_bps: 1800,
        sequence: 1,
      },
    ]);
    expect((await merchant.get(PATH)).json).toEqual(changed.json);
    await merchant.patch(PATH, { invoice_prefix: 'A1', address: { city: null }, metadata: { entity: 'south' } });
    const { json: after } = await merchant.get(PATH);
    expect(after).toMatchObject({ gstin: GSTIN, address: null, invoice_prefix: 'A1', metadata: { entity: 'south' }, sequence: 2 });
    expect((await merchant.get(`${PATH}?as_of=1`)).json).toEqual(changed.json);
  });

  it.each([
    ['KA', '29'],
    ['Tamil Nadu', '33'],
  ])('read the state %p as %s', async (state_code, expected) => {
    expect((await merchant.patch(PATH, { state_code })).json).toMatchObject({ state_code: expected, registration: 'unregistered' });
  });

  it('report every wrong field at once, and keep nothing', async () => {
    const wrong = {
      gstin: '29AAGCB7383J1Z5',
      state_code: 'Atlantis',
      default_sac: '12',
      invoice_prefix: 'in-',
      behavior: 'none',
      address: { postal_code: '012345' },
      round_to_rupee: 1,
    };
    const answer = await merchant.patch(PATH, wrong);
    expect(answer.status).toBe(400);
    expect(problemsOf(answer).toSorted()).toEqual([
      'address.postal_code parameter_invalid',
      'behavior parameter_invalid',
      'default_sac parameter_invalid',
      'gstin document_number_invalid',
      'invoice_prefix parameter_invalid',
      'round_to_rupee parameter_invalid',
      'state_code parameter_invalid',
    ]);
    expect((await merchant.get(PATH)).json).toMatchObject({ gstin: null, sequence: 0 });
  });

  it.each<[string, object, object]>([
    ['a registration without a GSTIN', { registration: 'regular' }, { code: 'parameter_missing', param: 'gstin' }],
    ['another state than that of the GSTIN', { gstin: GSTIN, state_code: 'MH' }, { code: 'parameter_invalid', param: 'state_code' }],
    [
      'a rate that there is not',
      { default_rate_bps: 1801 },
      { code: 'parameter_invalid', param: 'default_rate_bps', reason: 'tax_rate_unknown' },
    ],
    ['one prefix for two series', { invoice_prefix: 'CN' }, { code: 'parameter_invalid', param: 'credit_note_prefix' }],
  ])('refuse %s', async (_what, body, expected) => {
    const { status, error } = await merchant.patch(PATH, body);
    expect([status, error]).toMatchObject([400, expected]);
  });

  it('tell of a change: the event has the settings whole, and the GSTIN in the clear for its owner alone', async () => {
    await merchant.patch(PATH, { gstin: GSTIN });
    await merchant.patch(PATH, { round_to_rupee: true });
    await eventually(async () => {
      const { json } = await merchant.get('/v1/events?type=tax_settings.updated');
      expect(json.data).toMatchObject([
        { data: { object: { gstin: GSTIN, round_to_rupee: true }, previous_attributes: { round_to_rupee: false } } },
        { data: { object: { gstin: GSTIN, round_to_rupee: false }, previous_attributes: null } },
      ]);
    });
  });

  it('are changed once by one key, and not at all by a dry run', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    const [first, again] = [
      await merchant.patch(PATH, { legal_name: 'Acme' }, key),
      await merchant.patch(PATH, { legal_name: 'Acme' }, key),
    ];
    expect([again.status, again.text]).toEqual([200, first.text]);
    const dry = await merchant.patch(`${PATH}?dry_run=true`, { legal_name: 'Other' });
    expect(dry.json).toMatchObject({ object: 'dry_run', status: 200, resource: { legal_name: 'Other' } });
    expect((await merchant.get(PATH)).json).toEqual(first.json);
  });
});
