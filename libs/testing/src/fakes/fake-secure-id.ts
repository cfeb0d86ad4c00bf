import { createHmac } from 'node:crypto';
import { FakeServer, type FakeReply, type FakeRequest } from '../fake-server';
import { dayFirst, DocumentRegister, type RegisteredHolder } from './register';

/** Credentials that the stand-in takes. */
export const SECURE_ID_KEYS = { clientId: 'secure-id-client', clientSecret: 'secret-of-the-secure-id-stand-in' } as const;
/** The OTP it takes. */
export const SECURE_ID_OTP = '111000';

type Route = (request: FakeRequest) => FakeReply;

const problem = (status: number, code: string, message: string): FakeReply => ({
  status,
  body: { type: 'validation_error', code, message },
});

/** Cashfree Secure ID as its public documentation describes it. What a test has not registered is unknown. */
export class FakeSecureId extends FakeServer {
  readonly register = new DocumentRegister();
  /** Our own ids, and what was answered to them; each is charged for once. */
  readonly byOwnId = new Map<string, object>();
  /** Numbers that an OTP was sent for, by reference. */
  private readonly otps = new Map<string, string>();
  private readonly links = new Map<string, { status: string; number: string | null }>();
  private readonly drops = new Map<string, object>();
  private readonly routes: Readonly<Record<string, Route>> = {
    'POST /pan': ({ body }) => this.pan(String(body.pan)),
    'POST /gstin': ({ body }) => this.gstin(String(body.GSTIN)),
    'POST /passport': (request) => this.once(request, 'file_number', ({ name, dateOfBirth }) => ({ name, dob: dateOfBirth })),
    'POST /voter-id': (request) => this.once(request, 'epic_number', (holder) => ({ name: holder.name, ...split(holder) })),
    'POST /driving-license': (request) => this.once(request, 'dl_number', (holder) => licence(holder)),
    'POST /cin': (request) => this.once(request, 'cin', ({ name }) => ({ company_name: name, cin_status: 'ACTIVE' })),
    'POST /offline-aadhaar/otp': ({ body }) => this.sendOtp(String(body.aadhaar_number)),
    'POST /offline-aadhaar/verify': ({ body }) => this.verifyOtp(String(body.ref_id), String(body.otp)),
    'POST /bank-account/async': ({ body }) => this.dropPenny(body),
    'GET /bank-account': ({ query }) => this.readDrop(query),
    'POST /digilocker': ({ body }) => this.createLink(String(body.verification_id)),
    'GET /digilocker': ({ query }) => this.readLink(String(query.get('reference_id'))),
    'GET /digilocker/document/AADHAAR': ({ query }) => this.linkedDocument(String(query.get('reference_id'))),
    'GET /digilocker/document/PAN': ({ query }) => this.linkedDocument(String(query.get('reference_id'))),
  };
  private references = 1_000;

  /** A webhook as Cashfree documents it: signed under the client secret over timestamp and body. */
  static webhook(reported: object, timestampMs: number, secret: string = SECURE_ID_KEYS.clientSecret) {
    const text = JSON.stringify({ event_type: 'DIGILOCKER_VERIFICATION_SUCCESS', version: 'v1', data: reported }, null, 2);
    const signature = createHmac('sha256', secret).update(`${timestampMs}${text}`).digest('base64');
    const headers: Record<string, string> = { 'x-webhook-timestamp': String(timestampMs), 'x-webhook-signature': signature };
    return { headers, rawBody: Buffer.from(text) };
  }

  /** How many questions were charged for. */
  get charged(): number {
    return this.byOwnId.size + this.drops.size;
  }

  /** The bank answers the next question about every account that was asked about. */
  isBankAwake = true;

  /** The customer consents on the page, and shares the document of this number; null refuses. */
  consent(reference: string, number: string | null): void {
    this.links.set(reference, { status: number === null ? 'CONSENT_DENIED' : 'AUTHENTICATED', number });
  }

