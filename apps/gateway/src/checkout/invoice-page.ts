import { displayMinor, type InvoiceLine, type InvoiceResource } from '#contracts';
import { escapeHtml, htmlPage } from '../docs/html';
import { hidden } from './form-fields';

/** What the page needs beside the invoice. */
export interface InvoicePageContext {
  invoice: InvoiceResource;
  secret: string;
  /** A sentence about what just went wrong. */
  problem?: string;
}

/** An invoice as its customer sees it: what is charged, its tax, and a button to pay it. */
export function renderInvoice({ invoice, secret, problem }: InvoicePageContext): string {
  const { number, seller } = invoice;
  const reported = problem === undefined ? '' : `<p role="alert"><strong>${escapeHtml(problem)}</strong></p>`;
  const title = number === null ? 'Invoice' : `Invoice ${number}`;
  const from = seller?.name ? `<p>${escapeHtml(seller.name)}</p>` : '';
  const mode = invoice.livemode ? '' : '<p class="facts">Test mode: no money moves.</p>';
  const body = `${from}${linesOf(invoice)}${reported}${actionOf(invoice, secret)}`;
  return htmlPage(title, `<main>\n<h1>${escapeHtml(title)}</h1>\n${body}\n${mode}</main>`);
}

function linesOf(invoice: InvoiceResource): string {
  const { lines, tax, round_off: roundOff, subtotal, total, balance_applied: before, amount_due: due } = invoice;
  const amount = (minor: number): string => displayMinor(minor, invoice.currency);
  const sums: [string, number][] = [
    ['Central tax (CGST)', tax.cgst],
    ['State tax (SGST)', tax.sgst],
    ['Integrated tax (IGST)', tax.igst],
    ['Rounding', roundOff],
  ];
  const shown = sums.filter(([, minor]) => minor !== 0);
  const rows = [
    ...lines.map((line) => row(descriptionOf(line), amount(line.amount))),
    ...(tax.total === 0 ? [] : [row('Before tax', amount(subtotal))]),
    ...shown.map(([name, minor]) => row(name, amount(minor))),
    row('Total', amount(total)),
    ...(before === 0 ? [] : [row(before < 0 ? 'Credit' : 'Left of earlier invoices', amount(before)), row('Due', amount(due))]),
    ...settledRows(invoice),
  ];
  return `<table>${rows.join('')}</table>`;
}

/** What is paid, deducted and credited of one that something is left to pay of. */
function settledRows(invoice: InvoiceResource): string[] {
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible') return [];
  const parts: [string, number][] = [
    ['Paid', invoice.amount_paid],
    ['Tax deducted at source', invoice.amount_tds],
    ['Credited', invoice.amount_credited],
  ];
  const amount = (minor: number): string => displayMinor(minor, invoice.currency);
  const rows = parts.filter(([, minor]) => minor !== 0).map(([name, minor]) => row(name, amount(-minor)));
  return rows.length === 0 ? [] : [...rows, row('Left to pay', amount(invoice.amount_remaining))];
}

function row(name: string, value: string): string {
  return `<tr><td>${escapeHtml(name)}</td><td>${escapeHtml(value)}</td></tr>`;
}

function descriptionOf({ description, quantity }: InvoiceLine): string {
  const name = description ?? '';
  return quantity === 1 ? name : `${name} × ${quantity}`;
}

function actionOf(invoice: InvoiceResource, secret: string): string {
  switch (invoice.status) {
    case 'open':
    case 'uncollectible':
      return `<form method="post" action="/invoice/${invoice.id}">${hidden('client_secret', secret)}<button>Pay ${escapeHtml(
        displayMinor(invoice.amount_remaining, invoice.currency),
      )}</button></form>`;
    case 'paid':
      return '<p><strong>Thank you, the invoice is paid.</strong></p>';
    case 'void':
      return '<p>The invoice is void: nothing is due.</p>';
    case 'draft':
      return '<p>The invoice is not final yet.</p>';
  }
}

/** The page for a link that opens nothing. It says nothing about whether the invoice exists. */
export const CLOSED_INVOICE_PAGE = htmlPage(
  'No such invoice',
  '<main><h1>This link does not open an invoice</h1><p>It is not complete, or not for this one. Ask for the link again.</p></main>',
);
