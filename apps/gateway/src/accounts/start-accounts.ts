import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { EventStore } from '#event-store';
import { IdempotencyKeysController, listProjection, RefusalFilter, resourceControllers } from '#listing';
import { COMMAND_SERVICES } from '#contracts';
import { commandTopicSpec, eventTopicSpecs } from '#messaging';
import {
  RemoteCommandLog,
  keyDestroyer,
  ProcessModule,
  requireDurableDatabase,
  startInternalServer,
  startPublishing,
  type AppDeps,
} from '#service';
import type { GatewayConfig } from '../config';
import { OperatorCommands } from '../operator/operator-commands';
import { OperatorCommandsController } from '../operator/operator-commands.controller';
import { AuditFollower } from './audit-log/audit-follower';
import { AuditLogController } from './audit-log/audit-log.controller';
import { InternalRequestLogsController } from '../request-logs/internal-request-logs.controller';
import { ACCOUNTS, openAccountsStore } from './accounts-store';
import { DESTROY_TEXT, LOOK_AT_USE } from './api-key/aggregate';
import { apiKeysList } from './api-key/list';
import { lookAtUse } from './api-key/look-at-use';
import { Accounts } from './accounts';
import { CLEAR_ACCOUNT, SHARE_RULES } from './account/aggregate';
import { clearAccount } from './account/clear-account';
import { RulesSender, shareRules } from './account/share-rules';
import { CLEAR_APP } from './app/aggregate';
import { clearApp } from './app/clear-app';
import { appsList } from './app/list';
import { SHOW_PLATFORM } from './connection/aggregate';
import { ConnectionsController } from './connection/connections.controller';
import { showPlatform } from './connection/show-platform';
import { Pepper } from '../auth/pepper';

/** Read models that follow the log of accounts. */
export const ACCOUNTS_VIEWS = [apiKeysList, appsList].map((list) => listProjection(list));

/** What answers on the internal port: reads of accounts and API keys, and what operators decide. */
@Module({})
class AccountsModule {
  static with(store: EventStore, audit: AuditFollower, deps: AppDeps): DynamicModule {
    const own = [
      { provide: EventStore, useValue: store },
      { provide: AuditFollower, useValue: audit },
    ];
    return {
      module: AccountsModule,
      imports: [ProcessModule.with(deps, own)],
      controllers: [
        OperatorCommandsController,
        IdempotencyKeysController,
        AuditLogController,
        ConnectionsController,
        InternalRequestLogsController,
        ...resourceControllers(store.options.aggregates),
      ],
      providers: [OperatorCommands, { provide: APP_FILTER, useClass: RefusalFilter }],
    };
  }
}

/** The accounts of this process, which answer on its internal port. */
export class RunningAccounts {
  constructor(
    readonly store: EventStore,
    /** Where they are read, beside health and metrics. */
    readonly url: string,
    /** Hears of each command to a service. */
    readonly audit: Pick<AuditFollower, 'expect'>,
    readonly rules: Pick<RulesSender, 'send'>,
    /** May be called twice. */
    readonly stop: () => Promise<void>,
  ) {}
}

/**
 * Starts what is a service of its own but for its commands, which the gateway decides where it takes them: internal HTTP, a share of
 * the shards, the lists and the events of these. Expects the migrations to have run.
 *
 * @throws Error of the database when it cannot be reached.
 */
export async function startAccounts(config: GatewayConfig, deps: AppDeps): Promise<RunningAccounts> {
  const { databaseUrl, internalToken: token, host, internalPort: port } = config;
  const { bus, logger, health, metrics, startDoor, personalData } = deps;
  await requireDurableDatabase(databaseUrl, config, logger);
  const store = openAccountsStore(databaseUrl, deps);
  const accounts = new Accounts(store, new Pepper(config.apiKeyPepper));
  const rules = new RulesSender(bus, store.options);
  store.runTasks({
    [LOOK_AT_USE]: lookAtUse(store),
    [DESTROY_TEXT]: keyDestroyer(personalData, 'api_keys.record_text_destroyed'),
    [CLEAR_APP]: clearApp(store, accounts, personalData),
    [SHOW_PLATFORM]: showPlatform(store),
    [CLEAR_ACCOUNT]: clearAccount(store, accounts),
    [SHARE_RULES]: shareRules(rules),
  });
  await store.start();
  try {
    for (const view of ACCOUNTS_VIEWS) await store.startProjection(view);
    const { audit, stopAudit } = createAudit(store, config, deps);
    const module = AccountsModule.with(store, audit, deps);
    const { published } = store;
    const server = await startInternalServer({ module, published, logger, health, metrics, token, host, port, startDoor });
    store.takeShare();
    // Not awaited: who may call is known while the broker is away, and what is decided meanwhile is published when it is back.
    bus
      .ensureTopics([...COMMAND_SERVICES.map(commandTopicSpec), ...eventTopicSpecs(ACCOUNTS)])
      .catch((error: unknown) => logger.warn({ error: String(error) }, 'topics not ensured'));
    startPublishing(ACCOUNTS, store, deps);
    audit.start();
    const stop = once(async () => {
      await stopAudit();
      await store.stopTasks();
      await server.stop().finally(() => store.stop());
    });
    return new RunningAccounts(store, server.url, audit, rules, stop);
  } catch (error) {
    await store.stop();
    throw error;
  }
}

/** Keeps the audit log of what the services carry out, from its start on. */
function createAudit(store: EventStore, config: GatewayConfig, { metrics, clock }: AppDeps) {
  const { paymentsUrl, kycUrl, webhooksUrl, internalToken: token } = config;
  const logOf = (url: string): RemoteCommandLog => new RemoteCommandLog({ url, token });
  const logs = { payments: logOf(paymentsUrl), kyc: logOf(kycUrl), webhooks: logOf(webhooksUrl) };
  const entries = metrics.counter({
    name: 'hundi_audit_entries_total',
    help: 'Entries of the audit log that were made of what services carried out.',
  });
  let lastRoundMs = clock.monotonicMs();
  metrics.gauge({
    name: 'hundi_audit_lag_seconds',
    help: 'Time since all that this process follows for the audit log was last looked at.',
    collect: (gauge) => gauge.set((clock.monotonicMs() - lastRoundMs) / 1_000),
  });
  const onRound = (count: number): void => {
    lastRoundMs = clock.monotonicMs();
    entries.inc(count);
  };
  const audit = new AuditFollower({ store, logs, onRound });
  const stopAudit = async (): Promise<void> => {
    await audit.stop();
    await Promise.all(Object.values(logs).map((log) => log.close()));
  };
  return { audit, stopAudit };
}

function once(stop: () => Promise<void>): () => Promise<void> {
  let stopped: Promise<void> | undefined;
  return () => (stopped ??= stop());
}