  protected answer(request: FakeRequest): FakeReply {
    const { headers, method, path, query } = request;
    if (headers['x-client-id'] !== SECURE_ID_KEYS.clientId || headers['x-client-secret'] !== SECURE_ID_KEYS.clientSecret)
      return this.refusal(401);
    const ownId = query.get('verification_id');
    if (method === 'GET' && ownId !== null) return this.readBack(ownId);
    return this.routes[`${method} ${path.replace('/verification', '')}`]?.(request) ?? problem(404, 'path_not_found', 'no such path');
  }

  protected refusal(status: 401 | 429 | 502): FakeReply {
    return {
      status,
      body: { type: 'authentication_error', code: 'authentication_failed', message: 'Invalid clientId and clientSecret combination' },
    };
  }

  private nextReference(): number {
    return ++this.references;
  }

  private readBack(ownId: string): FakeReply {
    const known = this.byOwnId.get(ownId);
    return known ? { status: 200, body: known } : problem(404, 'verification_id_not_found', 'not found');
  }

  /** A source that takes an id of ours: once for each. */
  private once({ body }: FakeRequest, field: string, record: (holder: RegisteredHolder) => object): FakeReply {
    const ownId = String(body.verification_id);
    if (this.byOwnId.has(ownId)) return problem(409, 'verification_id_already_exists', 'verification_id already exists');
    const found = this.register.find(body[field]);
    const facts =
      found === undefined ? { status: 'INVALID' } : { status: 'VALID', ...record(found.holder), ...(found.word && wordOf(found.word)) };
    const answer = { verification_id: ownId, reference_id: this.nextReference(), ...facts };
    this.byOwnId.set(ownId, answer);
    return { status: 200, body: answer };
  }

  private pan(pan: string): FakeReply {
    const found = this.register.find(pan);
    const about = { pan, reference_id: this.nextReference() };
    if (found === undefined) return { status: 200, body: { ...about, valid: false, message: 'Invalid PAN', pan_status: 'INVALID' } };
    const { holder, word } = found;
    if (word !== undefined && word !== 'NOT_SEEDED') return { status: 200, body: { ...about, valid: false, pan_status: word } };
    const seeding = word === 'NOT_SEEDED' ? 'N' : 'Y';
    const valid = { valid: true, registered_name: holder.name, aadhaar_seeding_status: seeding, pan_status: 'VALID', type: 'Individual' };
    return { status: 200, body: { ...about, ...valid, message: 'PAN verified successfully' } };
  }

  private gstin(GSTIN: string): FakeReply {
    const found = this.register.find(GSTIN);
    const about = { GSTIN, reference_id: this.nextReference() };
    if (found === undefined) return { status: 200, body: { ...about, valid: false, message: 'GSTIN Doesnt Exist' } };
    const { holder, word = 'Active' } = found;
    const address = split(holder);
    const facts = { legal_name_of_business: holder.name, gst_in_status: word, principal_place_split_address: address.split_address };
    return { status: 200, body: { ...about, ...facts, valid: true, message: 'GSTIN Exists', principal_place_address: address.address } };
  }

  private sendOtp(number: string): FakeReply {
    const found = this.register.find(number);
    if (found === undefined)
      return { status: 200, body: { status: 'INVALID', message: 'Invalid Aadhaar Card', ref_id: this.nextReference() } };
    if (found.word === 'NOT_LINKED') return { status: 200, body: { status: 'SUCCESS', message: 'Aadhaar not linked to mobile number' } };
    const reference = this.nextReference();
    this.otps.set(String(reference), number);
    return { status: 200, body: { status: 'SUCCESS', message: 'OTP sent successfully', ref_id: reference } };
  }

  private verifyOtp(reference: string, otp: string): FakeReply {
    const found = this.register.find(this.otps.get(reference));
    if (found === undefined) return problem(400, 'verification_session_expired', 'OTP expired, please generate a new one');
    if (otp !== SECURE_ID_OTP) return problem(400, 'otp_invalid', 'Invalid OTP');
    return { status: 200, body: { ref_id: reference, status: 'VALID', message: 'Aadhaar Card Exists', ...record(found.holder) } };
  }

