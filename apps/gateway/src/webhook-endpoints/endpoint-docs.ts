import type { ErrorCode } from '#contracts';

export const ENDPOINT_ID = { name: 'id', schema: { type: 'string', maxLength: 64 }, example: 'we_0TgWzRaB07xK2mNq5Yd8Vf3L' } as const;

/** What an endpoint's fields can be refused with, beside what every write can. */
export const ENDPOINT_FIELD_ERRORS: readonly ErrorCode[] = [
  'parameter_missing',
  'parameters_exclusive',
  'metadata_invalid',
  'url_invalid',
  'url_not_allowed',
  'resource_already_exists',
];

export const CREATE_ENDPOINT_EXAMPLES = {
  smallest: { summary: 'Every event', value: { url: 'https://shop.example.com/hooks/hundi' } },
  chosen: {
    summary: 'Some events, in order for each object, with a header of your own',
    value: {
      url: 'https://shop.example.com/hooks/hundi',
      enabled_events: ['payment.*', 'refund.processed'],
      description: 'Order service',
      ordering: 'resource',
      rate_per_second: 50,
      headers: { 'X-Team': 'payments' },
      metadata: { team: 'payments' },
    },
  },
};
