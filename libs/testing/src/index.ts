export * from './ask-database';
export * from './changed-last';
export * from './child-processes';
export * from './eventually';
export * from './fault-proxy';
export * from './find-chromium';
export * from './fixed-clock';
export {
  HundiDidNotStartError,
  programEnvironment,
  standaloneProgram,
  startHundi,
  type HundiMode,
  type HundiProcess,
} from './hundi-process';
export * from './hundi-under-test';
export * from './partial-ownership';
export * from './secured-kafka';
export * from './secured-postgres';
export * from './seeded-random';
export * from './fake-server';
export * from './fakes/fake-secure-id';
export * from './fakes/fake-setu';
export * from './fakes/trace-collector';
export * from './test-database';
export * from './test-kafka';
export * from './test-personal-data';
export * from './typescript-process';
