import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const ROOT = join(__dirname, '..');

interface Service {
  image?: string;
  build?: { context: string; dockerfile: string };
  user?: string;
  read_only?: boolean;
  tmpfs?: string[];
  cap_drop?: string[];
  security_opt?: string[];
  restart?: string;
  env_file?: { path: string; required: boolean }[];
  command?: string[];
  environment?: Record<string, string | number | boolean>;
  healthcheck?: { test: string[]; interval?: string; timeout?: string; retries?: number };
  depends_on?: Record<string, { condition: string }>;
  ports?: string[];
  networks?: string[];
  profiles?: string[];
  entrypoint?: string[];
  secrets?: string[];
}

const text = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8');
const { services } = parse(text, { merge: true }) as { services: Record<string, Service> };
const dockerfile = readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8');
const packageJson = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  imports: Record<string, string>;
  scripts: Record<string, string>;
};

const SERVICES = ['gateway', 'kyc', 'payments', 'webhooks'];
const APPS = [...SERVICES, 'migrate'];

function service(name: string): Service {
  const found = services[name];
  if (!found) throw new Error(`docker-compose.yml has no service ${name}`);
  return found;
}

/** What a service is given: an empty variable counts as not set. */
function setOf(name: string): Record<string, string | number | boolean> {
  return Object.fromEntries(Object.entries(service(name).environment ?? {}).filter(([, value]) => value !== ''));
}

/** Addresses inside the containers' own network, and what is given under another name because shells or a copied .env hold it for other programs. */
const FIXED: Record<string, string> = {
  NODE_ENV: 'HUNDI_NODE_ENV',
  KAFKA_BROKERS: 'HUNDI_KAFKA_BROKERS',
  DATABASE_PASSWORD: 'POSTGRES_PASSWORD',
  HOST: '0.0.0.0',
  PORT: '4000',
  INTERNAL_PORT: '4100',
  HUNDI_DATA_DIR: '/data',
  PAYMENTS_URL: 'http://payments:4100',
  KYC_URL: 'http://kyc:4100',
  WEBHOOKS_URL: 'http://webhooks:4100',
  GATEWAY_INTERNAL_URL: 'http://gateway:4100',
};

