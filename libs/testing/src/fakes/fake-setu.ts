import { FakeServer, type FakeReply, type FakeRequest } from '../fake-server';
import { dayFirst, DocumentRegister, type RegisteredHolder } from './register';

/** Credentials that the stand-in takes. */
export const SETU_KEYS = { clientId: 'setu-client', clientSecret: 'secret-of-the-setu-stand-in' } as const;
/** `x-product-instance-id` of each product. */
export const SETU_PRODUCTS = {
  pan: 'setu-product-pan',
  bank: 'setu-product-bank',
  gst: 'setu-product-gst',
  digilocker: 'setu-product-dl',
} as const;

type Product = keyof typeof SETU_PRODUCTS;
interface SetuLink {
  status: string;
  number: string | null;
}

const problem = (status: number, code: string): FakeReply => ({ status, body: { error: { code, detail: 'in words', traceId: '' } } });

/** Setu as its public documentation describes it. What a test has not registered is unknown. */
export class FakeSetu extends FakeServer {
  readonly register = new DocumentRegister();
  private readonly links = new Map<string, SetuLink>();

  /** The customer consents, and shares the Aadhaar of this number; null takes the consent back. */
  consent(reference: string, number: string | null): void {
    this.links.set(reference, { status: number === null ? 'revoked' : 'authenticated', number });
  }

  protected answer(request: FakeRequest): FakeReply {
    const { headers, method, path, body } = request;
    if (headers['x-client-id'] !== SETU_KEYS.clientId || headers['x-client-secret'] !== SETU_KEYS.clientSecret) return this.refusal(401);
    if (headers['x-product-instance-id'] !== SETU_PRODUCTS[productOf(path)]) return problem(403, 'product_instance_invalid');
    switch (`${method} ${path}`) {
      case 'POST /api/verify/pan':
        return this.pan(body);
      case 'POST /api/verify/ban':
        return this.account(String(body.accountNumber));
      case 'POST /api/verify/ban/validate_vpa':
        return this.vpa(String(body.vpa));
      case 'POST /api/verify/gst':
        return this.gstin(String(body.gstin));
      case 'POST /api/digilocker/':
        return this.createLink(body.redirectUrl);
      default:
        return this.link(path);
    }
  }

  protected refusal(status: 401 | 429 | 502): FakeReply {
    return problem(status, status === 401 ? 'unauthorized' : 'internal_server_error');
  }

  private pan({ pan, consent, reason }: Record<string, unknown>): FakeReply {
    if (consent !== 'Y') return problem(400, 'consent_not_given');
    if (String(reason).length < 20) return problem(400, 'insufficient_reason_length');
    const found = this.register.find(pan);
    if (found === undefined) return { status: 404, body: { message: 'PAN not found.', verification: 'failed' } };
    if (found.word === 'INVALID') return { status: 200, body: { message: 'PAN is invalid', verification: 'failed' } };
    const seeding = found.word === 'NOT_SEEDED' ? 'NOT_LINKED' : 'LINKED';
    const data = { aadhaar_seeding_status: seeding, category: 'Individual', full_name: found.holder.name };
    return { status: 200, body: { data, message: 'PAN is valid', verification: 'success', traceId: '1-6346a91a' } };
  }

  private account(number: string): FakeReply {
    const found = this.register.find(number);
    const about = { id: 'd9342684-1300-4fa8-8344-cc861a20a477', traceId: '1-6539f833' };
    if (found === undefined || found.word !== undefined) {
      return { status: 200, body: { ...about, code: found?.word ?? 'BAVM1', verification: 'failed', message: 'in words' } };
    }
    const data = { name: found.holder.name, transactionReference: '120716373986' };
    return { status: 200, body: { ...about, code: 'BAV00', verification: 'success', message: 'Account exists and is active.', data } };
  }

  private vpa(vpa: string): FakeReply {
    const found = this.register.find(vpa);
    if (found === undefined) return { status: 200, body: { status: 'ERROR', message: 'Invalid virtual address', traceId: '061b26e1' } };
    const data = { vpa, bankAccountName: found.holder.name, entityType: 'INDIVIDUAL' };
    return { status: 200, body: { status: 'SUCCESS', data, traceId: '4c93e6bb' } };
  }

  private gstin(gstin: string): FakeReply {
    const found = this.register.find(gstin);
    const about = { verification: 'success', requestId: 'e347e79b', traceId: '1-633f22e0' };
    if (found === undefined) return { status: 200, body: { ...about, data: {}, message: 'Invalid GSTIN / UID' } };
    const { house, street, city, state, pinCode } = found.holder.address;
    const principle = { buildingNumber: house, street, district: city, stateCode: state, pinCode };
    const company = { name: found.holder.name, status: found.word ?? 'Active' };
    return { status: 200, body: { ...about, data: { address: { principle, additional: [] }, company }, message: '' } };
  }

  private createLink(redirectUrl: unknown): FakeReply {
    if (typeof redirectUrl !== 'string' || !URL.canParse(redirectUrl)) return problem(400, 'invalid_redirect_url');
    const id = `ea31e1e6-96eb-4e56-a355-${String(this.links.size).padStart(12, '0')}`;
    this.links.set(id, { status: 'unauthenticated', number: null });
    const url = 'https://digilocker.example/signin';
    return { status: 200, body: { id, status: 'unauthenticated', url, validUpto: '2099-10-05T19:06:28+05:30' } };
  }

  private link(path: string): FakeReply {
    const [, id = '', what] = /^\/api\/digilocker\/([^/]+)\/(status|aadhaar)$/.exec(path) ?? [];
    const link = this.links.get(id);
    if (link === undefined) return problem(404, 'request_not_found');
    if (what === 'status') return { status: 200, body: { id, status: link.status, url: 'https://digilocker.example/signin' } };
    if (link.status !== 'authenticated') return problem(401, 'user_not_authenticated');
    const found = this.register.find(link.number);
    return found === undefined
      ? problem(400, 'aadhaar_not_linked')
      : { status: 200, body: { id, status: 'complete', aadhaar: aadhaar(found.holder, link) } };
  }
}

function productOf(path: string): Product {
  if (path.startsWith('/api/digilocker')) return 'digilocker';
  if (path.startsWith('/api/verify/ban')) return 'bank';
  return path.endsWith('/gst') ? 'gst' : 'pan';
}

function aadhaar({ name, dateOfBirth, address }: RegisteredHolder, { number }: SetuLink): object {
  const { house, street, city, state, pinCode } = address;
  return {
    name,
    dateOfBirth: dayFirst(dateOfBirth),
    gender: 'F',
    maskedNumber: `xxxx-xxxx-${String(number).slice(-4)}`,
    address: { house, street, district: city, state, pin: pinCode, landmark: '' },
    verified: { email: false, phone: false, signature: true },
  };
}
