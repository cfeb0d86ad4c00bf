import type { AnswerReader } from '#partner-http';
import type { ProcessorBank } from '../processor';

/** Cashfree's number of a bank → the public code of Hundi (docs/reference/indian-payments.md, Netbanking). */
const NUMBERS =
  'SBIN 3044 HDFC 3021 ICIC 3022 UTIB 3003 KKBK 3032 YESB 3058 PUNB_R 3038 BARB_R 3005 CNRB 3009 UBIN 3055 IDFB 3024 INDB 3028 ' +
  'FDRL 3020 IBKL 3023 IDIB 3026 IOBA 3027 BKID 3006 MAHB 3007 CBIN 3011 UCBA 3054 PSIB 3037 AUBL 3087 AIRP 3123 BDBL 3088 ' +
  'CIUB 3012 CSBK 3010 DCBL 3018 DEUT 3016 DBSS 3017 DLXB 3019 ESFB 3076 ESAF 3100 JAKA 3029 KARB 3030 KVBL 3031 RATN 3039 ' +
  'SIBL 3042 SCBL 3043 TMBL 3052 SVCB 3051 SRCB 3040 COSB 3097 BBKM 3095';

const PAIRS = (NUMBERS.match(/\S+ [0-9]{4}/g) ?? []).map((pair) => pair.split(' ') as [string, string]);
const NUMBER_BY_CODE: ReadonlyMap<string, string> = new Map(PAIRS);
const CODE_BY_NUMBER: ReadonlyMap<string, string> = new Map(PAIRS.map(([code, number]) => [number, code]));

/** Undefined for a bank that Cashfree does not take. */
export function cashfreeBankNumber(code: string): string | undefined {
  return NUMBER_BY_CODE.get(code);
}

/** The banks this API knows of the methods that an account may take; none where netbanking is not among them. @throws MalformedAnswerError. */
export function banksIn(methods: readonly AnswerReader[]): ProcessorBank[] {
  const eligible = methods.filter((method) => method.isTrue('eligibility'));
  const banks = eligible.flatMap((method) => method.object('entity_details').list('payment_method_details'));
  return banks.flatMap((bank) => {
    const code = bankOfCashfreeNumber(bank.findText('code', 8) ?? '');
    return code === undefined ? [] : [{ code, corporate: false, up: !bank.isFalse('eligibility') }];
  });
}

function bankOfCashfreeNumber(number: string): string | undefined {
  return CODE_BY_NUMBER.get(number);
}
