import type { BillingCase, BillingStep } from '../billing-story';

/** A period of ₹499 is drafted for a buyer in Maharashtra, something changes, and the period begins. */
function changedAfterDraft(tax: object, change: BillingStep): BillingStep[] {
  const usual = { legal_name: 'Hundi Books Pvt Ltd', default_rate_bps: 1800, default_sac: '998431' };
  return [
    ['tax', { ...usual, ...tax }],
    ['clock', '2031-03-01T09:00:00+05:30'],
    ['customer', { address: { line1: '1', city: 'Pune', state: 'MH', postal_code: '411001', country: 'IN' } }],
    ['subscribe', { interval: 'month', amount: 49900, payment_method: 'upi', upi: { vpa: 'mandate.ok@sandbox' } }],
    ['advance', '2031-03-30T20:00:00+05:30'],
    change,
    ['advance', '2031-04-02T09:00:00+05:30'],
  ];
}

export const GST_CASES: BillingCase[] = [
  {
    id: 'B14',
    title: 'an invoice has buyer, place of supply and tax of one instant',
    steps: [
      [
        'tax',
        {
          legal_name: 'Hundi Books Pvt Ltd',
          gstin: '27AAACB1234C1ZF',
          default_rate_bps: 1800,
          default_sac: '998431',
          behavior: 'exclusive',
        },
      ],
      ['clock', '2031-03-01T09:00:00+05:30'],
      ['customer', { address: { line1: '1', city: 'Pune', state: 'MH', postal_code: '411001', country: 'IN' } }],
      ['subscribe', { interval: 'month', amount: 49900, payment_method: 'upi', upi: { vpa: 'mandate.ok@sandbox' } }],
      ['advance', '2031-03-30T20:00:00+05:30'],
      [
        'patch_customer',
        { gstin: '29AAACB1234C1ZB', address: { line1: '1', city: 'Bengaluru', state: 'KA', postal_code: '560001', country: 'IN' } },
      ],
      ['advance', '2031-04-02T09:00:00+05:30'],
    ],
    expected: { 'latest.place_of_supply': '29', 'latest.igst': 8982 },
  },
  {
    id: 'B15',
    title: 'an invoice bears the rate of its date, also where the rate changed after its draft',
    steps: [
      [
        'tax',
        {
          legal_name: 'Hundi Books Pvt Ltd',
          gstin: '27AAACB1234C1ZF',
          default_rate_bps: 1800,
          default_sac: '998431',
          behavior: 'inclusive',
        },
      ],
      ['clock', '2031-03-01T09:00:00+05:30'],
      ['customer', { address: { line1: '1', city: 'Pune', state: 'MH', postal_code: '411001', country: 'IN' } }],
      ['subscribe', { interval: 'month', amount: 49900, payment_method: 'upi', upi: { vpa: 'mandate.ok@sandbox' } }],
      ['advance', '2031-03-30T20:00:00+05:30'],
      ['tax', { default_rate_bps: 1200 }],
      ['advance', '2031-04-02T09:00:00+05:30'],
    ],
    expected: { 'latest.status': 'paid', 'latest.total': 49900, 'latest.cgst': 2673, balance: 0 },
  },
  {
    id: 'B15b',
    title: 'a lower exclusive rate leaves what was announced, and the difference is credit',
    steps: [
      [
        'tax',
        {
          legal_name: 'Hundi Books Pvt Ltd',
          gstin: '27AAACB1234C1ZF',
          default_rate_bps: 1800,
          default_sac: '998431',
          behavior: 'exclusive',
        },
      ],
      ['clock', '2031-03-01T09:00:00+05:30'],
      ['customer', { address: { line1: '1', city: 'Pune', state: 'MH', postal_code: '411001', country: 'IN' } }],
      ['subscribe', { interval: 'month', amount: 49900, payment_method: 'upi', upi: { vpa: 'mandate.ok@sandbox' } }],
      ['advance', '2031-03-30T20:00:00+05:30'],
      ['tax', { default_rate_bps: 1200 }],
      ['advance', '2031-04-02T09:00:00+05:30'],
    ],
    expected: { 'latest.total': 55888, 'latest.amount_paid': 58882, 'latest.balance_applied': 2994, 'latest.cgst': 2994, balance: -2994 },
  },
  {
    id: 'B15c',
    title: 'a higher exclusive rate leaves what was announced, and the difference is owed',
    steps: [
      [
        'tax',
        {
          legal_name: 'Hundi Books Pvt Ltd',
          gstin: '27AAACB1234C1ZF',
          default_rate_bps: 1800,
          default_sac: '998431',
          behavior: 'exclusive',
        },
      ],
      ['clock', '2031-03-01T09:00:00+05:30'],
      ['customer', { address: { line1: '1', city: 'Pune', state: 'MH', postal_code: '411001', country: 'IN' } }],
      ['subscribe', { interval: 'month', amount: 49900, payment_method: 'upi', upi: { vpa: 'mandate.ok@sandbox' } }],
      ['advance', '2031-03-30T20:00:00+05:30'],
      ['tax', { default_rate_bps: 2800 }],
      ['advance', '2031-04-02T09:00:00+05:30'],
    ],
    expected: { 'latest.total': 63872, 'latest.amount_paid': 58882, 'latest.balance_applied': -4990, balance: 4990 },
  },
  {
    id: 'B14b',
    title: 'a buyer who came into a special economic zone after the draft is billed without tax under a letter of undertaking',
    steps: changedAfterDraft({ gstin: '27AAACB1234C1ZF', behavior: 'exclusive', lut_reference: 'AD270331000001X' }, [
      'patch_customer',
      { gst_category: 'sez' },
    ]),
    expected: { 'latest.total': 49900, 'latest.amount_paid': 58882, 'latest.supply_type': 'inter', 'latest.igst': 0, balance: -8982 },
  },
  {
    id: 'B14c',
    title: 'a buyer who moved abroad after the draft is billed an export',
    steps: changedAfterDraft({ gstin: '27AAACB1234C1ZF', behavior: 'inclusive' }, [
      'patch_customer',
      { address: { line1: '1', city: 'Singapore', state: 'Singapore', postal_code: '018956', country: 'SG' } },
    ]),
    expected: { 'latest.total': 49900, 'latest.place_of_supply': '96', 'latest.supply_type': 'export', 'latest.igst': 7612, balance: 0 },
  },
  {
    id: 'B15d',
    title: 'a seller who registered after the draft charges tax, and the payer what was announced',
    steps: changedAfterDraft({ behavior: 'exclusive' }, ['tax', { gstin: '27AAACB1234C1ZF' }]),
    expected: {
      'latest.document_type': 'tax_invoice',
      'latest.total': 58882,
      'latest.cgst': 4491,
      'latest.amount_paid': 49900,
      balance: 8982,
    },
  },
  {
    id: 'B15e',
    title: 'a seller who moved after the draft sells between states',
    steps: changedAfterDraft({ gstin: '27AAACB1234C1ZF', behavior: 'exclusive' }, ['tax', { gstin: '29AAACB1234C1ZB' }]),
    expected: { 'latest.place_of_supply': '27', 'latest.igst': 8982, 'latest.cgst': 0, balance: 0 },
  },
  {
    id: 'B15f',
    title: 'what became exempt after the draft is on a bill of supply',
    steps: changedAfterDraft({ gstin: '27AAACB1234C1ZF', behavior: 'exclusive' }, ['tax', { default_rate_bps: 0 }]),
    expected: { 'latest.document_type': 'bill_of_supply', 'latest.total': 49900, 'latest.amount_paid': 58882, balance: -8982 },
  },
  {
    id: 'B16',
    title: 'gives credit with the tax of the invoice that it corrects',
    steps: [
      [
        'tax',
        {
          legal_name: 'Hundi Books Pvt Ltd',
          gstin: '27AAACB1234C1ZF',
          default_rate_bps: 1800,
          default_sac: '998431',
          behavior: 'exclusive',
        },
      ],
      ['clock', '2031-03-01T09:00:00+05:30'],
      ['customer', { address: { line1: '1', city: 'Pune', state: 'MH', postal_code: '411001', country: 'IN' } }],
      ['subscribe', { interval: 'month', amount: 99900, payment_method: 'upi', upi: { vpa: 'mandate.ok@sandbox' } }],
      ['tax', { default_rate_bps: 500 }],
      ['advance', '2031-03-02T09:00:00+05:30'],
      ['patch', { amount: 9900 }],
      ['advance', '2031-04-02T09:00:00+05:30'],
    ],
    expected: { 'latest.first_line_cgst': -8701 },
  },
  {
    id: 'B16b',
    title: 'gives credit with CGST and SGST to a buyer who was charged them and moved',
    steps: [
      [
        'tax',
        {
          legal_name: 'Hundi Books Pvt Ltd',
          gstin: '27AAACB1234C1ZF',
          default_rate_bps: 1800,
          default_sac: '998431',
          behavior: 'exclusive',
        },
      ],
      ['clock', '2031-03-01T09:00:00+05:30'],
      ['customer', { address: { line1: '1', city: 'Pune', state: 'MH', postal_code: '411001', country: 'IN' } }],
      ['subscribe', { interval: 'month', amount: 99900, payment_method: 'upi', upi: { vpa: 'mandate.ok@sandbox' } }],
      [
        'patch_customer',
        { gstin: '29AAACB1234C1ZB', address: { line1: '1', city: 'Bengaluru', state: 'KA', postal_code: '560001', country: 'IN' } },
      ],
      ['advance', '2031-03-02T09:00:00+05:30'],
      ['patch', { amount: 9900 }],
      ['advance', '2031-04-02T09:00:00+05:30'],
    ],
    expected: { 'latest.first_line_cgst': -8701, 'latest.place_of_supply': '29' },
  },
  {
    id: 'B16d',
    title: 'gives credit with the tax of its invoice after the seller is registered no more',
    steps: [
      [
        'tax',
        {
          legal_name: 'Hundi Books Pvt Ltd',
          gstin: '27AAACB1234C1ZF',
          default_rate_bps: 1800,
          default_sac: '998431',
          behavior: 'exclusive',
        },
      ],
      ['clock', '2031-03-01T09:00:00+05:30'],
      ['customer', { address: { line1: '1', city: 'Pune', state: 'MH', postal_code: '411001', country: 'IN' } }],
      ['subscribe', { interval: 'month', amount: 99900, payment_method: 'upi', upi: { vpa: 'mandate.ok@sandbox' } }],
      ['tax', { gstin: null, registration: 'unregistered' }],
      ['advance', '2031-03-02T09:00:00+05:30'],
      ['patch', { amount: 9900 }],
      ['advance', '2031-04-02T09:00:00+05:30'],
    ],
    expected: { 'latest.first_line_cgst': -8701 },
  },
  {
    id: 'B16c',
    title: 'gives credit with the tax of its invoice after the seller raised the rate',
    steps: [
      [
        'tax',
        {
          legal_name: 'Hundi Books Pvt Ltd',
          gstin: '27AAACB1234C1ZF',
          default_rate_bps: 1800,
          default_sac: '998431',
          behavior: 'inclusive',
        },
      ],
      ['clock', '2031-03-01T09:00:00+05:30'],
      ['customer', { address: { line1: '1', city: 'Pune', state: 'MH', postal_code: '411001', country: 'IN' } }],
      ['subscribe', { interval: 'month', amount: 99900, payment_method: 'upi', upi: { vpa: 'mandate.ok@sandbox' } }],
      ['tax', { default_rate_bps: 2800 }],
      ['advance', '2031-03-02T09:00:00+05:30'],
      ['patch', { amount: 9900 }],
      ['advance', '2031-04-02T09:00:00+05:30'],
    ],
    expected: { 'latest.first_line_cgst': -7374 },
  },
  {
    id: 'B18',
    title: 'a supply in Daman and Diu by a seller of code 26 bears CGST and SGST',
    steps: [
      [
        'tax',
        {
          legal_name: 'Hundi Books Pvt Ltd',
          gstin: '26AAACB1234C1ZH',
          default_rate_bps: 1800,
          default_sac: '998431',
          behavior: 'exclusive',
        },
      ],
      ['customer_now', { address: { line1: '1', city: 'Daman', state: 'Daman and Diu', postal_code: '396210', country: 'IN' } }],
      ['invoice', { lines: [{ description: 'a', amount: 10000, quantity: 1 }] }],
    ],
    expected: { 'latest.place_of_supply': '26', 'latest.cgst': 900 },
  },
  {
    id: 'B19',
    title: 'a supply to a special economic zone under a letter of undertaking bears no tax',
    steps: [
      [
        'tax',
        {
          legal_name: 'Hundi Books Pvt Ltd',
          gstin: '27AAACB1234C1ZF',
          default_rate_bps: 1800,
          default_sac: '998431',
          behavior: 'exclusive',
          lut_reference: 'AD270331000001X',
        },
      ],
      ['customer_now', { gstin: '29AAACB1234C1ZB', gst_category: 'sez' }],
      ['invoice', { lines: [{ description: 'a', amount: 10000, quantity: 1 }] }],
    ],
    expected: { 'latest.igst': 0 },
  },
];
