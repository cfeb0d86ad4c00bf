import { documentTypeOf, readIfsc, readPassportFileNumber, usualMethodOf } from '#contracts';
import type {
  AddressPart,
  CreateVerificationDto,
  CreateVerificationPayload,
  CustomerAddress,
  CustomerResource,
  DocumentDetails,
  DocumentDetailsDto,
  DocumentReference,
  DocumentType,
  SealedAddress,
} from '#contracts';
import type { Seal } from '#personal-data';
import type { Services, WriteContext } from '../../commands/write-route';
import { resourceMissing } from '../../http/resources';
import { ApiError } from '../../http/api-error';

/** What the services said before the command is made. */
export interface PreparedVerification {
  /** What may travel of the document, the mask in the clear. */
  document: DocumentReference;
  /** The customer's name on record. */
  customerName: string | null;
  /** The address on record. */
  customerAddress: CustomerAddress | null;
}

/**
 * The customer must exist, and the number goes to the kyc service beside the bus, so that no topic ever holds it.
 *
 * @throws ApiError resource_missing for the customer; the kyc service's refusal of the document.
 */
export async function prepareVerification(
  dto: CreateVerificationDto,
  context: WriteContext,
  services: Services,
): Promise<PreparedVerification> {
  const customer = await customerOf(dto.customer_id, services);
  const details = dto.document_details ?? {};
  const taken = await services.post('kyc', `/internal/kyc_verifications/${context.objectId}/document`, {
    documentType: typeOf(dto),
    number: dto.document_number,
    ifsc: ifscOf(details.ifsc),
    fileNumber: fileNumberOf(details.file_number),
    shareCode: details.share_code ?? null,
    customerId: dto.customer_id,
    method: details.method ?? null,
  });
  return { document: JSON.parse(taken) as DocumentReference, ...customer };
}

/** The command of a good body: no number, and what is personal sealed. */
export function toCreateVerificationPayload(
  dto: CreateVerificationDto,
  seal: Seal,
  { document, customerName, customerAddress }: PreparedVerification,
): CreateVerificationPayload {
  const documentType = typeOf(dto);
  return {
    customerId: dto.customer_id,
    documentType,
    document: { ...document, masked: seal(document.masked, 'masked') },
    method: dto.document_details?.method ?? usualMethodOf(documentType),
    ...(dto.document_details?.method && { isMethodChosen: true }),
    verifyAddress: dto.verify_address === true,
    details: detailsOf(dto.document_details, seal),
    customerName: customerName === null ? null : seal(customerName, 'customer_name'),
    ...(dto.verify_address === true && customerAddress !== null && { customerAddress: sealedAddressOf(customerAddress, seal) }),
    consent: consentOf(dto),
    ...(dto.metadata && { metadata: dto.metadata }),
  };
}

function typeOf(dto: CreateVerificationDto): DocumentType {
  const type = documentTypeOf(dto.document_type);
  if (type === undefined) throw new Error('a document type passed its check and is none');
  return type;
}

/** What the customer has on record. An erased customer counts as none: it cannot be verified. */
async function customerOf(customerId: string, services: Services): Promise<Omit<PreparedVerification, 'document'>> {
  const customer = await readCustomer(customerId, services);
  if (customer.deleted !== true) return { customerName: customer.name, customerAddress: customer.address };
  throw new ApiError('resource_missing', { param: 'customer_id', message: 'The customer is deleted.' });
}

type Read = CustomerResource & { deleted?: boolean };

async function readCustomer(customerId: string, services: Services): Promise<Read> {
  try {
    return JSON.parse(await services.getUnsealed('payments', `/internal/customers/${customerId}`)) as Read;
  } catch (error) {
    const isMissing = error instanceof ApiError && error.code === 'resource_missing';
    throw isMissing ? resourceMissing('customer_id') : error;
  }
}

/** Part by part, under the key of the verification. */
function sealedAddressOf({ postal_code: postalCode, ...parts }: CustomerAddress, seal: Seal): SealedAddress {
  const reported = Object.entries({ ...parts, postalCode }).filter((entry): entry is [AddressPart, string] => entry[1] !== null);
  return Object.fromEntries(reported.map(([name, value]) => [name, seal(value, name)]));
}

/** What may travel of the details, the personal ones sealed. */
export function detailsOf(details: DocumentDetailsDto | null | undefined, seal: Seal): DocumentDetails {
  const ifsc = ifscOf(details?.ifsc);
  return {
    ...(details?.full_name && { fullName: seal(details.full_name, 'full_name') }),
    ...(details?.date_of_birth && { dateOfBirth: seal(details.date_of_birth, 'date_of_birth') }),
    ...(ifsc !== null && { ifsc }),
    ...(details?.redirect_url && { redirectUrl: details.redirect_url }),
  };
}

function consentOf({ consent }: CreateVerificationDto): CreateVerificationPayload['consent'] {
  if (!consent) return null;
  const { text_version: textVersion, captured_at: capturedAt, purpose = null, channel = null, language = null } = consent;
  return { textVersion, capturedAtMs: capturedAt * 1000, purpose, channel, language };
}

function ifscOf(text: string | null | undefined): string | null {
  if (typeof text !== 'string') return null;
  const read = readIfsc(text);
  return 'ifsc' in read ? read.ifsc : null;
}

/** As the registers write it; null when there is none. */
export function fileNumberOf(text: string | null | undefined): string | null {
  if (typeof text !== 'string') return null;
  const read = readPassportFileNumber(text);
  return 'fileNumber' in read ? read.fileNumber : null;
}
