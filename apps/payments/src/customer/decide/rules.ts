/** The periods of a customer: configuration, never constants of the decision. */
export interface CustomerRules {
  /** After a verification has to be done again: how long the customer counts as pending before as never verified, ms. */
  kycReviewGraceMs: number;
}

/** One year, as the KYC Directions 2025 of the RBI give it to customers of low risk. */
export const DEFAULT_CUSTOMER_RULES: CustomerRules = { kycReviewGraceMs: 31_536_000_000 };
