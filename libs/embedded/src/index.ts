export * from './embedded-error';
export * from './find-kafka';
export * from './kafka';
export { missingJavaTools } from './kafka-artifacts';
export { brokerAnswers } from './kafka-probe';
export type { BrokerProperties } from './kafka-properties';
export * from './postgres';
export { findFreePort } from './free-port';
export { commandLineNames, endProcess, isAlive, type EndingStep } from './processes';
