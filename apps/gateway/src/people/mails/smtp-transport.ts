import { createTransport } from 'nodemailer';
import type { MailTransport } from './mail-transport';

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
    isServer: true,
    deliver: async ({ to, subject, text }) => void (await server.sendMail({ from, to: { name: '', address: to }, subject, text })),
    close: () => server.close(),
  };
}
