/** One result as the flush takes it; the names are those of the type `webhooks.delivery_result`. */
export interface ResultRow {
  delivery_id: string;
  lease_token: string;
  endpoint_id: string;
  event_id: string;
  /** The result of the webhook sender; `returned` for a row that was not tried. */
  kind: string;
  is_attempt: boolean;
  /** Attempts made, this one included. */
  attempt_no: number;
  final_state: 'succeeded' | 'exhausted' | 'expired' | 'cancelled' | null;
  reason: string | null;
  next_attempt_at_ms: number | null;
  first_attempt_at_ms: number | null;
  expires_at_ms: number | null;
  /** 0.8 to 1.2: spreads the time for which a breaker opens. */
  open_factor: number;
  /** Of a row that was tried: what the attempt log shows. Times in milliseconds. */
  trigger?: string;
  started_at_ms?: number;
  total_ms?: number;
  dns_ms?: number | null;
  connect_ms?: number | null;
  tls_ms?: number | null;
  ttfb_ms?: number | null;
  status_code?: number | null;
  error_code?: string | null;
  response_headers?: Readonly<Record<string, string>>;
  response_body?: string | null;
  response_bytes?: number;
  truncated?: boolean;
  remote_ip?: string | null;
  key_fingerprints?: readonly string[];
  retry_after_s?: number | null;
  counts_for_breaker?: boolean;
  counts_for_disable?: boolean;
  /** Of an answer that speaks of the address alone: what it is when the endpoint has another one by the time it is written. */
  if_url_changed?: { url_digest: string; result: ResultRow };
}
