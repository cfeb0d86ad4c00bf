/** A person or company in the register of a stand-in. */
export interface RegisteredHolder {
  name: string;
  /** YYYY-MM-DD. */
  dateOfBirth: string;
  address: { house: string; street: string; city: string; state: string; pinCode: string };
}

/** The holder of every document that a stand-in knows, unless a test registers another. */
const FAKE_HOLDER: RegisteredHolder = {
  name: 'ASHA VERMA',
  dateOfBirth: '1990-01-01',
  address: { house: '12', street: 'MG Road', city: 'Bengaluru', state: 'Karnataka', pinCode: '560001' },
};

/** Documents by number, as a register knows them. `word` is the provider's word for a document that is none any more. */
export class DocumentRegister {
  private readonly holders = new Map<string, { holder: RegisteredHolder; word?: string }>();

  add(number: string, holder: Partial<RegisteredHolder> = {}, word?: string): void {
    this.holders.set(number, { holder: { ...FAKE_HOLDER, ...holder }, ...(word !== undefined && { word }) });
  }

  find(number: unknown): { holder: RegisteredHolder; word?: string } | undefined {
    return this.holders.get(String(number));
  }
}

/** DD-MM-YYYY. */
export function dayFirst(date: string): string {
  return date.split('-').reverse().join('-');
}
