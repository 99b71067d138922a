/**
 * The image of deploy/Containerfile, run with the options of deploy/compose.yml: it starts, runs skills, and is replaced by
 * the next version and back.
 *
 * The next version is this one with one more migration. With `GUILDHALL_FORMER`, a folder with the sources of a former
 * version, that one is built and replaced by this one. Postgres runs beside the containers, on their network.
 */
import { execFileSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { skipUnless } from '#lib/testing/skip-unless.ts'
import { makeCerts } from '#lib/testing/start-sandbox-host.ts'
import { withClient } from '../server/postgres/databases.ts'
import { startTemporaryPostgres } from '../server/postgres/temporary-postgres.ts'
import { findFreePort } from '../server/runtime/free-port.ts'
import { PROJECT_ROOT } from '../server/runtime/project-root.ts'
import { readComposeService } from './compose-options.ts'
import { type ContainerStorage, missingContainersReason, openContainerStorage } from './containers.ts'

const FORMER = process.env.GUILDHALL_FORMER
const reason = process.env.GUILDHALL_LONG
  ? missingContainersReason(console.log)
  : 'runs with npm run test:long'
const WAIT = { timeout: 180_000, interval: 250 }

const NEXT_VERSION = `FROM guildhall:former
COPY migration.sql /app/prisma/migrations/29990101000000_next_version/
`
const NEXT_MIGRATION = 'CREATE TABLE "of_the_next_version" ("id" TEXT PRIMARY KEY);\n'

/** Publishes a paid skill with the code of the image. */
const PUBLISH = `
  const { makePayer, publishPaidSkill } = await import('./lib/testing/cluster/paid-load.ts')
  const skill = await publishPaidSkill("async function handler({ parameters }) { return { message: parameters.name } }")
  const { key } = await makePayer()
  console.log(JSON.stringify({ skill, key }))
  process.exit(0)`

test('the image starts, runs a paid skill, and is replaced by the next version and back', {
  ...skipUnless(!reason, reason ?? ''),
  timeout: 60 * 60_000,
}, async ({ task, skip }) => {
  const seconds: Record<string, number> = {}
  const timed = async <Result>(what: string, work: () => Promise<Result>): Promise<Result> => {
    const startedAt = performance.now()
    const result = await work()
    seconds[what] = Math.round((performance.now() - startedAt) / 100) / 10
    return result
  }
  const storage = openContainerStorage()
  onTestFinished(() => storage.close())
  const base = await timed('base', () => storage.addBase(console.log)).catch(() => undefined)
  if (base === undefined || !(await storage.canRun())) {
    task.meta.skipReason =
      base === undefined ? 'the base image could be neither pulled nor made' : 'no container can run here'
    return skip()
  }
  await timed('build', () => storage.build('guildhall:former', FORMER ?? PROJECT_ROOT))
  await timed('buildNext', () => buildNext(storage))
  const bytes = await storage.sizeOf('guildhall:former')

  const { startPart, port, databaseUrl } = await prepareParts(storage)
  const startSite = async (image: string) => {
    await startPart('site', image)
    await vi.waitUntil(() => storage.isHealthy('site'), WAIT)
    await vi.waitUntil(async () => (await fetch(`http://127.0.0.1:${port}/api/health`)).ok, WAIT)
  }
  await startPart('sandbox', 'guildhall:former')
  await timed('start', () => startSite('guildhall:former'))
  await startPart('worker', 'guildhall:former')

  expect(await storage.exec('site', 'touch', '/app/changed')).toMatchObject({
    printed: expect.stringContaining('Read-only file system'),
  })
  const { printed: status } = await storage.exec('site', 'cat', '/proc/self/status')
  expect(/^Uid:\s+(\d+)/m.exec(status)?.[1]).toBe('1000')
  expect(/^CapBnd:\s+(\w+)/m.exec(status)?.[1]).toMatch(/^0+$/)
  expect(/^NoNewPrivs:\s+(\d)/m.exec(status)?.[1]).toBe('1')

  const published = await storage.exec('site', 'node', '--input-type=module', '--eval', PUBLISH)
  const { skill, key }: { skill: string; key: string } = JSON.parse(published.printed.trim())
  const call = async (name: string, idempotencyKey: string, isDeferred = false) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/skills/${skill}/runs`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
      },
      body: JSON.stringify({ args: { name }, ...(isDeferred && { async: true }) }),
    })
    return (await response.json()) as { run_id: string; output?: { message: string } }
  }
  const firstKey = randomUUID()
  const first = await timed('firstRun', () => call('Ada', firstKey))
  expect(first).toMatchObject({ output: { message: 'Ada' } })

  // Workers are replaced after the sites: a deferred run is performed by whichever is there.
  await storage.stop('worker')
  expect(await storage.stop('site')).toBe(0)
  await timed('upgrade', () => startSite('guildhall:next'))
  await startPart('worker', 'guildhall:next')
  const migrations = await countMigrations(databaseUrl)
  expect(await call('Ada', firstKey)).toMatchObject({ run_id: first.run_id })
  expect(await call('Grace', randomUUID())).toMatchObject({ output: { message: 'Grace' } })

  await storage.stop('worker')
  expect(await storage.stop('site')).toBe(0)
  await timed('rollback', () => startSite('guildhall:former'))
  await startPart('worker', 'guildhall:former')
  expect(await countMigrations(databaseUrl)).toBe(migrations)
  expect(await call('Ada', firstKey)).toMatchObject({ run_id: first.run_id })
  expect(await call('Mary', randomUUID())).toMatchObject({ output: { message: 'Mary' } })
  const deferred = await call('Lise', randomUUID(), true)
  await vi.waitUntil(async () => (await readState(databaseUrl, deferred.run_id)) === 'succeeded', WAIT)

  // For the notes of a release.
  console.info(JSON.stringify({ base, seconds, megabytes: Math.round(bytes / 1e6) }))
})

async function buildNext(storage: ContainerStorage): Promise<void> {
  if (FORMER) return storage.build('guildhall:next', PROJECT_ROOT)
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-next-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  fs.writeFileSync(path.join(folder, 'Containerfile'), NEXT_VERSION)
  fs.writeFileSync(path.join(folder, 'migration.sql'), NEXT_MIGRATION)
  await storage.build('guildhall:next', folder, { file: 'Containerfile' })
}

/** Starts a database, and returns what starts the parts of compose.yml on free ports. */
async function prepareParts(storage: ContainerStorage) {
  const postgres = await startTemporaryPostgres()
  onTestFinished(() => postgres.stop())
  const password = randomBytes(12).toString('hex')
  await withClient(postgres.url('postgres'), async (client) => {
    await client.query(`create role guildhall login password '${password}'`)
    await client.query('create database guildhall owner guildhall')
  })
  const certs = await makeCerts()
  onTestFinished(() => fs.rmSync(certs.folder, { recursive: true }))
  fs.renameSync(certs.host, path.join(certs.folder, 'host-sandbox'))
  // As the comment in compose.yml says: the account of the image reads them.
  execFileSync('chown', ['-R', '1000:1000', certs.folder])
  const [port, sandboxPort] = [await findFreePort(), await findFreePort()]
  const values = {
    variables: {
      DB_PASSWORD: password,
      NEXTAUTH_SECRET: randomBytes(32).toString('base64url'),
      NEXTAUTH_URL: `http://127.0.0.1:${port}`,
      GUILDHALL_MASTER_KEY: randomBytes(32).toString('base64'),
    },
    addresses: {
      'postgres:5432': `127.0.0.1:${postgres.port}`,
      'sandbox:7443': `localhost:${sandboxPort}`,
      '0.0.0.0:7443': `127.0.0.1:${sandboxPort}`,
    },
    certs: certs.folder,
  }
  const startPart = (name: 'site' | 'worker' | 'sandbox', image: string) => {
    const { options, command } = readComposeService(name, values)
    onTestFinished(async ({ task }) => {
      if (task.result?.state === 'fail')
        console.log(`${name}: ${(await storage.printed(name).catch(() => 'is gone')).slice(-3_000)}`)
    })
    return storage.start({ name, image, options: [...options, '--env', `PORT=${port}`], command })
  }
  return { startPart, port, databaseUrl: postgres.url('guildhall') }
}

function countMigrations(databaseUrl: string): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query('select count(*)::int as count from _prisma_migrations')
    return rows[0].count
  })
}

function readState(databaseUrl: string, runId: string): Promise<string | undefined> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query('select state from "Run" where id = $1', [runId])
    return rows[0]?.state
  })
}
