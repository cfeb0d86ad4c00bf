export * from './embedded-error';
export * from './postgres';
export { endProcess, findFreePort, isAlive, type EndingStep } from './processes';