  private dropPenny(body: Record<string, unknown>): FakeReply {
    const ownId = String(body.user_id);
    if (this.drops.has(ownId)) return problem(409, 'user_id_already_exists', 'user_id already exists');
    const about = { reference_id: this.nextReference(), user_id: ownId };
    this.drops.set(ownId, { ...about, ...this.bankSays(String(body.bank_account)) });
    return { status: 200, body: { ...about, account_status: 'RECEIVED', account_status_code: 'VALIDATION_IN_PROGRESS' } };
  }

  private bankSays(account: string): object {
    const found = this.register.find(account);
    if (found === undefined) return { account_status: 'INVALID', account_status_code: 'INVALID_ACCOUNT_FAIL' };
    if (found.word !== undefined) return { account_status: 'INVALID', account_status_code: found.word };
    return { account_status: 'VALID', account_status_code: 'ACCOUNT_IS_VALID', name_at_bank: found.holder.name, utr: '404223241811' };
  }

  private readDrop(query: URLSearchParams): FakeReply {
    const known = [...this.drops.values()] as { reference_id: number; user_id: string }[];
    const drop = known.find((one) => one.user_id === query.get('user_id') || String(one.reference_id) === query.get('reference_id'));
    if (drop === undefined) return problem(404, 'reference_id_not_found', 'not found');
    const waiting = { account_status: 'RECEIVED', account_status_code: 'VALIDATION_IN_PROGRESS', name_at_bank: undefined };
    return { status: 200, body: this.isBankAwake ? drop : { ...drop, ...waiting } };
  }

  private createLink(ownId: string): FakeReply {
    if (this.byOwnId.has(ownId)) return problem(409, 'verification_id_already_exists', 'verification_id already exists');
    const reference = this.nextReference();
    this.links.set(String(reference), { status: 'PENDING', number: null });
    const answer = {
      verification_id: ownId,
      reference_id: reference,
      url: 'https://verification-test.example/dgl/h7562ci7us0',
      status: 'PENDING',
    };
    this.byOwnId.set(ownId, answer);
    return { status: 200, body: answer };
  }

  private readLink(reference: string): FakeReply {
    const link = this.links.get(reference);
    return link
      ? { status: 200, body: { reference_id: reference, status: link.status } }
      : problem(404, 'reference_id_not_found', 'not found');
  }

  private linkedDocument(reference: string): FakeReply {
    const number = this.links.get(reference)?.number ?? '';
    const found = this.register.find(number);
    if (found === undefined) return { status: 200, body: { status: 'AADHAAR_NOT_LINKED', message: 'not linked' } };
    const masked = { uid: `xxxxxxxx${number.slice(-4)}`, pan: number, name_pan_card: found.holder.name };
    return { status: 200, body: { status: 'SUCCESS', ...masked, ...record(found.holder) } };
  }
}

function split({ address }: RegisteredHolder): { address: string; split_address: object } {
  const { house, street, city, state, pinCode } = address;
  return {
    address: `${house}, ${street}, ${city}, ${state} ${pinCode}`,
    split_address: { house, street, dist: city, state, pincode: pinCode },
  };
}

function record(holder: RegisteredHolder): object {
  return { name: holder.name, dob: dayFirst(holder.dateOfBirth), gender: 'F', ...split(holder) };
}

function licence(holder: RegisteredHolder): object {
  const { address } = split(holder);
  return {
    dob: holder.dateOfBirth,
    dl_validity: { non_transport: { from: '10/05/2019', to: '09/05/2039' }, transport: { from: null, to: null } },
    details_of_driving_licence: { name: holder.name, address, status: 'Active' },
  };
}

function wordOf(word: string): object {
  if (word === 'EXPIRED') return { dl_validity: { non_transport: { from: '10/05/2009', to: '09/05/2019' } } };
  return { cin_status: word };
}