describe('docker-compose.yml', () => {
  it.each([...APPS, 'operator'])('takes every variable of .env.example into %s, but those of others', (name) => {
    expect(service(name).env_file).toEqual([{ path: '.env', required: false }]);
    const example = readFileSync(join(ROOT, '.env.example'), 'utf8');
    for (const [, variable = ''] of example.matchAll(/^(?:# )?([A-Z][A-Z0-9_]*)=/gm)) {
      const value = setOf(name)[variable];
      if (value === undefined || /^postgres:\/\/\S+@postgres:5432\/hundi$/.test(String(value))) continue;
      expect({ variable, value: String(value) }).toEqual({ variable, value: expect.stringContaining(FIXED[variable] ?? `\${${variable}`) });
    }
  });

  it.each(SERVICES)('gives %s no login and no secret of another from .env', (name) => {
    const own = new Set([`${name.toUpperCase()}_DATABASE_URL`, `${name.toUpperCase()}_DATABASE_PASSWORD`]);
    const secrets = Object.keys({ ...service('migrate').environment, COOKIE_KEYS: '', OAUTH_SIGNING_KEYS: '' }).filter((variable) =>
      /DATABASE_URL|DATABASE_PASSWORD|PEPPER|COOKIE_KEYS|SIGNING_KEYS/.test(variable),
    );
    expect(secrets.length).toBeGreaterThan(12);
    for (const variable of secrets) {
      if (own.has(variable) || (name === 'gateway' && /PEPPER|KEYS/.test(variable))) continue;
      expect({ variable, value: service(name).environment?.[variable] }).toEqual({ variable, value: '' });
    }
  });

  it('runs Postgres, Kafka, the migration and the four services, and nothing else', () => {
    const running = Object.keys(services).filter((name) => service(name).profiles === undefined);
    expect(running.sort()).toEqual([...APPS, 'kafka', 'postgres'].sort());
  });

  it('has the commands of operators for who asks for them, on the same terms as the apps', () => {
    const { profiles, entrypoint, image, environment = {} } = service('operator');
    expect({ profiles, entrypoint, image }).toEqual({ profiles: ['operator'], entrypoint: ['hundi-operator'], image: 'hundi:local' });
    const needed = ['OPERATOR_DATABASE_URL', 'DATABASE_URL', 'PERSONAL_DATA_KEYS', 'INTERNAL_TOKEN', 'API_KEY_PEPPER', 'KAFKA_BROKERS'];
    for (const name of needed) expect(environment).toHaveProperty(name);
    expect(dockerfile).toContain('COPY --chmod=755 deploy/hundi-operator /usr/local/bin/hundi-operator');
  });

  it('uses official images only, each with a fixed version', () => {
    expect(service('postgres').image).toBe('postgres:17');
    expect(service('kafka').image).toMatch(/^apache\/kafka:4\.\d+\.\d+$/);
    expect(text).not.toContain(':latest');
  });

  it('builds one image of our own and runs every app from it', () => {
    const images = new Set(APPS.map((name) => service(name).image));
    expect([...images]).toEqual(['hundi:local']);
    const built = APPS.filter((name) => service(name).build);
    expect(built).toEqual(['migrate']);
    expect(service('migrate').build).toEqual({ context: '.', dockerfile: 'deploy/Dockerfile' });
  });

  it('runs the same Kafka as the tests do', () => {
    const artifacts = readFileSync(join(ROOT, 'libs/embedded/src/kafka-artifacts.ts'), 'utf8');
    const version = /KAFKA_VERSION = '([\d.]+)'/.exec(artifacts)?.[1];
    expect(service('kafka').image).toBe(`apache/kafka:${version}`);
  });

  it.each([...APPS, 'operator'])('runs %s without root, without capabilities and on a root file system that cannot be written', (name) => {
    const { user, read_only: isReadOnly, tmpfs, cap_drop: dropped, security_opt: security } = service(name);
    expect({ user, isReadOnly, tmpfs, dropped, security }).toEqual({
      user: 'node',
      isReadOnly: true,
      tmpfs: ['/tmp'],
      dropped: ['ALL'],
      security: ['no-new-privileges:true'],
    });
  });

  it.each([...SERVICES, 'postgres', 'kafka'])('asks %s for its health, with a limit to every wait', (name) => {
    const health = service(name).healthcheck;
    expect(health?.test[0]).toBe('CMD');
    expect(health).toMatchObject({
      interval: expect.stringMatching(/s$/),
      timeout: expect.stringMatching(/s$/),
      retries: expect.any(Number),
    });
  });

  it.each(SERVICES)('asks %s whether it serves, on its internal port: nothing that a lost broker would fail for all', (name) => {
    const port = service(name).environment?.INTERNAL_PORT;
    expect(service(name).healthcheck?.test.join(' ')).toContain(`http://127.0.0.1:${port}/health/serving`);
  });

  it('asks Kafka without a JVM for every question', () => {
    expect(service('kafka').healthcheck?.test.join(' ')).toBe('CMD bash -c exec 3<>/dev/tcp/127.0.0.1/9092');
  });

  it('migrates before any service starts, and lets the gateway in last', () => {
    expect(service('migrate').depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
    for (const name of SERVICES) {
      expect(service(name).depends_on).toMatchObject({
        postgres: { condition: 'service_healthy' },
        kafka: { condition: 'service_healthy' },
        migrate: { condition: 'service_completed_successfully' },
      });
    }
    for (const name of ['payments', 'kyc', 'webhooks']) {
      expect(service('gateway').depends_on?.[name]).toEqual({ condition: 'service_healthy' });
    }
  });

  it('starts programs that the build makes', () => {
    for (const name of APPS) {
      const [program = ''] = service(name).command ?? [];
      expect(program).toMatch(/^dist\/apps\/[a-z]+\/src\/[a-z]+\.js$/);
      expect(readFileSync(join(ROOT, program.replace(/^dist\//, '').replace(/js$/, 'ts')), 'utf8')).not.toBe('');
    }
  });

  it('opens no port but the public one, and that on this machine only', () => {
    const open = Object.entries(services).flatMap(([name, { ports = [] }]) => ports.map((port) => `${name} ${port}`));
    expect(open).toEqual(['gateway ${HUNDI_BIND:-127.0.0.1}:${PORT:-4000}:4000']);
  });

  it('holds no secret but defaults for development, which production refuses', () => {
    const secrets = Object.keys(services).flatMap((name) =>
      Object.entries(setOf(name)).filter(([variable]) => /PASSWORD|TOKEN|PEPPER|SECRET/.test(variable)),
    );
    expect(secrets.length).toBeGreaterThanOrEqual(10);
    for (const [name, value] of secrets) {
      const overridable = name === 'DATABASE_PASSWORD' ? 'POSTGRES_PASSWORD' : name;
      expect(String(value)).toContain(`\${${overridable}:-development-only-`);
    }
  });

  it('gives each service the login of its own role and no other, and the user that owns everything to the migration only', () => {
    const loginsOf = (name: string): string[] => Object.keys(setOf(name)).filter((variable) => variable.endsWith('DATABASE_URL'));
    for (const name of SERVICES) {
      const variable = `${name.toUpperCase()}_DATABASE_URL`;
      expect(loginsOf(name)).toEqual([variable]);
      expect(service(name).environment?.[variable]).toBe(`postgres://hundi_${name}@postgres:5432/hundi`);
      const password = `${name.toUpperCase()}_DATABASE_PASSWORD`;
      expect(service('migrate').environment?.[password]).toBe(service(name).environment?.[password]);
      expect(service('migrate').environment?.[variable]).toBe(service(name).environment?.[variable]);
    }
    expect(loginsOf('migrate')).toEqual(expect.arrayContaining(['DATABASE_URL', 'OPERATOR_DATABASE_URL']));
  });

  it('holds no password in a URL, where some characters mean something else', () => {
    expect(text).not.toMatch(/postgres:\/\/[^@\s]*:[^@\s]*\$\{[^@]*@/);
  });

  it('tells each service where the others are', () => {
    expect(service('gateway').environment).toMatchObject({
      PAYMENTS_URL: 'http://payments:4100',
      KYC_URL: 'http://kyc:4100',
      WEBHOOKS_URL: 'http://webhooks:4100',
    });
    expect(service('webhooks').environment).toMatchObject({
      PAYMENTS_URL: 'http://payments:4100',
      KYC_URL: 'http://kyc:4100',
      GATEWAY_INTERNAL_URL: 'http://gateway:4100',
    });
    expect(service('kyc').environment).toMatchObject({ PAYMENTS_URL: 'http://payments:4100' });
    expect(service('payments').environment).toMatchObject({ KYC_URL: 'http://kyc:4100' });
    for (const name of SERVICES)
      expect(service(name).environment).toMatchObject({
        KAFKA_BROKERS: '${HUNDI_KAFKA_BROKERS:-kafka:9092}',
        INTERNAL_PORT: 4100,
        HOST: '0.0.0.0',
      });
  });

  it('digests keys with the same pepper where they are made and where they are checked', () => {
    expect(service('migrate').environment?.API_KEY_PEPPER).toBe(service('gateway').environment?.API_KEY_PEPPER);
  });

  it('says that the network of Kafka is trusted only because nothing outside of it reaches the broker', () => {
    for (const name of SERVICES) expect(service(name).environment?.KAFKA_TRUSTED_NETWORK).toBe('${KAFKA_TRUSTED_NETWORK:-true}');
    expect(service('kafka').ports).toBeUndefined();
    expect(Object.values(services).every(({ networks }) => networks === undefined)).toBe(true);
  });

  it('does not let topics come into being by accident', () => {
    expect(service('kafka').environment?.KAFKA_AUTO_CREATE_TOPICS_ENABLE).toBe('false');
  });
});

describe('deploy/docker-compose.secrets.yml', () => {
  const secretsText = readFileSync(join(ROOT, 'deploy/docker-compose.secrets.yml'), 'utf8');
  const options = { merge: true, customTags: [{ tag: '!reset', resolve: () => null }] };
  const override = parse(secretsText, options) as { services: Record<string, Service>; secrets: Record<string, { file: string }> };

  it('takes every secret of docker-compose.yml from a file, and takes its value away', () => {
    for (const name of Object.keys(services)) {
      const own = override.services[name]?.environment ?? {};
      for (const variable of Object.keys(setOf(name)).filter((one) => /PASSWORD|TOKEN|PEPPER|DATA_KEYS|INDEX_KEY/.test(one))) {
        expect({ name, variable, value: own[variable] || '' }).toEqual({ name, variable, value: '' });
        expect(own).toHaveProperty(variable);
        expect(String(own[`${variable}_FILE`])).toMatch(/^\/run\/secrets\/[a-z_]+$/);
      }
    }
  });

  it('mounts exactly the files that a service is told of, and defines each', () => {
    for (const { environment = {}, secrets = [] } of Object.values(override.services)) {
      const named = Object.values(environment).flatMap((value) => /^\/run\/secrets\/(\w+)$/.exec(String(value))?.[1] ?? []);
      expect([...new Set(named)].sort()).toEqual([...secrets].sort());
      for (const name of secrets) expect(override.secrets[name]?.file).toBe(`\${SECRETS_DIR:-./secrets}/${name}`);
    }
  });
});

describe('deploy/Dockerfile', () => {
  it('is built from the official Node image, for every stage the same', () => {
    const images = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map((match) => match[1]);
    expect(images).toEqual(['node:24-bookworm-slim', 'node:24-bookworm-slim', 'node:24-bookworm-slim']);
  });

  it('names no syntax image, which would have to be fetched', () => {
    expect(dockerfile).not.toMatch(/^#\s*syntax=/m);
  });

  it('ends as an ordinary user', () => {
    const users = [...dockerfile.matchAll(/^USER (\S+)/gm)].map((match) => match[1]);
    expect(users).toEqual(['node']);
  });

  it('lets threads share their memory, as the programs of a clone do', () => {
    expect(dockerfile).toContain('ENV MALLOC_ARENA_MAX=1');
    for (const name of ['start', 'start:kafka']) expect(packageJson.scripts[name]).toMatch(/^MALLOC_ARENA_MAX=1 exec node /);
  });

  it('copies the package file, whose imports name the libs', () => {
    const lastStage = dockerfile.slice(dockerfile.lastIndexOf('FROM '));
    expect(lastStage).toContain('COPY package.json');
    for (const target of Object.values(packageJson.imports)) expect(target).toMatch(/^\.\/dist\//);
  });
});

describe('nest-cli.json', () => {
  it('lists every app and every lib', () => {
    const { projects } = JSON.parse(readFileSync(join(ROOT, 'nest-cli.json'), 'utf8')) as { projects: Record<string, { root: string }> };
    const roots = Object.values(projects).map(({ root }) => root);
    const libs = Object.keys(packageJson.imports).map((name) => `libs/${name.slice(1)}`);
    expect(roots.sort()).toEqual([...SERVICES.map((name) => `apps/${name}`), 'apps/standalone', ...libs].sort());
  });
});
