import type { RefundResource } from '#contracts';
import type { ApiClient, Answer } from './api-client';

/** What a refund answered, typed. */
export function refundOf(answer: Answer): RefundResource {
  return answer.json as unknown as RefundResource;
}

/** A merchant that is paid and gives money back. */
export class Refunds {
  constructor(
    readonly api: ApiClient,
    readonly key: string,
  ) {}

  /** A captured payment. @returns its id. */
  async pay(amount = 50_000, more: Record<string, unknown> = {}): Promise<string> {
    const body = { amount, currency: 'INR', payment_method: 'upi', ...more };
    const answer = await this.api.post('/v1/payments', { key: this.key, body });
    return String(answer.json.id);
  }

  refund(body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.api.post('/v1/refunds', { key: this.key, body, headers });
  }

  get(id: string): Promise<Answer> {
    return this.api.get(`/v1/refunds/${id}`, { key: this.key });
  }

  payment(id: string): Promise<Answer> {
    return this.api.get(`/v1/payments/${id}`, { key: this.key });
  }

  act(id: string, action: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.api.post(`/v1/refunds/${id}/${action}`, { key: this.key, headers });
  }

  patch(id: string, body: unknown): Promise<Answer> {
    return this.api.send('PATCH', `/v1/refunds/${id}`, { key: this.key, body });
  }
}
