/** Every public event type of a mandate. */
export const MANDATE_EVENT_TYPES = [
  'mandate.created',
  'mandate.requires_action',
  'mandate.activated',
  'mandate.rejected',
  'mandate.updated',
  'mandate.paused',
  'mandate.resumed',
  'mandate.revoked',
  'mandate.expired',
] as const;
export type MandateEventType = (typeof MANDATE_EVENT_TYPES)[number];
