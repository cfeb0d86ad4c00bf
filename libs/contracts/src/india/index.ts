export * from './banks';
export * from './cards';
export * from './phone';
export * from './sandbox-cards';
export * from './vpa';
