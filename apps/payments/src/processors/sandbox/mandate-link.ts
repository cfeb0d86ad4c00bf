import { civilOf, formatMinor, istDateOf, type MandateFrequency } from '#contracts';
import type { MandateOnRail } from '../../mandate/decide/context';
import type { SandboxPayee } from './actions';

/** How often, in the words of the link. */
const RECURRENCE: Readonly<Record<MandateFrequency, string>> = {
  as_presented: 'ASPRESENTED',
  daily: 'DAILY',
  weekly: 'WEEKLY',
  fortnightly: 'FORTNIGHTLY',
  monthly: 'MONTHLY',
  bimonthly: 'BIMONTHLY',
  quarterly: 'QUARTERLY',
  half_yearly: 'HALFYEARLY',
  yearly: 'YEARLY',
};

/** `upi://mandate?…`: what a UPI app shows its user to approve (NPCI, UPI linking specifications, mandate creation). */
export function mandateLink({ mandateId, terms }: MandateOnRail, { vpa, name, merchantCategory }: SandboxPayee): string {
  const { maxAmount, amountRule, frequency, debitDay, debitDayRule, startsAtMs, endsAtMs, description } = terms;
  const fields: [string, string][] = [
    ['pa', vpa],
    ['pn', name],
    ['mn', description ?? name],
    ['tr', `MAN${mandateId.slice(mandateId.indexOf('_') + 1)}`],
    ['validitystart', dayOf(startsAtMs)],
    ['validityend', dayOf(endsAtMs)],
    ['am', formatMinor(maxAmount, 2)],
    ['amrule', amountRule === 'fixed' ? 'EXACT' : 'MAX'],
    ['recur', RECURRENCE[frequency]],
    ...(debitDay === undefined
      ? []
      : ([
          ['recurvalue', String(debitDay)],
          ['recurtype', debitDayRule.toUpperCase()],
        ] as [string, string][])),
    ['rev', 'Y'],
    ['cu', 'INR'],
    ['mc', merchantCategory],
    ['txnType', 'CREATE'],
    ['mode', '04'],
  ];
  return `upi://mandate?${fields.map(([field, value]) => `${field}=${encodeURIComponent(value).replaceAll('%40', '@')}`).join('&')}`;
}

/** DDMMYYYY, in India. */
function dayOf(atMs: number): string {
  const { year, month, day } = civilOf(istDateOf(atMs));
  return `${String(day).padStart(2, '0')}${String(month).padStart(2, '0')}${year}`;
}
