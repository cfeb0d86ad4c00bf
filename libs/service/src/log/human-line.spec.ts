import { createLogger } from './logger';

const ESC = String.fromCharCode(27);

function linesOf(write: (logger: ReturnType<typeof createLogger>) => void): string[] {
  let text = '';
  write(createLogger({ service: 'payments', pretty: true, destination: { write: (line) => (text += line) } }));
  return text.split('\n').slice(0, -1);
}

describe('a readable log line', () => {
  const FORGED = '12:00:00.000 WARN  payments: all is well';

  it('stays one line, whatever texts of outside are in it', () => {
    const lines = linesOf((logger) => logger.warn({ detail: `refused\r\n${FORGED}`, [`name\n${FORGED}`]: 1 }, `message\n${FORGED}`));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(`detail=refused\\u000d\\u000a${FORGED}`);
  });

  it('moves no cursor and turns no direction of writing', () => {
    const [line] = linesOf((logger) => logger.warn({ detail: `${ESC}[2J\u009b2J\u202egnp` }, 'refused'));
    expect(line).toContain('detail=\\u001b[2J\\u009b2J\\u202egnp');
  });

  it('shows the stack of an error, and sets the lines of its message off', () => {
    const [first, second, third, frame] = linesOf((logger) => logger.error({ err: new Error(`refused${ESC}\n${FORGED}`) }, 'failed'));
    expect([first?.slice(13), second, third]).toEqual(['ERROR payments: failed', 'Error: refused\\u001b', `    | ${FORGED}`]);
    expect(frame).toMatch(/^    at /);
  });
});
