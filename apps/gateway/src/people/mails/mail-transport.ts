import { createTransport } from 'nodemailer';
import type { Mail } from './mail';

/** Where mails are handed over. */
export interface MailTransport {
  /** @throws Error when it cannot be handed over now. */
  deliver(mail: Mail): Promise<void>;
  close(): void;
}

const TIMEOUT_MS = 10_000;

/** A mail server. */
export function smtpTransport(url: string, from: string): MailTransport {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isSecure = protocol === 'smtps:';
  const server = createTransport({
    ...{ host: hostname, port: port === '' ? (isSecure ? 465 : 587) : Number(port), secure: isSecure },
    ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    ...{
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
  });
  return {
    deliver: async ({ to, subject, text }) => void (await server.sendMail({ from, to: { name: '', address: to }, subject, text })),
    close: () => server.close(),
  };
}

/** The terminal of the person who started Hundi: one line for each mail. It is no log. */
export function terminalTransport(print: (line: string) => void): MailTransport {
  const deliver = async ({ to, subject, link }: Mail): Promise<void> =>
    print(`Mail to ${to}: ${subject}${link === null ? '' : `  ${link}`}`);
  return { deliver, close: () => undefined };
}
