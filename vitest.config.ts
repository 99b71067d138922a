/**
 * Six kinds of tests by file name.
 *
 * `*.test.ts(x)` are pure; `*.db.test.ts` use a real Postgres; `*.sandbox.test.ts` a real sandboxd and Postgres;
 * `*.worker.test.ts` also start workers, with a process and database per file; `*.system.test.ts` start
 * everything like `npm start` and need a build; `*.cluster.test.ts` do so on several machines, in the long run.
 */
import path from 'node:path'
import { defineConfig } from 'vitest/config'

const EVERYWHERE = '**/*.test.{ts,tsx}'
const DATABASE = '**/*.db.test.ts'
const SANDBOX = '**/*.sandbox.test.ts'
const WORKER = '**/*.worker.test.ts'
const SYSTEM = '**/*.system.test.ts'
const CLUSTER = '**/*.cluster.test.ts'
const NEVER = ['**/node_modules/**', 'dist/**', '**/.next*/**', '.data/**', 'e2e/**']

/** Guards against hanging, not performance limits: the machine may be busy. */
const PATIENCE = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 50_000 } } }

const shared = {
  // Next resolves this guard itself; outside a bundle it is meaningless.
  alias: {
    // The specifier that consumers use.
    'guildhall/sdk': path.resolve(import.meta.dirname, 'lib/protocols/sdk/sdk.ts'),
    'next/cache': path.resolve(import.meta.dirname, 'lib/testing/fake-next-cache.ts'),
    'next/headers': path.resolve(import.meta.dirname, 'lib/testing/fake-next-headers.ts'),
    'server-only': path.resolve(import.meta.dirname, 'node_modules/next/dist/compiled/server-only/empty.js'),
  },
}

const withDatabase = {
  alias: {
    ...shared.alias,
    // Hashing passwords would take a third of a second each.
    './password-cost.ts': path.resolve(import.meta.dirname, 'lib/testing/cheap-password-cost.ts'),
  },
}

export default defineConfig({
  test: {
    // The default would use only one of two cores.
    maxWorkers: 2,
    projects: [
      {
        resolve: shared,
        test: {
          name: 'unit',
          include: [EVERYWHERE],
          exclude: [...NEVER, DATABASE, SANDBOX, WORKER, SYSTEM, CLUSTER],
          // Pure tests are independent, so they share a process: three times faster.
          isolate: false,
          setupFiles: ['lib/testing/keep-environment.ts', 'lib/testing/fix-random-seed.ts'],
          ...PATIENCE,
        },
      },
      {
        resolve: withDatabase,
        test: {
          name: 'integration',
          include: [DATABASE],
          exclude: NEVER,
          // Each test creates its own data, so files share a process: a third faster.
          isolate: false,
          globalSetup: 'lib/testing/boot-database.ts',
          setupFiles: [
            'lib/testing/keep-environment.ts',
            'lib/testing/use-servers.ts',
            'lib/testing/use-database-copy.ts',
          ],
          ...PATIENCE,
        },
      },
      {
        resolve: withDatabase,
        test: {
          name: 'sandbox',
          include: [SANDBOX],
          exclude: NEVER,
          isolate: false,
          globalSetup: ['lib/testing/boot-database.ts', 'lib/testing/boot-sandbox.ts'],
          setupFiles: [
            'lib/testing/keep-environment.ts',
            'lib/testing/use-servers.ts',
            'lib/testing/use-database-copy.ts',
          ],
          ...PATIENCE,
        },
      },
      {
        resolve: shared,
        test: {
          // The tests of sandboxd once more, in another jail.
          name: 'jails',
          include: ['{sandboxd,bin/commands}/**/*.sandbox.test.ts'],
          exclude: NEVER,
          isolate: false,
          globalSetup: 'lib/testing/boot-sandbox.ts',
          setupFiles: ['lib/testing/keep-environment.ts', 'lib/testing/use-servers.ts'],
          ...PATIENCE,
        },
      },
      {
        resolve: withDatabase,
        test: {
          name: 'worker',
          include: [WORKER],
          exclude: NEVER,
          globalSetup: ['lib/testing/boot-database.ts', 'lib/testing/boot-sandbox.ts'],
          setupFiles: [
            'lib/testing/keep-environment.ts',
            'lib/testing/use-servers.ts',
            'lib/testing/use-database-copy.ts',
          ],
          ...PATIENCE,
          // Each look costs as much as a worker at rest.
          expect: { poll: { ...PATIENCE.expect.poll, interval: 200 } },
        },
      },
      {
        resolve: shared,
        // Each file starts a whole site, and all of them at once.
        test: { name: 'system', include: [SYSTEM], exclude: NEVER, ...PATIENCE, hookTimeout: 300_000 },
      },
      {
        resolve: shared,
        test: {
          name: 'cluster',
          include: [CLUSTER],
          exclude: NEVER,
          fileParallelism: false,
          ...PATIENCE,
          testTimeout: 1_800_000,
          hookTimeout: 900_000,
        },
      },
    ],
  },
})
