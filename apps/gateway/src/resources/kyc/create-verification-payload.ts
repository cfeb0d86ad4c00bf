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
import type { WriteCall } from '../../commands/write-call';
import { resourceMissing } from '../../http/resources';
import { ApiError } from '../../http/api-error';

/** The name and the address that the account has stored of a customer. */
type CustomerRecord = Pick<CustomerResource, 'name' | 'address'>;

/**
 * Hands the document number to the kyc service over internal HTTP, so that no topic holds it.
 *
 * @returns the reference to the document, with its masked number in the clear. @throws ApiError the refusal of the kyc service.
 */
export async function handOverDocument(dto: CreateVerificationDto, call: WriteCall): Promise<DocumentReference> {
  const details = dto.document_details ?? {};
  const reference = await call.post('kyc', `/internal/kyc_verifications/${call.objectId}/document`, {
    documentType: typeOf(dto),
    number: dto.document_number,
    ifsc: ifscOf(details.ifsc),
    fileNumber: fileNumberOf(details.file_number),
    shareCode: details.share_code ?? null,
    customerId: dto.customer_id,
    method: details.method ?? null,
  });
  return JSON.parse(reference) as DocumentReference;
}

/** The payload of a checked body, without the document number. Personal data are sealed. */
export function toCreateVerificationPayload(
  dto: CreateVerificationDto,
  seal: Seal,
  { document, customer: { name, address } }: { document: DocumentReference; customer: CustomerRecord },
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
    customerName: name === null ? null : seal(name, 'customer_name'),
    ...(dto.verify_address === true && address !== null && { customerAddress: sealedAddressOf(address, seal) }),
    consent: consentOf(dto),
    ...(dto.metadata && { metadata: dto.metadata }),
  };
}

function typeOf(dto: CreateVerificationDto): DocumentType {
  const type = documentTypeOf(dto.document_type);
  if (type === undefined) throw new Error('a document type passed its check and is none');
  return type;
}

/** @throws ApiError resource_missing for `customer_id`, also when the customer is erased: an erased customer cannot be verified. */
export async function findCustomer(customerId: string, call: WriteCall): Promise<CustomerRecord> {
  const customer = await readCustomer(customerId, call);
  if (customer.deleted !== true) return customer;
  throw new ApiError('resource_missing', { param: 'customer_id', message: 'The customer is deleted.' });
}

async function readCustomer(customerId: string, call: WriteCall): Promise<CustomerResource & { deleted?: boolean }> {
  try {
    return JSON.parse(await call.getUnsealed('payments', `/internal/customers/${customerId}`)) as CustomerResource;
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
