import type { AnswerReader } from '#partner-http';
import type { ProcessorEvent } from '../processor';
import { mandateIn } from '../network/notes';
import { noticeFrom, tokenReport } from './razorpay-mandate-answers';

type Reported = Extract<ProcessorEvent, { about: 'mandate' | 'notice' }>;

/** A webhook as Razorpay sent it: its name, its id, and when it was made, ms since the epoch. */
export interface NamedDelivery {
  name: string;
  id: string;
  atMs: number;
}

/**
 * What a webhook of Razorpay says of mandates and notices (Razorpay, "Recurring payments: webhooks"). Tokens and notifications carry no
 * notes of ours: they are found by Razorpay's id. A link that was paid or has ended is asked about: its token is in its payment.
 */
export function mandateEvents({ name, id, atMs }: NamedDelivery, payload: AnswerReader): Reported[] {
  if (name.startsWith('token.')) return tokenEvents(payload.findObject('token')?.findObject('entity'), id, atMs);
  if (name.startsWith('order.notification.')) return noticeEvents(payload.findObject('notification')?.findObject('entity'), id, atMs);
  const holder = ['invoice', 'payment'].map((one) => payload.findObject(one)?.findObject('entity'));
  const subject = holder.map((entity) => mandateIn(entity?.findObject('notes'))).find((one) => one !== undefined);
  return subject === undefined ? [] : [{ id, about: 'mandate', subject, atMs }];
}

function tokenEvents(token: AnswerReader | undefined, id: string, atMs: number): Reported[] {
  const report = token && tokenReport(token, undefined);
  if (token === undefined || report === undefined) return [];
  return [{ id, about: 'mandate', subject: { reference: token.text('id', 40) }, report, atMs }];
}

function noticeEvents(notification: AnswerReader | undefined, id: string, atMs: number): Reported[] {
  const reference = notification?.findText('order_id', 40);
  if (reference === undefined) return [];
  return [{ id, about: 'notice', subject: { reference }, notice: noticeFrom(notification, reference), atMs }];
}
