import { Injectable } from '@nestjs/common';
import { Clock, newId, Random, toSeconds, type MailResource } from '#contracts';
import { PersonalData } from '#personal-data';
import type { AskRows } from '../../accounts/secrets/key-grants.table';
import { PublicUrl } from '../../http/public-url';
import { GatewayDatabase } from '../../tables/gateway-database';
import { Guesses } from '../guessing/guesses';
import { emailDigest } from '../users/email';
import { mailOf, type Mail, type MailKind } from './mail';
import { insertMail, latestMails, type StoredMail } from './mails.table';
import { openMail, sealMail } from './sealed-mail';

const SHOWN_MAX = 100;

/** A page with a token that only it reads. */
export interface MailLink {
  /** Its path. */
  page: string;
  /** Goes behind `#`, where no server and no log sees it. */
  token: string;
}

/** What a mail says beside what its kind does. */
export interface PreparedParts {
  link?: MailLink;
  /** What it is about, one line each. */
  details?: readonly string[];
}

/** A mail that is ready to be written. */
export interface SealedMail {
  kind: MailKind;
  content: string;
  /** What it counts as when it is written; absent of one that was counted before. */
  counted?: string;
}

/** Writes mails beside what they are about, so that neither is lost without the other. They are handed over afterwards. */
@Injectable()
export class Mails {
  private onWritten: () => void = () => undefined;

  constructor(
    private readonly database: GatewayDatabase,
    private readonly personalData: PersonalData,
    private readonly guesses: Guesses,
    private readonly publicUrl: PublicUrl,
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  /**
   * A mail, sealed: before the transaction that writes it.
   *
   * @returns undefined when the address got too many of the kind within an hour: nothing is to be sent.
   */
  async prepare(kind: MailKind, to: string, parts: PreparedParts = {}): Promise<SealedMail | undefined> {
    const { counted, ...ready } = await this.sealed(kind, to, parts);
    return (await this.guesses.waitFor('mail', counted)) > 0 ? undefined : ready;
  }

  /** The same for a transaction that may be tried many times: counted in the one that writes it, which may write nothing. */
  async sealed(kind: MailKind, to: string, { link, details }: PreparedParts = {}): Promise<SealedMail & { counted: string }> {
    const mail = mailOf(kind, to, { ...(link && { link: this.linkTo(link) }), ...(details && { details }) });
    const counted = `${kind} ${emailDigest(this.personalData, to)}`;
    return { kind, counted, content: await sealMail(this.personalData, mail) };
  }

  /** The address of a page, with a token that only the page reads. */
  linkTo({ page, token }: MailLink): string {
    return `${this.publicUrl.toString()}/dashboard/${page}#${token}`;
  }

  /** @param listener called at each mail that is written, mostly before its transaction has ended. */
  listen(listener: () => void): void {
    this.onWritten = listener;
  }

  /** @param ask of the transaction of what the mail is about. */
  async write(ask: AskRows, mail: SealedMail | undefined): Promise<void> {
    if (mail === undefined) return;
    const { kind, content, counted } = mail;
    if (counted !== undefined && (await this.guesses.waitFor('mail', counted, ask)) > 0) return;
    const createdAtMs = this.clock.nowMs();
    await insertMail(ask, { id: newId('mail', 0, createdAtMs, this.random), kind, content, createdAtMs });
    this.onWritten();
  }

  /** For who cannot wait for more than the mail. */
  async send(kind: MailKind, to: string, parts?: PreparedParts): Promise<void> {
    await this.write(this.database.ask, await this.prepare(kind, to, parts));
  }

  /** Null for one whose key is gone. */
  read(stored: Pick<StoredMail, 'content'>): Promise<Mail | null> {
    return openMail(this.personalData, stored);
  }

  /** The latest, for operators. */
  async latest(): Promise<MailResource[]> {
    const stored = await latestMails(this.database.ask, SHOWN_MAX);
    return Promise.all(
      stored.map(async (one) => {
        const { to = null, subject = null, text = null } = (await this.read(one)) ?? {};
        return { id: one.id, kind: one.kind, to, subject, text, created_at: toSeconds(one.createdAtMs) };
      }),
    );
  }
}
