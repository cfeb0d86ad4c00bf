/** A webhook of a partner as it came in. */
export interface PartnerDelivery {
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>;
  /** The bytes that were signed. */
  rawBody: Uint8Array;
  /** Milliseconds since the epoch. */
  receivedAtMs: number;
}

/** A webhook that is not believed: a wrong or missing signature, too old, or not what the partner documents. */
export class DeliveryRefusedError extends Error {
  override readonly name = 'DeliveryRefusedError';

  constructor(readonly reason: 'signature_invalid' | 'timestamp_outside_window' | 'body_invalid') {
    super(`the webhook is refused: ${reason}`);
  }
}
