import type { Command } from '../command';
import type { SealedText } from '../encrypted';
import type { Metadata } from '../payments/commands';
import type { TaxBehavior } from '../plans/commands';

/** How a seller is registered for goods and services tax. */
export const GST_REGISTRATIONS = ['regular', 'composition', 'unregistered'] as const;
export type GstRegistration = (typeof GST_REGISTRATIONS)[number];

/** The parts of the seller's address, as printed on invoices. */
export const SELLER_ADDRESS_PARTS = ['line1', 'line2', 'city', 'postalCode'] as const;
export type SellerAddressPart = (typeof SELLER_ADDRESS_PARTS)[number];
export type SellerAddress = Partial<Record<SellerAddressPart, string>>;

/** The GSTIN of the seller. */
export interface SellerGstin {
  /** It contains a PAN, and so is sealed under the key of the account. */
  number: SealedText;
  /** Its first two digits, which the sealed number does not show. */
  stateCode: string;
}

/** What invoices of an account in one mode say of the seller, and how they are taxed and numbered. Absent means empty. */
export interface TaxSettings {
  legalName?: string;
  gstin?: SellerGstin;
  /** GST code of the seller's state; that of the GSTIN where there is one. */
  stateCode?: string;
  address?: SellerAddress;
  registration: GstRegistration;
  /** Services accounting code of what says no other. */
  defaultSac?: string;
  /** Basis points. */
  defaultRateBps?: number;
  behavior: TaxBehavior;
  invoicePrefix: string;
  creditNotePrefix: string;
  roundToRupee: boolean;
  /** Letter of undertaking under which exports bear no tax. */
  lutReference?: string;
  metadata?: Metadata;
}

/** What holds until something else is said. Invoices bear no tax until the seller says how it is registered. */
export const USUAL_TAX_SETTINGS = {
  registration: 'unregistered',
  behavior: 'inclusive',
  invoicePrefix: 'INV',
  creditNotePrefix: 'CN',
  roundToRupee: false,
} as const satisfies TaxSettings;

/** The fields that can be emptied. */
type Optional = 'legalName' | 'gstin' | 'stateCode' | 'defaultSac' | 'defaultRateBps' | 'lutReference';
/** The fields that always have a value. */
type Fixed = keyof typeof USUAL_TAX_SETTINGS;

/** What changes: absent keeps, null empties. Address and metadata are merged key by key. */
export type TaxSettingsChange = Partial<Pick<TaxSettings, Fixed>> & { [TName in Optional]?: TaxSettings[TName] | null } & {
  address?: Partial<Record<SellerAddressPart, string | null>> | null;
  metadata?: Record<string, string | number | boolean | null> | null;
};

/** Command type → payload: everything that can be asked of tax settings. */
export interface TaxSettingsCommandPayloads {
  'tax_settings.update': TaxSettingsChange;
}

export type TaxSettingsCommandType = keyof TaxSettingsCommandPayloads;

export const TAX_SETTINGS_COMMAND_TYPES = ['tax_settings.update'] as const satisfies readonly TaxSettingsCommandType[];

export type TaxSettingsCommand = Command<'tax_settings.update', TaxSettingsChange>;
