import { runCommand } from '../run-command';
import { TypingError } from '../typing-error';
import { runInstallation } from './run-installation';

const ACCOUNT = 'acct_0TgWzRaB00xK2mNq5Yd8Vf3L';

describe('npx hundi, on the installation', () => {
  const printed: unknown[] = [];
  beforeEach(() => {
    printed.length = 0;
    jest.spyOn(console, 'log').mockImplementation((text: unknown) => void printed.push(text));
  });
  afterEach(() => jest.restoreAllMocks());

  it.each([
    [['accounts', '--help'], 'hundi accounts enable-live <acct_…> --note <why>'],
    [['users', 'disable', '--help'], 'hundi users disable: refuse a person, and end every session.'],
    [['--help'], 'hundi accounts create --email <address> [--operator]'],
  ])('explains itself, and each group and command: %j', async (parameters, line) => {
    await runCommand(parameters);
    expect(printed).toEqual([expect.stringContaining(line)]);
  });

  it.each([
    [['accounts', 'make'], 'There is no command "hundi accounts make"'],
    [['accounts', 'create'], '--email is missing'],
    [['accounts', 'create', '--email', 'no address'], '--email takes one address'],
    [['accounts', 'suspend'], '<acct_…> is missing'],
    [['accounts', 'suspend', 'acct_1', '--note', 'x'], 'The account is an id such as acct_'],
    [['accounts', 'suspend', ACCOUNT], '--note is missing'],
    [['accounts', 'suspend', ACCOUNT, '--note', ' '], '--note takes 1 to 500 characters'],
    [['accounts', 'list', '--limit', '0'], '--limit takes a whole number from 1 to 1000'],
    [['accounts', 'list', '--status', 'asleep'], '--status is one of active, suspended'],
    [['keys', 'create', '--account', ACCOUNT], '--mode is missing'],
    [['keys', 'create', '--mode', 'test'], '--account is an id such as acct_'],
    [['keys', 'allow', 'key_0TgWzRaB00xK2mNq5Yd8Vf3L'], '<addresses> is missing'],
    [['users', 'disable', 'ravi'], 'The person is an id (usr_…) or an e-mail address'],
    [['mails', 'all'], 'hundi mails does not take "all"'],
    [['mails', '--what'], "Unknown option '--what'"],
  ])('says what is wrong with %j, and opens nothing', async ([group = '', ...rest], sentence) => {
    const wrong = await runInstallation(group, rest).catch((error: unknown) => error);
    expect(wrong).toBeInstanceOf(TypingError);
    expect((wrong as Error).message).toContain(sentence);
    expect(printed).toEqual([]);
  });
});
