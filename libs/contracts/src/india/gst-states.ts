/** A state or territory as goods and services tax knows it. */
interface GstState {
  /** Two digits, the beginning of a GSTIN. */
  code: string;
  name: string;
  /** ISO 3166-2:IN, without the country; letters of before a renaming follow. */
  letters: readonly string[];
}

const state = (code: string, name: string, ...letters: string[]): GstState => ({ code, name, letters });

/** The states and territories of GST (docs/reference/identity-documents.md, GSTIN). Legacy codes still stand in old documents. */
export const GST_STATES: readonly GstState[] = [
  state('01', 'Jammu and Kashmir', 'JK'),
  state('02', 'Himachal Pradesh', 'HP'),
  state('03', 'Punjab', 'PB'),
  state('04', 'Chandigarh', 'CH'),
  state('05', 'Uttarakhand', 'UK', 'UT', 'UA'),
  state('06', 'Haryana', 'HR'),
  state('07', 'Delhi', 'DL'),
  state('08', 'Rajasthan', 'RJ'),
  state('09', 'Uttar Pradesh', 'UP'),
  state('10', 'Bihar', 'BR'),
  state('11', 'Sikkim', 'SK'),
  state('12', 'Arunachal Pradesh', 'AR'),
  state('13', 'Nagaland', 'NL'),
  state('14', 'Manipur', 'MN'),
  state('15', 'Mizoram', 'MZ'),
  state('16', 'Tripura', 'TR'),
  state('17', 'Meghalaya', 'ML'),
  state('18', 'Assam', 'AS'),
  state('19', 'West Bengal', 'WB'),
  state('20', 'Jharkhand', 'JH'),
  state('21', 'Odisha', 'OD', 'OR'),
  state('22', 'Chhattisgarh', 'CG', 'CT'),
  state('23', 'Madhya Pradesh', 'MP'),
  state('24', 'Gujarat', 'GJ'),
  state('25', 'Daman and Diu'),
  state('26', 'Dadra and Nagar Haveli and Daman and Diu', 'DH', 'DD', 'DN'),
  state('27', 'Maharashtra', 'MH'),
  state('28', 'Andhra Pradesh (before 2014)'),
  state('29', 'Karnataka', 'KA'),
  state('30', 'Goa', 'GA'),
  state('31', 'Lakshadweep', 'LD'),
  state('32', 'Kerala', 'KL'),
  state('33', 'Tamil Nadu', 'TN'),
  state('34', 'Puducherry', 'PY'),
  state('35', 'Andaman and Nicobar Islands', 'AN'),
  state('36', 'Telangana', 'TS', 'TG'),
  state('37', 'Andhra Pradesh', 'AP'),
  state('38', 'Ladakh', 'LA'),
  state('97', 'Other Territory'),
  state('99', 'Centre Jurisdiction'),
];

const CODE_BY_SPELLING: ReadonlyMap<string, string> = new Map(
  GST_STATES.flatMap(({ code, name, letters }) => [code, name, ...letters].map((spelling) => [plain(spelling), code] as const)),
);

/**
 * The code of a state that is written as its code, its letters (`KA`, `IN-KA`) or its English name, in any case; undefined for
 * anything else.
 */
export function gstStateOf(text: string): string | undefined {
  return CODE_BY_SPELLING.get(plain(text));
}

function plain(text: string): string {
  return text.trim().toLowerCase().replace(/^in-/, '').replaceAll('&', 'and').replaceAll(/\s+/g, ' ');
}
