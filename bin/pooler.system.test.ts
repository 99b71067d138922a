/**
 * The site behind PgBouncer in transaction mode, with one role for the owner of the tables and one for the site: sign-in,
 * a run, a plan and live events work. The server's own time zone is another than the site's.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createKey } from '#lib/auth/manage-api-keys.ts'
import { database } from '#lib/kernel/db/prisma-client.ts'
import { startPlanRun } from '#lib/plans/start/start-plan-run.ts'
import { cheapPasswordHash } from '#lib/testing/cheap-password-hash.ts'
import { contextFor, makePublishedVersion, makeUser } from '#lib/testing/factories.ts'
import { startPgBouncer } from '#lib/testing/start-pgbouncer.ts'
import { readRunFile } from './server/installation/run-file.ts'
import { withClient } from './server/postgres/databases.ts'
import type { Postgres } from './server/postgres/start-postgres.ts'
import { startTemporaryPostgres } from './server/postgres/temporary-postgres.ts'
import { findFreePort } from './server/runtime/free-port.ts'
import { PROJECT_ROOT } from './server/runtime/project-root.ts'
import { openDatabase } from './server/supervisor/database.ts'
import { endChild } from './server/supervisor/supervised-process.ts'
import { ensurePgBouncer } from './testing/ensure-programs.ts'

const PASSWORD = 'correct horse battery'
const program = ensurePgBouncer()
if (!program) console.warn('skipped: PgBouncer is not installed, and Debian’s package could not be fetched')

describe.skipIf(!program)('behind PgBouncer in transaction mode', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-system-'))
  let postgres: Postgres
  let pooler: Awaited<ReturnType<typeof startPgBouncer>>
  let site: ChildProcess
  let url: string
  let urls: Record<'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATABASE_OWNER_URL', string>
  let logged = ''

  beforeAll(async () => {
    postgres = await startTemporaryPostgres()
    await withClient(postgres.url('postgres'), async (client) => {
      await client.query(`create role market_owner login password 'o'`)
      await client.query(`create role market_site login password 's'`)
      await client.query('create database market owner market_owner')
      await client.query(`alter database market set timezone = 'Asia/Tokyo'`)
    })
    const as = (username: string, password: string) =>
      Object.assign(new URL(postgres.url('market')), { username, password }).href
    pooler = await startPgBouncer(program!, as('market_site', 's'))
    urls = {
      DATABASE_URL: pooler.url,
      DATABASE_DIRECT_URL: as('market_site', 's'),
      DATABASE_OWNER_URL: as('market_owner', 'o'),
    }
    for (const [name, value] of Object.entries(urls)) vi.stubEnv(name, value)
    await start()
  })

  afterAll(async () => {
    if (site) await endChild(site)
    await database().$disconnect()
    await pooler?.stop()
    await postgres?.stop()
    vi.unstubAllEnvs()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  async function start(): Promise<void> {
    const { PATH, HOME, GUILDHALL_DIST_DIR } = process.env
    const port = await findFreePort()
    url = `http://127.0.0.1:${port}`
    const env = {
      NODE_ENV: 'production' as const,
      PATH,
      HOME,
      GUILDHALL_DIST_DIR,
      GUILDHALL_DATA_DIR: folder,
    }
    site = spawn(process.execPath, [path.join(PROJECT_ROOT, 'bin/start.ts')], {
      env: { ...env, ...urls, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [site.stdout, site.stderr]) {
      stream?.on('data', (chunk) => {
        logged += chunk
      })
    }
    await vi.waitUntil(() => site.exitCode !== null || logged.includes('ready on http'), { timeout: 110_000 })
    expect(site.exitCode, logged).toBeNull()
  }

  const ask = async (path: string, key: string, body?: object) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const response = await fetch(`${url}${path}`, {
      headers,
      signal: AbortSignal.timeout(60_000),
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    return { status: response.status, text: await response.text() }
  }

  async function makeCaller() {
    const { skillName } = await makePublishedVersion()
    const user = await makeUser({ passwordHash: await cheapPasswordHash(PASSWORD) })
    const ctx = await contextFor(user)
    const { key } = await createKey(ctx, { name: 'Pooled', scopes: ['read', 'run'], expiresInDays: 1 })
    return { ctx, user, key, skillName }
  }

  test('it is ready only when every part works', async () => {
    expect((await fetch(`${url}/api/health`)).status).toBe(200)
    expect(readRunFile(folder)).toMatchObject({
      databaseUrl: urls.DATABASE_URL,
      ownerUrl: urls.DATABASE_OWNER_URL,
    })
  })

  test('people sign in', async () => {
    const { user } = await makeCaller()
    const { csrfToken, cookies } = await fetch(`${url}/api/auth/csrf`).then(async (answer) => ({
      ...((await answer.json()) as { csrfToken: string }),
      cookies: answer.headers.getSetCookie().map((each) => each.split(';')[0]),
    }))
    const entered = await fetch(`${url}/api/auth/callback/credentials`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: cookies.join('; ') },
      body: new URLSearchParams({ csrfToken, email: user.email, password: PASSWORD, json: 'true' }),
    })
    const cookie = entered.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ')
    const settings = await fetch(`${url}/settings`, { headers: { cookie } })

    expect(await settings.text()).toContain(user.email)
  })

  test('a skill runs, again and again, and its times are UTC', async () => {
    const { key, skillName } = await makeCaller()
    // A driver that prepares repeated statements under a name would have prepared this one.
    for (let turn = 0; turn < 8; turn++) {
      const { status, text } = await ask(`/api/skills/${skillName}/runs`, key, { args: { name: 'Ada' } })
      expect(JSON.parse(text)).toMatchObject({ output: { message: 'Hello, Ada!' } })
      expect(status).toBe(200)
    }
    const run = await database().run.findFirstOrThrow({
      where: { skillName },
      orderBy: { createdAt: 'desc' },
    })
    expect(Math.abs(Date.now() - run.createdAt.getTime())).toBeLessThan(60_000)
  })

  test('a deferred run and a plan are performed, and their events arrive live', async () => {
    const { ctx, key, skillName } = await makeCaller()
    const deferred = await ask(`/api/skills/${skillName}/runs`, key, { args: { name: 'Ada' }, async: true })
    const runId = JSON.parse(deferred.text).run_id
    // The stream ends with the run.
    expect((await ask(`/api/runs/${runId}/events`, key)).text).toContain('Hello, Ada!')

    const step = { tool: 'util.slugifyTitle', args: { title: 'Hello, Ada!' } }
    const steps = [
      { id: 'a', ...step },
      { id: 'b', ...step, dependsOn: ['a'] },
    ]
    const plan = { version: '1', goal: 'Greet.', riskLevel: 'read-only', steps }
    // A person starts it, because the default policy asks about every step and a key may not confirm.
    const { planRun } = await startPlanRun(ctx, { plan, confirmed: true })
    expect((await ask(`/api/plan-runs/${planRun.id}/events`, key)).text).toContain('run.finished')
    expect(JSON.parse((await ask(`/api/plan-runs/${planRun.id}`, key)).text)).toMatchObject({
      state: 'succeeded',
    })
  })

  test('a search finds similar words', async () => {
    expect((await fetch(`${url}/api/search?q=waether`)).status).toBe(200)
    // A statement that relies on the state of its connection fails once another client has used it.
    expect(logged).not.toMatch(/prepared statement|unsupported startup/)
  })

  test('without the address of the database itself it does not start, and the error names the setting', async () => {
    vi.stubEnv('DATABASE_DIRECT_URL', '')

    await expect(openDatabase(folder, () => {})).rejects.toThrow('DATABASE_DIRECT_URL')
    vi.stubEnv('DATABASE_DIRECT_URL', urls.DATABASE_DIRECT_URL)
  })
})
