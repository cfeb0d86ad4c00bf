/** Every identity document and proof that can be verified (docs/reference/identity-documents.md, Document types). */
export const DOCUMENT_TYPES = [
  'aadhaar',
  'pan',
  'passport',
  'driving_licence',
  'voter_id',
  'gstin',
  'cin',
  'llpin',
  'udyam',
  'bank_account',
  'vpa',
] as const;

export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** Spellings that are understood on input and never given out. */
const ALIASES: ReadonlyMap<string, DocumentType> = new Map([['driving_license', 'driving_licence']]);

/** The type a caller means, or undefined for a document that cannot be verified here. */
export function documentTypeOf(word: string): DocumentType | undefined {
  return DOCUMENT_TYPES.find((type) => type === word) ?? ALIASES.get(word);
}

/** Their sources hold no address: `verify_address` is refused at create (docs/reference/identity-documents.md, Document types). */
const WITHOUT_ADDRESS: ReadonlySet<DocumentType> = new Set(['pan', 'bank_account', 'vpa']);

/** Whether the source of this document can tell the holder's address. */
export function holdsAddress(type: DocumentType): boolean {
  return !WITHOUT_ADDRESS.has(type);
}
