export * from './aggregate';
export * from './consumer/consumer';
export { acceptLogEpoch, beginLogEpoch } from './epochs/accept-epoch';
export { derivedIdOf, type Owner } from './derived-id';
export * from './errors';
export { DURABILITY_SETTINGS, findUnsafeSettings, type DurabilitySetting } from './reads/unsafe-settings';
export { awaitDatabase, DatabaseUnusableError, type AwaitDatabaseOptions } from './availability/await-database';
export { databaseProblem, OLDEST_POSTGRES, type DatabaseProblem } from './availability/database-problem';
export { findOwner } from './reads/find-owner';
export { withOperatorClient } from './reads/operator-client';
export { eventDefinitionsOf, resourcePublisher } from './publish-resource';
export { EventStore } from './event-store';
export type { EventStoreOptions, FailpointName, StoreLogger, StoreObserver } from './options';
export type { Task, TaskGuard, TaskOutcome, TaskRunner } from './tasks/task';
export type { HistoryWindow, PublicHistory, StreamOwner } from './reads/history';
export type { HoldRequest } from './key-holds';
export { IdempotentRequests, type RequestOutcome } from './idempotent-requests';
export { StoreReads, type KeyedOutcome } from './reads/reads';
export { derivedUuid, refusalReply } from './writer/pending';
export { STREAM_COLUMNS as SNAPSHOT_COLUMNS } from './writer/load';
export type { Statement } from './writer/connection';
export { SEPARATOR } from './schema/canonical';
export { quoteSchema } from './schema/names';
export type { PublishedLog, PublishedWindow } from './relay/published-log';
export type { Projection } from './projection/projection';
export { inTransaction } from './in-transaction';
export { rebuildProjection, rebuildView, type Accept } from './projection/rebuild';
export { eventStoreMigrations } from './schema/migrations';
export { ConsumerMarks } from './consumer/consumer-marks';
export { FIRST_MARK, followPositions, markAfter, type Mark, type PositionVerdict } from './consumer/position-rule';
export type { LoginDescription } from './roles/login-role';
export { RolesMissingError } from './roles/make-roles';
export {
  LOGIN_ROLES,
  operationsOn,
  ownerOf,
  READER_ROLES,
  RIGHTS,
  rolesOf,
  type LoginName,
  type LoginRole,
  type Operation,
  type Role,
} from './roles/rights';
export { runMigrations } from './schema/run-migrations';
export { verifyChain } from './audit/chain';
export { decideInMemory } from './audit/decide-in-memory';
export { assertGoldenFiles } from './audit/golden-files';
export { rebuildStreams, verifyStreams } from './audit/streams-rebuild';
