import { DEFAULT_LIMITS, DEFAULT_QUOTAS, NO_IDENTITY } from '@palaver/core';
import { describe, expect, test } from 'vitest';
import { RATE_LIMITS } from '../rate-limit/limits.js';
import { ConfigError, readConfig } from './config.js';
import { VARIABLES } from './variables.js';

describe('readConfig', () => {
  test('an empty environment gives the documented defaults', () => {
    const { dataDir, trustedProxies: _ranges, ...config } = readConfig({ PORT: '' });
    expect(dataDir).toMatch(/\/data$/);
    expect(config).toEqual({
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: null,
      databaseWaitSeconds: 60,
      redisUrl: null,
      s3: null,
      databasePool: 20,
      drainSeconds: 0,
      workers: 1,
      secretKey: null,
      previousSecretKey: null,
      publicUrl: null,
      corsOrigins: [],
      logLevel: 'info',
      metricsToken: null,
      tracesEndpoint: null,
      registration: 'open',
      mayBeRoot: true,
      keepsPhotoPositions: false,
      identity: NO_IDENTITY,
      sessionIdleDays: 30,
      sessionMaxDays: 180,
      eventRetentionDays: 7,
      quotas: DEFAULT_QUOTAS,
      limits: DEFAULT_LIMITS,
      rates: RATE_LIMITS,
      connections: {
        connections: 20_000,
        connectionsPerAddress: 2_000,
        requestsPerAddress: 60,
        headersSeconds: 10,
        requestSeconds: 300,
        keepAliveSeconds: 65,
      },
      beforeSend: null,
      webhookNetworks: [],
      smtp: null,
      variables: expect.any(Array),
    });
  });

  test.each([
    [{ PUBLIC_URL: 'https://chat.example.com' }, 'invite', false],
    [{ PUBLIC_URL: 'https://chat.example.com', REGISTRATION: 'open', ALLOW_ROOT: 'true' }, 'open', true],
    [{ PUBLIC_URL: 'http://chat.internal' }, 'open', true],
    [{ PUBLIC_URL: 'http://192.168.1.2:3000' }, 'open', true],
    [{ REGISTRATION: 'closed' }, 'closed', true],
  ])('%j registers as %s, and may be root: %s', (environment, registration, mayBeRoot) => {
    expect(readConfig(environment)).toMatchObject({ registration, mayBeRoot });
  });

  test('what is shown of a variable has no secret, and says whether it is the default', () => {
    const { variables } = readConfig({
      DATABASE_URL: 'postgres://user:a-password@one:5432,two:5432/chat?sslpassword=a-password',
      REDIS_URL: 'redis://:a-password@cache:6379',
      PUBLIC_URL: 'https://chat.example.com',
      SMTP_URL: 'smtp://user:a-password@mail.example.com:587',
      MAIL_FROM: 'chat@example.com',
      S3_BUCKET: 'files',
      S3_ACCESS_KEY_ID: 'an-id',
      S3_SECRET_ACCESS_KEY: 'a-password',
    });
    const shown = (name: string) => variables.find((one) => one.name === name);
    expect(JSON.stringify(variables)).not.toContain('a-password');
    expect(shown('DATABASE_URL')?.value).toBe('postgres://one:5432,two:5432/chat');
    expect(shown('REDIS_URL')?.value).toBe('redis://cache:6379');
    expect(shown('SMTP_URL')?.value).toBe('smtp://mail.example.com:587');
    expect(shown('S3_SECRET_ACCESS_KEY')).toMatchObject({ isSet: true, isSecret: true, value: null });
    expect(shown('REGISTRATION')).toMatchObject({ isSet: false, value: 'invite' });
    expect(shown('SMTP_URL')).toMatchObject({ isSet: true, isSecret: false });
    expect(variables.map(({ name }) => name)).toEqual(Object.keys(VARIABLES));
  });

  test('photos keep where they were taken where the operator says so', () => {
    const { keepsPhotoPositions } = readConfig({ KEEP_PHOTO_POSITIONS: 'true' });
    expect(keepsPhotoPositions).toBe(true);
  });

  test('reads lists and URLs', () => {
    const config = readConfig({
      CORS_ORIGINS: 'https://a.example, http://localhost:5173',
      PUBLIC_URL: 'https://chat.example.com/',
      PORT: '0',
    });
    expect(config.corsOrigins).toEqual(['https://a.example', 'http://localhost:5173']);
    expect(config.publicUrl).toBe('https://chat.example.com');
    expect(config.port).toBe(0);
  });

  test.each([
    ['PORT', 'eighty'],
    ['WORKERS', 'all'],
    ['WORKERS', '0'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_URL', 'postgres://['],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['WEBHOOK_PRIVATE_NETWORKS', '10.0.0.0'],
    ['WEBHOOK_PRIVATE_NETWORKS', '10.0.0.0/8,receiver.example.com'],
    ['REDIS_URL', 'redis://localhost'],
    ['REDIS_URL', 'http://localhost'],
    ['S3_BUCKET', 'Files'],
    ['S3_BUCKET', 'files-without-keys'],
    ['S3_ENDPOINT', '127.0.0.1:9000'],
    ['S3_PREFIX', '/files'],
    ['S3_PATH_STYLE', 'true'],
    ['PUBLIC_URL', 'chat.example.com'],
    ['CORS_ORIGINS', '*'],
    ['CORS_ORIGINS', 'https://a.example/path'],
    ['LOG_LEVEL', 'loud'],
    ['METRICS_TOKEN', 'short'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', '127.0.0.1:4318'],
    ['METRICS_TOKEN', 'with spaces in between'],
    ['BEFORE_SEND_URL', 'app.example.com/hook'],
    ['BEFORE_SEND_URL', 'https://app.example.com/without-a-secret'],
    ['BEFORE_SEND_SECRET', 'whsec_c2hvcnQ='],
    ['BEFORE_SEND_SECRET', 'no prefix of the standard, and no base64'],
    ['BEFORE_SEND_ON_FAILURE', 'ask'],
    ['SMTP_URL', 'mail.example.com'],
    ['SMTP_URL', 'smtp://mail.example.com'],
    ['MAIL_FROM', 'nobody'],
    ['MAIL_FROM', 'Chat\r\nBcc: x@example.com <chat@example.com>'],
    ['MAIL_PAGES_URL', 'pages'],
    ['REGISTRATION', 'everybody'],
    ['IDENTITY_FILE', '/there/is/no/such/file.json'],
    ['SESSION_IDLE_DAYS', '0'],
    ['EVENT_RETENTION_DAYS', '1.5'],
    ['QUOTA_BOTS', '0'],
    ['MESSAGE_MAX_CHARACTERS', '40001'],
    ['FILE_MAX_MB', '0'],
    ['AVATAR_MAX_MB', '51'],
    ['RATE_BURST', '0'],
    ['CONNECTIONS_PER_ADDRESS', '0'],
    ['HEADERS_TIMEOUT_SECONDS', '10s'],
    ['KEEP_ALIVE_SECONDS', '0'],
    ['QUOTA_STORED_GB', 'much'],
  ])('refuses %s=%s by name', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name}: `));
  });

  test('names every bad variable at once', () => {
    expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'y' })).toThrow(/PORT: .*\nLOG_LEVEL: /);
  });
});
