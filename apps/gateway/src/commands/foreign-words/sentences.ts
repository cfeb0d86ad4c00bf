/** What Hundi does not do, in sentences that several words share. */
export const NO_SPLITS = 'Hundi does not split money between accounts.';
export const NO_COUPONS = 'Hundi has no coupons, offers or discounts. Send the reduced amount.';
export const NO_PARTIAL = 'Hundi takes no partial payments.';
export const NO_EXTRAS = 'Hundi adds nothing to an amount. Send an amount that contains it.';
export const NO_USAGE = 'Hundi has no metered, tiered or packaged prices. Send a fixed amount.';
export const NO_MESSAGES = 'Hundi sends customers no e-mail and no SMS.';
export const NO_SHIPPING = 'Hundi keeps no shipping address. Put what you need into metadata.';
export const NO_BROWSER = 'Hundi takes no data of the browser of the customer.';
export const NO_AUTHENTICATION = 'The processor and the bank authenticate a card. Hundi takes no result of an authentication.';
export const NO_NETWORK_TOKENS = 'Hundi takes no network tokens.';
export const NO_TAX_ENGINE = 'Hundi calculates GST from tax of the price and from the tax settings of the account.';
export const NUMBERED = 'Invoices are numbered without gaps by invoice_prefix of the tax settings.';
