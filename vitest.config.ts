/**
 * Five kinds of test, told apart by their names.
 *
 * `*.test.ts(x)` is pure and fast; `*.db.test.ts` meets a real Postgres; `*.box.test.ts` meets a real sandboxd
 * and a real Postgres; `*.worker.test.ts` hires workers besides, and has a process and so a database for each file; `*.system.test.ts` starts everything as `npm start` does, and needs a build. Each run brings
 * its own throw-away servers, so several may run at once.
 */
import path from 'node:path'
import { defineConfig } from 'vitest/config'

const EVERYWHERE = '**/*.test.{ts,tsx}'
const DATABASE = '**/*.db.test.ts'
const BOX = '**/*.box.test.ts'
const WORKER = '**/*.worker.test.ts'
const SYSTEM = '**/*.system.test.ts'
const NEVER = ['**/node_modules/**', 'dist/**', '**/.next*/**', '.data/**', 'e2e/**']

/** Guards against hanging, not measures of speed: the machine may be busy. */
const PATIENCE = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 50_000 } } }

const shared = {
  // Next resolves this guard by itself; outside a bundle it has no meaning.
  alias: {
    // As its consumers call it.
    'guildhall/sdk': path.resolve(import.meta.dirname, 'lib/sdk/sdk.ts'),
    'server-only': path.resolve(import.meta.dirname, 'node_modules/next/dist/compiled/server-only/empty.js'),
  },
}

export default defineConfig({
  test: {
    // By itself it leaves one core of two to nobody.
    maxWorkers: 2,
    projects: [
      {
        resolve: shared,
        test: {
          name: 'unit',
          include: [EVERYWHERE],
          exclude: [...NEVER, DATABASE, BOX, WORKER, SYSTEM],
          // Pure tests cannot disturb one another, so they share a process: three times faster.
          isolate: false,
          setupFiles: 'lib/testing/same-cases.ts',
          ...PATIENCE,
        },
      },
      {
        resolve: shared,
        test: {
          name: 'integration',
          include: [DATABASE],
          exclude: NEVER,
          // Each test makes the people and things it needs, so files share a process: a third less time.
          isolate: false,
          globalSetup: 'lib/testing/boot-database.ts',
          setupFiles: ['lib/testing/use-servers.ts', 'lib/testing/use-own-database.ts'],
          ...PATIENCE,
        },
      },
      {
        resolve: shared,
        test: {
          name: 'box',
          include: [BOX],
          exclude: NEVER,
          isolate: false,
          globalSetup: ['lib/testing/boot-database.ts', 'lib/testing/boot-sandbox.ts'],
          setupFiles: ['lib/testing/use-servers.ts', 'lib/testing/use-own-database.ts'],
          ...PATIENCE,
        },
      },
      {
        resolve: shared,
        test: {
          name: 'worker',
          include: [WORKER],
          exclude: NEVER,
          globalSetup: ['lib/testing/boot-database.ts', 'lib/testing/boot-sandbox.ts'],
          setupFiles: ['lib/testing/use-servers.ts', 'lib/testing/use-own-database.ts'],
          ...PATIENCE,
        },
      },
      {
        resolve: shared,
        test: { name: 'system', include: [SYSTEM], exclude: NEVER, ...PATIENCE },
      },
    ],
  },
})
