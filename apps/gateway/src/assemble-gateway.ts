import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { nestLogger, type AppDeps } from '#service';
import type { RunningAccounts } from './accounts/start-accounts';
import { ApiKeyGuard } from './auth/api-key.guard';
import { installFormParser } from './http/page-route';
import { ClientSecrets } from './client-secrets/client-secret';
import { installClientSecrets } from './client-secrets/show-client-secrets';
import type { GatewayConfig } from './config';
import { describeApi } from './docs/openapi-document';
import { GatewayModule } from './gateway.module';
import { installUnsealing } from './http/decrypt-answers';
import { installEdge } from './http/edge';
import { ErrorFilter } from './http/error.filter';
import { createAdapter, installBodyParser } from './http/fastify-server';
import { PublicUrl } from './http/public-url';
import { observeRequests } from './http/request-observer';
import { ServedRoutes } from './http/served-routes';
import { LoadWatch } from './limits/load-watch';
import { RequestLimits } from './limits/request-limits';
import { Consents } from './oauth/consent/consents';
import { mountOAuth } from './oauth/mount-oauth';
import { OAuthProvider } from './oauth/oauth-provider';
import { installCors } from './publishable/cors';
import { installPayerView } from './publishable/payer-view';
import { installQrCodes } from './qr-codes/show-qr-codes';
import { installRequestLog } from './request-logs/install-request-log';
import { RequestLogs } from './request-logs/request-logs';

/** The gateway with every route, before it listens. Nothing has been connected to yet. */
export interface GatewayAssembly {
  app: NestFastifyApplication;
  publicUrl: PublicUrl;
}

/** Makes the modules and installs what Fastify does before and after every handler. */
export async function assembleGateway(config: GatewayConfig, deps: AppDeps, accounts: RunningAccounts): Promise<GatewayAssembly> {
  const publicUrl = new PublicUrl(config.publicUrl);
  const adapter = createAdapter({
    config,
    clock: deps.clock,
    random: deps.random,
    publicUrl,
    logger: deps.logger,
    onFrameworkError: (error, request, reply) => app.get(ErrorFilter).answer(error, request, reply),
  });
  const describe = (): object => describeApi(app, publicUrl.toString());
  const app: NestFastifyApplication = await NestFactory.create(
    GatewayModule.with({ config, deps, publicUrl, accounts, describe }),
    adapter,
    {
      logger: nestLogger(deps.logger),
      abortOnError: false,
      bodyParser: false,
    },
  );
  installHooks(app, config, deps, publicUrl);
  return { app: await app.init(), publicUrl };
}

/** In the order in which a request and its answer pass them; before Nest adds its routes, so that each route has them all. */
function installHooks(app: NestFastifyApplication, config: GatewayConfig, deps: AppDeps, publicUrl: PublicUrl): void {
  const fastify: FastifyInstance = app.getHttpAdapter().getInstance();
  const load = app.get(LoadWatch, ANYWHERE);
  app.get(ServedRoutes, ANYWHERE).watch(fastify);
  observeRequests(fastify, deps, config.logRequests);
  fastify.addHook('onListen', async () => load.start());
  fastify.addHook('onClose', async () => load.stop());
  installCors(fastify);
  installEdge(fastify, { guard: app.get(ApiKeyGuard, ANYWHERE), limits: app.get(RequestLimits, ANYWHERE), load });
  installPayerView(fastify);
  installRequestLog(fastify, app.get(RequestLogs, ANYWHERE));
  installUnsealing(fastify, { personalData: deps.personalData, publicUrl, logger: deps.logger });
  installClientSecrets(fastify, app.get(ClientSecrets, ANYWHERE));
  installQrCodes(fastify);
  installBodyParser(fastify, config.bodyLimitBytes);
  installFormParser(fastify);
  if (config.oauthEnabled) mountOAuth(fastify, app.get(OAuthProvider, ANYWHERE), app.get(Consents, ANYWHERE));
}

/** Providers of every module, not of the first one alone. */
const ANYWHERE = { strict: false };
