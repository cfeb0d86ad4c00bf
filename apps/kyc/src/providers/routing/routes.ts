import { DOCUMENT_TYPES, methodsOf, VERIFICATION_METHODS, type DocumentType, type VerificationMethod } from '#contracts';

/** A provider, and by which method; without one by any that it has for the document. */
export interface RouteStop {
  provider: string;
  method?: VerificationMethod;
}

/** One rule: whom to ask about a document, in order. */
export interface KycRoute {
  /** Only for this document; absent for all. */
  documentType?: DocumentType;
  stops: readonly RouteStop[];
}

/** The operator's list is not usable. The message names the rule and is fit to be shown. */
export class KycRoutesError extends Error {
  override readonly name = 'KycRoutesError';
}

const RULES_MAX = 100;
const STOP = '[a-z0-9_]+(?:\\/[a-z_]+)?';
const RULE = new RegExp(`^(?:([a-z_]+)=)?(${STOP}(?:>${STOP})*)$`);

/**
 * Reads `KYC_ROUTES`: rules separated by `;`, each `[<document>=]<provider>[/<method>][><provider>[/<method>]…]`. For example
 * `aadhaar=cashfree/otp>setu/digilocker; pan=setu>cashfree; cashfree>setu`.
 *
 * @throws KycRoutesError for the first rule that cannot be read.
 */
export function parseKycRoutes(text: string): KycRoute[] {
  const rules = text.split(';').map((rule) => rule.replaceAll(/\s/g, ''));
  const given = rules.filter((rule) => rule !== '');
  if (given.length > RULES_MAX) throw new KycRoutesError(`more than ${RULES_MAX} rules`);
  return given.map(parseRule);
}

function parseRule(text: string): KycRoute {
  const shown = text.slice(0, 80);
  const match = RULE.exec(text);
  if (match === null) throw new KycRoutesError(`the rule "${shown}" is not of the form document=first/method>second`);
  const [, type, list = ''] = match;
  const documentType = DOCUMENT_TYPES.find((known) => known === type);
  if (type !== undefined && documentType === undefined) throw new KycRoutesError(`the rule "${shown}" names no document type`);
  const stops = list.split('>').map((stop) => parseStop(stop, documentType, shown));
  if (new Set(list.split('>')).size < stops.length) throw new KycRoutesError(`the rule "${shown}" names the same twice`);
  return { stops, ...(documentType && { documentType }) };
}

function parseStop(text: string, type: DocumentType | undefined, shown: string): RouteStop {
  const [provider = '', word] = text.split('/');
  if (word === undefined) return { provider };
  const method = VERIFICATION_METHODS.find((known) => known === word);
  if (method === undefined || (type !== undefined && !methodsOf(type).includes(method))) {
    throw new KycRoutesError(`the rule "${shown}" names a method that the document has not`);
  }
  return { provider, method };
}
