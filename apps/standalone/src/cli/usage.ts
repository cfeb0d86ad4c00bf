import { RECIPES } from './trigger/recipes';

const CONNECTION = `  --api-key <key>      a test key; else HUNDI_API_KEY, else that of the demo account in HUNDI_DATA_DIR (.hundi)
  --base-url <url>     where the API answers; else HUNDI_BASE_URL, else where the Hundi of that folder listens`;

/** The text of `hundi --help`. */
export const USAGE = `hundi: webhooks on your machine, in test mode; and the installation, for its operator.

  hundi listen [--forward-to <url>] [--events <types>]   show events as they happen, and bring them to your receiver
  hundi trigger <type>                                   make an event happen, through the API
  hundi resend <evt_…> [--endpoint <we_…>]               send the deliveries of an event again

Each takes --help and:
${CONNECTION}

For the operator, on the database itself (--help shows more):
  hundi accounts create --email <address> [--operator]   make an account, and print the link for its owner
  hundi accounts list | enable-live | disable-live | suspend | resume
  hundi keys create | roll | revoke | list | allow
  hundi users list | reset-second-factor | disable | enable
  hundi mails                                            the latest mails with their links

Ends with 0 when all went well, with 1 when it did not, with 2 when the command was typed wrong.`;

const LISTEN_USAGE = `hundi listen: shows the events of your account as they happen, and brings them to your receiver.

  hundi listen --forward-to http://localhost:3000/hook --events 'payment.*,refund.*'

  --forward-to <url>   POST every event there, signed with the session secret that is printed first: give it to your
                       receiver, and its real verification code runs
  --events <types>     only these, separated by commas: exact names, payment.*, or * (the default)
  --secret <whsec_…>   sign with this secret instead of a new one
  --after <position>   begin after this position of the events feed instead of now
${CONNECTION}

It reads the events feed, not your endpoints: nothing has to be registered or reachable from outside. After a break it goes
on where it was.`;

/** The text of `hundi trigger --help`: with the types that it can make happen. */
function triggerUsage(): string {
  const width = Math.max(...Object.keys(RECIPES).map((type) => type.length)) + 2;
  const rows = Object.entries(RECIPES).map(([type, { summary }]) => `  ${type.padEnd(width)}${summary}`);
  return `hundi trigger <type>: makes the real thing through the API, so that the event happens.

${rows.join('\n')}

${CONNECTION}`;
}

const RESEND_USAGE = `hundi resend <evt_…>: sends the deliveries of an event again, also those that succeeded.

  --endpoint <we_…>    only to this endpoint
${CONNECTION}`;

/** Help by command. */
export const HELP: Readonly<Record<string, () => string>> = {
  listen: () => LISTEN_USAGE,
  trigger: triggerUsage,
  resend: () => RESEND_USAGE,
};
