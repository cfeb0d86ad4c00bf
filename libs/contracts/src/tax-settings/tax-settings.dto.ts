import { TaxCode } from '../plans/plan.dto';
import { Constraint } from '../checks/constraint';
import { IntegerWithin, Matching, OneOf, Text, TrueOrFalse } from '../checks/field-checks';
import { Gstin } from '../checks/gstin';
import { MetadataPatch } from '../checks/metadata-checks';
import { Nested } from '../checks/nested';
import { OptionalField } from '../checks/optional-field';
import { gstStateOf } from '../india/gst-states';
import { TAX_BEHAVIORS, type TaxBehavior } from '../plans/commands';
import { GST_REGISTRATIONS, type GstRegistration } from './commands';
import { RequestExamples } from '../examples';

/** A state of GST, however it is written. */
export function GstState(): PropertyDecorator {
  return Constraint(
    (value) => (typeof value === 'string' && gstStateOf(value) !== undefined ? undefined : 'unknown'),
    { unknown: { code: 'parameter_invalid', message: 'must be a state of India: its GST code, its letters or its name.' } },
    { type: String, maxLength: 100 },
  );
}

const PREFIX = { code: 'parameter_invalid', message: 'must be 1 to 4 of A to Z and 0 to 9.' } as const;

/** Where the seller is, as printed on invoices, as sent. The state is `state_code`. */
export class SellerAddressDto {
  @OptionalField({ example: '12 MG Road' })
  @Text(200)
  line1?: string | null;

  @OptionalField()
  @Text(200)
  line2?: string | null;

  @OptionalField({ example: 'Bengaluru' })
  @Text(100)
  city?: string | null;

  @OptionalField({ example: '560038' })
  @Matching(/^[1-9][0-9]{5}$/, { code: 'parameter_invalid', message: 'must be a PIN code, six digits of which the first is 1 to 9.' })
  postal_code?: string | null;
}

/** The body of `PATCH /v1/tax_settings`: what is left out stays, null empties or takes what is usual. */
@RequestExamples({
  registered: {
    summary: 'A seller in Karnataka who is registered, with GST of 18 % contained in prices',
    value: {
      legal_name: 'Acme Software Private Limited',
      gstin: '29AAGCB7383J1Z4',
      address: { line1: '12 MG Road', city: 'Bengaluru', postal_code: '560038' },
      default_sac: '998431',
      default_rate_bps: 1800,
    },
  },
})
export class UpdateTaxSettingsDto {
  @OptionalField({ description: 'The name that invoices bear as that of the seller.', example: 'Acme Software Private Limited' })
  @Text(100)
  legal_name?: string | null;

  @OptionalField({ description: 'With it `registration` is `regular` unless given.', example: '29AAGCB7383J1Z4' })
  @Gstin()
  gstin?: string | null;

  @OptionalField({ description: 'GST code, letters (`KA`) or English name. That of the GSTIN where there is one.', example: '29' })
  @GstState()
  state_code?: string | null;

  @OptionalField()
  @Nested(() => SellerAddressDto)
  address?: SellerAddressDto | null;

  @OptionalField({ description: '`regular`: tax invoices; `composition`: bills of supply without tax; `unregistered`: neither.' })
  @OneOf(GST_REGISTRATIONS)
  registration?: GstRegistration | null;

  @OptionalField({ description: 'SAC or HSN code, 4, 6 or 8 digits, of plans and invoice lines that say no other.', example: '998431' })
  @TaxCode()
  default_sac?: string | null;

  @OptionalField({ description: 'Basis points, of plans and invoice lines that say no other. One of the rates in force.', example: 1800 })
  @IntegerWithin(0, 10_000)
  default_rate_bps?: number | null;

  @OptionalField({ description: '`inclusive`: prices contain the tax.' })
  @OneOf(TAX_BEHAVIORS)
  behavior?: TaxBehavior | null;

  @OptionalField({ description: 'How numbers of invoices begin; `INV` unless given.', example: 'INV' })
  @Matching(/^[A-Z0-9]{1,4}$/, PREFIX)
  invoice_prefix?: string | null;

  @OptionalField({ description: 'How numbers of credit notes begin; `CN` unless given.', example: 'CN' })
  @Matching(/^[A-Z0-9]{1,4}$/, PREFIX)
  credit_note_prefix?: string | null;

  @OptionalField({ description: 'Whether totals of invoices are rounded to the rupee (CGST Act, section 170).' })
  @TrueOrFalse()
  round_to_rupee?: boolean | null;

  @OptionalField({ description: 'Letter of undertaking under which you export without tax.' })
  @Text(64)
  lut_reference?: string | null;

  @OptionalField({ example: { entity: 'south' } })
  @MetadataPatch()
  metadata?: Record<string, string | number | boolean | null> | null;
}
