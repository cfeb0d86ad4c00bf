import { EXAMPLE_IDS, type MakeExample } from '#contracts';

/** The examples of schemas that no class describes, by the name of the schema. */
export const INLINE_EXAMPLES: ReadonlyMap<string, MakeExample> = new Map<string, MakeExample>([
  [
    'DryRun',
    () => ({
      object: 'dry_run',
      status: 200,
      resource: { id: EXAMPLE_IDS.payment, object: 'payment', status: 'cancelled' },
      events: [{ type: 'payment.cancelled', resource: { type: 'payment', id: EXAMPLE_IDS.payment } }],
    }),
  ],
  [
    'StreamEventsResponse',
    (eventOf) => {
      const { id, object, type } = eventOf('payment_method.attached');
      return { id: '1', event: type, data: JSON.stringify({ id, object, type }) };
    },
  ],
]);
