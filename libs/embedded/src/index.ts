export * from './embedded-error';
export * from './find-kafka';
export * from './kafka';
export { brokerAnswers, parseAddress } from './kafka-probe';
export * from './postgres';
export { commandLineNames, endProcess, findFreePort, isAlive, type EndingStep } from './processes';
