import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { expect, test } from 'vitest'
import { dropDatabase, ensureDatabase, withClient } from '#bin/postgres/databases.ts'
import { ROOT } from '#bin/root.ts'
import { migrate } from './migrate.ts'

const PRISMA = path.join(ROOT, 'node_modules/prisma/build/index.js')

/** Hands `work` an empty database of its own. */
async function inFreshDatabase(work: (url: string) => Promise<void>): Promise<void> {
  const name = `fresh_${randomBytes(5).toString('hex')}`
  const admin = process.env.DATABASE_URL!
  await ensureDatabase(admin, name)
  const url = new URL(admin)
  url.pathname = `/${name}`
  try {
    await work(url.href)
  } finally {
    await dropDatabase(admin, name)
  }
}

test('the migrations make exactly what the schema says', async () => {
  await inFreshDatabase(async (url) => {
    await migrate(url)

    const switches = [
      '--from-config-datasource',
      '--to-schema',
      'prisma/schema.prisma',
      '--exit-code',
      '--script',
    ]
    const diff = spawnSync(process.execPath, [PRISMA, 'migrate', 'diff', ...switches], {
      cwd: ROOT,
      encoding: 'utf8',
      env: { ...process.env, DATABASE_URL: url },
    })

    expect(diff.stdout.trim(), diff.stderr).toBe('-- This is an empty migration.')
  })
})

test('several processes that start at once apply each migration once', async () => {
  await inFreshDatabase(async (url) => {
    const applied = await Promise.all([migrate(url), migrate(url), migrate(url)])

    const booked = await withClient(url, (client) =>
      client.query('select finished_at from _prisma_migrations'),
    )
    expect(applied.filter((count) => count > 0)).toEqual([booked.rowCount])
    expect(booked.rows.every((row) => row.finished_at)).toBe(true)
  })
})

test('Prisma agrees that nothing is left to apply', async () => {
  await inFreshDatabase(async (url) => {
    await migrate(url)

    const status = spawnSync(process.execPath, [PRISMA, 'migrate', 'status'], {
      cwd: ROOT,
      encoding: 'utf8',
      env: { ...process.env, DATABASE_URL: url },
    })

    expect(status.stdout).toContain('Database schema is up to date')
  })
})
