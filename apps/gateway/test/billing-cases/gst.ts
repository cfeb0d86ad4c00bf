import type { BillingCase } from '../billing-story';

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
