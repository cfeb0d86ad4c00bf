import { ApiClient } from './api-client';
import type { Answer } from './api-client';

/** What a payment of a test is made with beside its amount and currency. */
type Body = Record<string, unknown>;

/** One account in one mode, as its developer uses the API: every answer is held against the served document. */
export class Merchant {
  private constructor(
    readonly api: ApiClient,
    readonly key: string,
  ) {}

  static async connect(baseUrl: string, key: string): Promise<Merchant> {
    return new Merchant(await ApiClient.connect(baseUrl), key);
  }

  /** The same API with another key. */
  with(key: string): Merchant {
    return new Merchant(this.api, key);
  }

  get(path: string, headers?: Record<string, string>): Promise<Answer> {
    return this.api.get(path, { key: this.key, headers });
  }

  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer> {
    return this.api.post(path, { key: this.key, body, headers });
  }

  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer> {
    return this.api.send('PATCH', path, { key: this.key, body, headers });
  }

  delete(path: string, headers?: Record<string, string>): Promise<Answer> {
    return this.api.send('DELETE', path, { key: this.key, headers });
  }

  /** @returns the path of a new customer. @throws Error when it is refused. */
  async customer(body: Body): Promise<string> {
    const answer = await this.post('/v1/customers', body);
    if (answer.status !== 201) throw new Error(`wanted a customer, got ${answer.text}`);
    return String(answer.headers.location);
  }

  /** @returns the path of a new payment. @throws Error when it is not in the wanted status. */
  async payment(status: string, body: Body): Promise<string> {
    const answer = await this.post('/v1/payments', { amount: 50000, currency: 'INR', ...body });
    if (answer.status !== 201 || answer.json.status !== status) throw new Error(`wanted a payment that is ${status}, got ${answer.text}`);
    return String(answer.headers.location);
  }

  captured(body: Body = {}): Promise<string> {
    return this.payment('captured', { payment_method: 'upi', ...body });
  }

  authorized(body: Body = {}): Promise<string> {
    return this.payment('authorized', { payment_method: 'upi', capture_method: 'manual', ...body });
  }

  /** A payment whose customer still has to choose how to pay. */
  open(body: Body = {}): Promise<string> {
    return this.payment('created', { payment_methods: ['upi', 'card', 'netbanking'], ...body });
  }
}

/** A key that no other test uses. */
export function newKey(): string {
  return `e2e-${crypto.randomUUID()}`;
}
