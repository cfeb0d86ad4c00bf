/** Numbers by which the outside finds a mandate. Absent means unknown so far. */
export interface MandateReferences {
  /** The processor's own id. */
  processor?: string;
  /** Unique mandate number of UPI: 32 letters or digits, `@`, handle. */
  umn?: string;
  /** Unique mandate reference number of NACH: 20 characters. */
  umrn?: string;
  /** What the processor calls the payer, where it has to be named with each debit. */
  customer?: string;
  /** What the processor calls the registration: known before the mandate has an id of its own there. */
  registration?: string;
}
