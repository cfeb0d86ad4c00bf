import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { MailResource } from '#contracts';
import type { PersonalData } from '#personal-data';
import { askDatabase, eventually, FixedClock, testPersonalData } from '#testing';
import { startGatewayUnderTest, type GatewayUnderTest } from '../../../test/gateway-under-test';
import { newOperator } from '../../../test/operator-person';
import { newEmail, PASSWORD, Person, signedUp } from '../../../test/person';

const MINUTE_MS = 60_000;

describe('the mailbox of operators', () => {
  let gateway: GatewayUnderTest;
  let personalData: PersonalData;
  const clock = new FixedClock(Date.now());
  beforeAll(async () => {
    gateway = await startGatewayUnderTest({ clock, environment: { RATE_LIMIT_ENABLED: 'false' } });
    personalData = testPersonalData(gateway.keyStore.databaseUrl, gateway.keyStore);
  });
  afterAll(async () => {
    await personalData.close();
    await gateway.stop();
  });
  const mailsOf = async (reader: Person): Promise<MailResource[]> => (await reader.get('/operator/mails')).json.data as MailResource[];

  it('asks again who reads it after ten minutes', async () => {
    const { person } = await newOperator(gateway, personalData);
    expect((await person.get('/operator/mails')).status).toBe(200);
    clock.advanceMs(10 * MINUTE_MS);
    expect((await person.get('/operator/mails')).code).toBe('step_up_required');
    expect((await person.post('/step_up', { password: PASSWORD })).status).toBe(200);
    expect((await person.get('/operator/mails')).status).toBe(200);
  });

  it('shows links to others and none to the reader, whom a thief of the session could become by it', async () => {
    const { person, email } = await newOperator(gateway, personalData);
    const { email: other } = await signedUp(gateway);
    const stranger = new Person(gateway.url);
    for (const address of [email, email.toUpperCase(), other]) await stranger.post('/password/reset', { email: address });
    const resets = await eventually(async () => {
      const found = (await mailsOf(person)).filter(({ subject }) => /password/i.test(subject ?? ''));
      expect(found).toHaveLength(3);
      return found;
    });
    const texts = (to: string): (string | null)[] => resets.filter((mail) => mail.to === to).map(({ text }) => text);
    expect(texts(other)).toEqual([expect.stringMatching(/dashboard\/reset_password#[\w-]{43}/)]);
    expect(texts(email)).toEqual(Array(2).fill(expect.stringContaining('[a link to you]')));
    expect(texts(email).join()).not.toContain('#');
  });
});

describe('a mail that a mail server took', () => {
  /** Takes every mail. */
  function takeMail(socket: Socket, taken: string[]): void {
    let isText = false;
    const answer = (line: string): void => void socket.write(`${line}\r\n`);
    answer('220 mail.example');
    createInterface(socket).on('line', (line) => {
      if (isText) taken.push(line);
      if (isText && line !== '.') return;
      isText = line === 'DATA';
      answer(isText ? '354 go on' : '250 ok');
    });
  }

  it('is kept without its text, and so without its link', async () => {
    const taken: string[] = [];
    const server = createServer((socket) =>
      takeMail(
        socket.on('error', () => undefined),
        taken,
      ),
    ).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const gateway = await startGatewayUnderTest({ environment: { RATE_LIMIT_ENABLED: 'false', MAIL_URL: url } });
    const email = newEmail();
    await new Person(gateway.url).post('/sign_up', { name: 'Asha Rao', email, password: PASSWORD, account_name: 'Acme' });
    await eventually(() => expect(taken.join('\n')).toContain('/dashboard/verify_email#'));
    await eventually(async () => {
      const rows = await askDatabase(gateway.keyStore.databaseUrl, 'SELECT content, next_try_at FROM gateway.mails');
      expect(rows).toEqual([{ content: '', next_try_at: null }]);
    });
    await gateway.stop();
    server.close();
  });
});
