import {
  bankNameOf,
  CARD_BRANDS,
  findCurrency,
  methodTakesCurrency,
  PAYMENT_METHODS,
  UPI_CAP_MINOR_DEFAULT,
  type OfferedBank,
  type OfferedMethod,
  type OfferLimit,
  type PaymentMethod,
} from '#contracts';
import type { AccountRef, PaymentProcessor, ProcessorBank, ProcessorCapabilities } from './processor';

interface Asked {
  capabilities: ProcessorCapabilities;
  banks: readonly ProcessorBank[];
}

/**
 * What an account can offer its customers now: the union of what the processors of the mode take. A processor that does not
 * answer offers nothing, and the others go on; with none left the list is empty.
 */
export async function offeredMethods(processors: readonly PaymentProcessor[], account: AccountRef): Promise<OfferedMethod[]> {
  const asked = await Promise.all(processors.map((processor) => ask(processor, account).catch(() => null)));
  const answered = asked.filter((one) => one !== null);
  return PAYMENT_METHODS.flatMap((method) => {
    const able = answered.filter(({ capabilities }) => capabilities.methods.includes(method));
    return able.length === 0 ? [] : [offerOf(method, able, account.livemode)];
  });
}

async function ask(processor: PaymentProcessor, account: AccountRef): Promise<Asked> {
  return { capabilities: processor.capabilities(), banks: await processor.listBanks(account) };
}

function offerOf(method: PaymentMethod, asked: readonly Asked[], livemode: boolean): OfferedMethod {
  const all = asked.map(({ capabilities }) => capabilities);
  const banks = method === 'netbanking' ? banksOf(asked) : null;
  // UPI collect ended for most merchants in live mode (docs/reference/indian-payments.md, UPI flows).
  const flows = [...new Set(all.flatMap(({ upiFlows }) => upiFlows))].filter((flow) => !livemode || flow !== 'collect');
  return {
    object: 'payment_method_offer',
    type: method,
    available: banks === null || banks.some(({ available }) => available),
    limits: limitsOf(method, all),
    upi_flows: method === 'upi' ? flows : null,
    card_networks: method === 'card' ? [...CARD_BRANDS] : null,
    banks,
    manual_capture: all.some(({ manualCapture }) => manualCapture),
    can_be_saved: method === 'card' || (method === 'upi' && !livemode),
  };
}

function banksOf(asked: readonly Asked[]): OfferedBank[] {
  const banks = new Map<string, OfferedBank>();
  for (const { code, corporate, up } of asked.flatMap((one) => one.banks)) {
    banks.set(code, { code, name: bankNameOf(code), corporate, available: up || (banks.get(code)?.available ?? false) });
  }
  return [...banks.values()].sort((left, right) => (left.code < right.code ? -1 : 1));
}

function limitsOf(method: PaymentMethod, all: readonly ProcessorCapabilities[]): OfferLimit[] {
  const currencies = [...new Set(all.flatMap((one) => one.currencies))].filter((currency) => methodTakesCurrency(method, currency));
  return currencies.flatMap((currency) => {
    const row = findCurrency(currency);
    if (row === undefined) return [];
    const floor = Math.min(...all.map(({ minAmount }) => minAmount[currency] ?? row.minMinor));
    const max_amount = method === 'upi' ? UPI_CAP_MINOR_DEFAULT : row.maxMinor;
    return [{ currency, min_amount: Math.max(floor, row.minMinor), max_amount }];
  });
}
