import { Injectable } from '@nestjs/common';
import { timingSafeEqual } from 'node:crypto';
import { CLIENT_SECRET_PREFIXES } from '#contracts';
import { Pepper } from '../auth/pepper';

/** What a client secret opens, and whose it is. */
export interface SecretHolder {
  /** A payment, an invoice, a mandate, a subscription, or a verification of the sandbox. */
  objectId: string;
  accountId: string;
  livemode: boolean;
}

const SHAPE = new RegExp(`^((?:${CLIENT_SECRET_PREFIXES.join('|')})_[0-9A-Za-z]{24})_secret_([tl])([0-9A-Za-z]{24})([0-9a-f]{40})$`);
/** Hex digits of the mark, which cannot be made without the pepper: 160 bits. */
const MARK_LENGTH = 40;

/**
 * What the merchant hands to the customer's browser: it opens one payment or invoice for paying, one mandate or subscription for agreeing
 * to it, or the mock page of one verification, and nothing else. It follows from the object and a secret of the gateway, so that nothing is stored, and no service, event or topic ever holds it.
 */
@Injectable()
export class ClientSecrets {
  constructor(private readonly pepper: Pepper) {}

  /** The secret of an object. */
  of(holder: SecretHolder): string {
    return `${openPartOf(holder)}${this.marksOf(holder)[0] ?? ''}`;
  }

  /** Whose object the secret opens; undefined when it was not made here, or not for this object. */
  open(secret: unknown, objectId: string): SecretHolder | undefined {
    const [, id, mode, account, mark = ''] = (typeof secret === 'string' ? SHAPE.exec(secret) : null) ?? [];
    if (id === undefined || id !== objectId) return undefined;
    const holder: SecretHolder = { objectId, accountId: `acct_${account ?? ''}`, livemode: mode === 'l' };
    const claimed = Buffer.from(mark);
    const isGenuine = this.marksOf(holder).some((expected) => timingSafeEqual(Buffer.from(expected), claimed));
    return isGenuine ? holder : undefined;
  }

  /** Under every pepper, the newest first: a secret lives on while one replaces another. */
  private marksOf(holder: SecretHolder): string[] {
    return this.pepper.digests(`client secret ${openPartOf(holder)}`).map((digest) => digest.slice(0, MARK_LENGTH));
  }
}

function openPartOf({ objectId, accountId, livemode }: SecretHolder): string {
  return `${objectId}_secret_${livemode ? 'l' : 't'}${accountId.slice(accountId.indexOf('_') + 1)}`;
}
