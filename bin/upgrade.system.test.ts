/**
 * Two versions on one database: customers pay for calls and plans at a site of the former version, a site of this one
 * joins it, migrates, and takes over. `GUILDHALL_FORMER` is the folder of the former version, installed and built there;
 * `GUILDHALL_UPGRADE_MINUTES` changes how long both serve.
 */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFailed, onTestFinished, test, vi } from 'vitest'
import { startReverseProxy } from '#lib/testing/cluster/reverse-proxy.ts'
import { inLongRun, skipUnless } from '#lib/testing/skip-unless.ts'
import { startTestSite } from '#lib/testing/start-test-site.ts'
import { withClient } from './server/postgres/databases.ts'
import { startTemporaryPostgres } from './server/postgres/temporary-postgres.ts'

const FORMER = process.env.GUILDHALL_FORMER ?? ''
const MINUTES = Number(process.env.GUILDHALL_UPGRADE_MINUTES) || 10
/** Milliseconds that each version serves alone, before and after both do. */
const ALONE_MS = 20_000
const CALLERS = 3
const PLANNERS = 2
const PAUSE_MS = 200

type Customers = { skill: string; payers: { organisationId: string; key: string }[] }

/** Runs the former version's code, because this version's code needs migrations that are not applied yet. */
function makeCustomers(databaseUrl: string): Customers {
  const script = `
    const { makePayer, publishPaidSkill } = await import('./lib/testing/cluster/paid-load.ts')
    const { database } = await import('./lib/kernel/db/prisma-client.ts')
    const skill = await publishPaidSkill("async function handler({ parameters }) { return { message: parameters.name } }")
    const payers = []
    for (let count = 0; count < ${CALLERS + PLANNERS}; count += 1) {
      const payer = await makePayer()
      const where = { organisationId: payer.organisationId }
      const policy = { mode: 'auto-read-only', updatedById: 'test' }
      await database().approvalPolicy.upsert({ where, create: { ...where, ...policy }, update: policy })
      payers.push(payer)
    }
    console.log('\\n' + JSON.stringify({ skill, payers }))
    process.exit(0)`
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: FORMER,
    env: { ...process.env, DATABASE_URL: databaseUrl },
    encoding: 'utf8',
  })
  return JSON.parse(printed.trim().split('\n').at(-1) ?? '') as Customers
}

test(`sites of two versions serve paid calls and plans for ${MINUTES} minutes: nothing is lost or charged twice`, {
  ...(FORMER
    ? inLongRun
    : skipUnless(false, 'needs GUILDHALL_FORMER, the built folder of the former version')),
  timeout: (MINUTES + 20) * 60_000,
}, async () => {
  const postgres = await startTemporaryPostgres()
  onTestFinished(() => postgres.stop())
  await withClient(postgres.url('postgres'), (client) => client.query('create database market'))
  const databaseUrl = postgres.url('market')
  const folders = ['former', 'present'].map((name) => fs.mkdtempSync(path.join(os.tmpdir(), `gh-${name}-`)))
  const settings = {
    DATABASE_URL: databaseUrl,
    NEXTAUTH_SECRET: randomBytes(32).toString('base64url'),
    GUILDHALL_MASTER_KEY: randomBytes(32).toString('base64'),
    TRUST_PROXY: '1',
  }
  const countMigrations = () =>
    withClient(databaseUrl, async (client) => {
      const { rows } = await client.query('select count(*)::int as count from _prisma_migrations')
      return rows[0].count as number
    })

  // Sandboxes of other versions may remove each other's folders.
  const inFolder = (folder = '') => ({ ...settings, GUILDHALL_SANDBOX_DIR: folder })
  const former = await startTestSite(
    { ...inFolder(folders[0]), GUILDHALL_DIST_DIR: '.next' },
    folders[0],
    FORMER,
  )
  onTestFinished(() => former.stop())
  onTestFailed(() => console.log(former.printed().slice(-3_000)))
  const { skill, payers } = makeCustomers(databaseUrl)
  const serving = [former.origin]
  const proxy = await startReverseProxy('127.0.0.1', serving)
  onTestFinished(() => void proxy.stop())
  const { startPaidLoad, startPlanLoad, settleAccounts } = await import('#lib/testing/cluster/paid-load.ts')
  const load = startPaidLoad(proxy.url, skill, payers.slice(0, CALLERS), PAUSE_MS)
  const plans = startPlanLoad(proxy.url, skill, payers.slice(CALLERS))
  const succeeded = () => [...load.succeeded, ...plans.succeeded]
  const countSucceeded = () => succeeded().reduce((sum, count) => sum + count, 0)
  const serve = async (ms: number) => {
    const before = { calls: countSucceeded(), tries: load.total.tries, ended: load.total.calls }
    await sleep(ms)
    await vi.waitUntil(() => countSucceeded() > before.calls, { timeout: 120_000, interval: 100 })
    const tries = load.total.tries - before.tries
    const repeated = tries - (load.total.calls - before.ended)
    return { paidCalls: countSucceeded() - before.calls, tries, repeated }
  }

  const atFormer = await serve(ALONE_MS)
  const migrations = await countMigrations()
  const present = await startTestSite(inFolder(folders[1]), folders[1])
  onTestFinished(() => present.stop())
  onTestFailed(() => console.log(present.printed().slice(-3_000)))
  const applied = (await countMigrations()) - migrations
  serving.push(present.origin)
  const atBoth = await serve(MINUTES * 60_000)
  serving.shift()
  await former.stop()
  const atPresent = await serve(ALONE_MS)
  const [calls, planRuns] = await Promise.all([load.stop(), plans.stop()])
  const { paid, owed, reserved, ledger, open } = await settleAccounts(payers, succeeded())
  // For the notes of a release: how many calls each version answered.
  console.info(JSON.stringify({ applied, atFormer, atBoth, atPresent, calls, planRuns }))

  expect([calls.lost, planRuns.lost]).toEqual([0, 0])
  expect(paid).toEqual(owed)
  expect({ reserved, ledger, open }).toEqual({ reserved: 0n, ledger: 0n, open: 0 })
})
