// Each alert of deploy/alerts.yml fires when its fault is caused, and not before. Prometheus' own tool evaluates
// the rules on what /metrics reports.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { withClient } from '#bin/server/postgres/databases.ts'
import { PROJECT_ROOT } from '#bin/server/runtime/project-root.ts'
import { ensurePromtool } from '#bin/testing/ensure-programs.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { recordHeartbeat } from '../../kernel/db/workers.ts'
import { startRun } from '../../runs/start/start-run.ts'
import { contextFor, makePublishedVersion, makeUser } from '../../testing/factories.ts'
import { inLongRun } from '../../testing/skip-unless.ts'
import { countEndedRun } from './registry.ts'
import { siteExposition } from './site-exposition.ts'

const RULES = path.join(PROJECT_ROOT, 'deploy/alerts.yml')
const SERIES = /^(guildhall_[a-z_]+(?:\{.*\})?) (\S+)$/gm
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-game-day-'))
const promtool = process.env.GUILDHALL_LONG ? ensurePromtool() : undefined

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const healthy = { health: async () => ({ ok: true, detail: '', hosts: [] }) } as never
const broken = { health: () => Promise.reject(new Error('gone')) } as never

const report = async (sandbox = healthy) => siteExposition(database(), sandbox)

/**
 * Returns the alerts that fire after twenty minutes in this state, with counters growing each minute as from
 * `before` to `after`.
 */
function alertsOf(before: string, after: string): string[] {
  const earlier = new Map([...before.matchAll(SERIES)].map(([, series, value]) => [series, Number(value)]))
  const series = [...after.matchAll(SERIES)].map(([, name = '', value]) => {
    const grown = name.includes('_total') ? Number(value) - (earlier.get(name) ?? 0) : 0
    return { series: name, values: `${value}+${grown}x20` }
  })
  const names = [...fs.readFileSync(RULES, 'utf8').matchAll(/- alert: (\w+)/g)].map(
    ([, name]) => name as string,
  )
  return names.filter((alertname) => {
    const file = path.join(folder, 'test.yml')
    // The test expects no alerts, so it fails if the rule fires.
    const rule = { eval_time: '20m', alertname, exp_alerts: [] }
    const tests = [{ interval: '1m', input_series: series, alert_rule_test: [rule] }]
    fs.writeFileSync(file, stringify({ rule_files: [RULES], evaluation_interval: '1m', tests }))
    const { status, stdout, stderr } = spawnSync(promtool!.file, ['test', 'rules', file], {
      encoding: 'utf8',
    })
    expect(`${stdout}${stderr}`).toMatch(/SUCCESS|FAILED/)
    return status !== 0
  })
}

describe.skipIf(!promtool)('on a game day', inLongRun, () => {
  test('the tool accepts the metrics and the rules', async () => {
    const run = (args: string[], input?: string) =>
      spawnSync(promtool!.file, args, { encoding: 'utf8', ...(input !== undefined && { input }) })
    const metrics = run(['check', 'metrics'], await report())

    expect({ status: metrics.status, complaints: metrics.stderr }).toEqual({ status: 0, complaints: '' })
    expect(run(['check', 'rules', RULES]).status).toBe(0)
  })

  test('each alert fires for its fault, and for no other', async () => {
    const db = database()
    await db.run.updateMany({
      where: { state: { in: ['queued', 'running'] } },
      data: { state: 'cancelled', endedAt: new Date() },
    })
    const work = () => recordHeartbeat(db, { id: 'game-day', host: 'here' })
    await work()
    const calm = await report()
    expect(alertsOf(calm, calm)).toEqual([])

    expect(alertsOf(calm, await report(broken))).toEqual(['GuildhallPartDown'])

    await db.worker.deleteMany()
    expect(alertsOf(calm, await report())).toEqual(['GuildhallNoWorker'])
    await work()

    for (let runs = 0; runs < 10; runs += 1)
      countEndedRun(
        { channel: 'rest', state: 'failed', error: { code: 'INTERNAL_ERROR' }, durationMs: 1 },
        'javascript',
      )
    expect(alertsOf(calm, await report())).toEqual(['GuildhallRunsFail'])

    const { skillName } = await makePublishedVersion()
    const { run } = await startRun(await contextFor(await makeUser()), {
      skill: { name: skillName },
      args: { name: 'Ada' },
      isDeferred: true,
    })
    await db.run.update({ where: { id: run.id }, data: { createdAt: new Date(Date.now() - 3_600_000) } })
    await work()
    const stalled = await report()
    expect(alertsOf(stalled, stalled)).toEqual(['GuildhallQueueStalled'])
    await db.run.update({ where: { id: run.id }, data: { state: 'cancelled', endedAt: new Date() } })
  })

  test.each([
    ['GuildhallDiskFull', 'guildhall_disk_free_bytes', 1],
    ['GuildhallConnectionsExhausted', 'guildhall_database_connections{state="waiting"}', 3],
    ['GuildhallMailWaits', 'guildhall_mail_oldest_seconds', 3_600],
    // The clock of the tool begins at 0.
    ['GuildhallSweepStalled', 'guildhall_sweep_last_end_timestamp_seconds', -1_000],
    ['GuildhallBackupOld', 'guildhall_backup_last_end_timestamp_seconds', -100_000],
    ['GuildhallCertificateExpires', 'guildhall_certificate_expiry_timestamp_seconds', 86_400],
  ])('%s fires when %s is %d', async (alert, series, value) => {
    const calm = (await report()).split('\n').filter((line) => !line.startsWith(series))
    const text = [...calm, `${series} ${value}`, ''].join('\n')

    expect(alertsOf(text, text)).toContain(alert)
  })

  test('an unbalanced ledger, which the database refuses to make, would be reported', async () => {
    const text = (await report()).replace(/^guildhall_ledger_sum_usdc .*$/m, 'guildhall_ledger_sum_usdc 0.01')

    expect(alertsOf(text, text)).toContain('GuildhallLedgerUnbalanced')
    // The database itself refuses a line that would unbalance the ledger.
    await expect(
      withClient(process.env.DATABASE_URL ?? '', (client) =>
        client.query(
          `insert into "LedgerLine" ("transferId", "accountId", "amountMicros") values ('none', 'fee', 1)`,
        ),
      ),
    ).rejects.toThrow()
  })
})
