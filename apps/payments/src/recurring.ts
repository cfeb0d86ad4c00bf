import { isBankHoliday, istDate } from '#contracts';
import { defineDebit } from './debit/aggregate';
import type { DebitRules } from './debit/decide/context';
import { defineInvoice } from './invoice/aggregate';
import type { InvoiceRules } from './invoice/decide/rules';
import { defineMandate } from './mandate/aggregate';
import { noFactorLimits } from './mandate/decide/factor';
import { DEFAULT_RAILS, type RailsConfig, type Window } from './mandate/decide/rails';
import type { RenderOptions } from './payment/render';
import { railsOfProcessors } from './processors/routing/rails-of-processors';
import type { ProcessorRegistry } from './processors/routing/registry';
import { usualInstrument } from './processors/sandbox/mandates';
import type { SandboxProcessor } from './processors/sandbox/sandbox';
import type { PaymentsConfig } from './config';
import { defineSubscription } from './subscription/aggregate';
import { DEFAULT_SUBSCRIPTION_RULES } from './subscription/decide/rules';

const DAY_MS = 86_400_000;

/** The rates that plans, tax settings and invoices may have, in basis points. */
export function gstRulesOf({ gstRatesBps }: PaymentsConfig): Pick<InvoiceRules, 'gstRatesBps'> {
  return { gstRatesBps: gstRatesBps.map(Number) };
}

interface Parts {
  options: RenderOptions;
  sandbox: SandboxProcessor;
  live: ProcessorRegistry;
  /** Those that payments of test mode may wish for. */
  test: Pick<ProcessorRegistry, 'names'>;
}

/** What is paid again and again: invoices, mandates, subscriptions, debits. */
export function defineRecurring(config: PaymentsConfig, { options, sandbox, live, test }: Parts) {
  const testNames = [sandbox.name, ...test.names];
  const rails: RailsConfig = { ...railsConfigOf(config), processors: railsOfProcessors(live) };
  const holidays = new Set(config.bankHolidays.map(dateOf));
  const debits = { rules: { ...rails, isHoliday: (date) => isBankHoliday(date, holidays) } satisfies DebitRules, rail: sandbox.rail };
  const rules = { ...rails, mcc: config.merchantCategoryCode ?? null };
  return [
    defineInvoice({ ...options, rules: invoiceRulesOf(config), debits }),
    defineMandate({ ...options, rules, sandbox: { name: sandbox.name, rail: sandbox.rail }, live, testNames }),
    defineSubscription({
      ...options,
      testNames,
      rules: {
        ...DEFAULT_SUBSCRIPTION_RULES,
        ...gstRulesOf(config),
        ...rules,
        debitHour: config.debitHour,
        haltAfterMs: config.haltAfterDays * DAY_MS,
      },
      refundWindowMs: config.paymentRefundWindowMs,
      sandbox: { rail: sandbox.rail, usualInstrument },
      live,
    }),
    defineDebit(debits),
  ];
}

function invoiceRulesOf(config: PaymentsConfig): InvoiceRules {
  const { uncollectibleDays: days } = config;
  return { ...gstRulesOf(config), uncollectibleAfterMs: days === undefined ? null : days * DAY_MS };
}

function railsConfigOf(config: PaymentsConfig): RailsConfig {
  const { upi, card, enach } = DEFAULT_RAILS;
  const noticeWaitMs = config.debitNoticeWaitMs;
  return {
    noFactorLimits: noFactorLimits(config.mandateAfaLimit, config.mandateAfaHigherLimit),
    rails: {
      upi: {
        ...upi,
        noticeWaitMs,
        maxAmount: { ...upi.maxAmount, usual: config.mandateUpiMaxAmount, higher: config.mandateUpiHigherMaxAmount },
        windows: config.debitUpiWindows.map(windowOf),
      },
      card: { ...card, noticeWaitMs, maxAmount: usual(config.mandateCardMaxAmount) },
      enach: { ...enach, maxAmount: usual(config.mandateEnachMaxAmount) },
    },
  };
}

/** Whatever the merchant category code is. */
function usual(amount: number): typeof DEFAULT_RAILS.card.maxAmount {
  return { usual: amount, higher: amount, codes: [] };
}

/** @param text `13:00-17:00`. */
function windowOf(text: string): Window {
  const [from = 0, to = 0] = text.split('-').map((time) => {
    const [hours = 0, minutes = 0] = time.split(':').map(Number);
    return hours + minutes / 60;
  });
  return [from, to];
}

/** @param text `2026-11-08`. */
function dateOf(text: string): number {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  return istDate(year, month, day);
}
