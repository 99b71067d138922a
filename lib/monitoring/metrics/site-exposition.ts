/** Only the site exports figures of the installation, so that none counts twice. */
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import path from 'node:path'
import { Gauge, Registry } from 'prom-client'
import { measureWork } from '../../audit/rows/activity.ts'
import { database, measurePool } from '../../kernel/db/prisma-client.ts'
import { countLiveWorkers } from '../../kernel/db/workers.ts'
import { sumLedger } from '../../money/rows/ledger.ts'
import { measureMailDelay } from '../../notices/rows/mail-rows.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { connectSandbox } from '../../sandbox/sandbox-client.ts'
import { findLastBackup } from '../../settings/rows/setting-rows.ts'
import { metrics } from './registry.ts'

const MICROS = 1_000_000
const MAX_HEARTBEAT_AGE_MS = 10_000
/** Summing reads every entry. */
const LEDGER_INTERVAL_MS = 5 * 60_000

const HELP = {
  guildhall_up: 'Whether a part responds.',
  guildhall_runs_open: 'Runs that are queued or running.',
  guildhall_queue_oldest_seconds: 'Age of the oldest queued run.',
  guildhall_plan_runs_open: 'Plan runs that have not ended.',
  guildhall_workers: 'Workers with a recent heartbeat.',
  guildhall_money_reserved_usdc: 'Money reserved for open runs.',
  guildhall_ledger_sum_usdc: 'Sum of all entries of the ledger: always 0.',
  guildhall_open_pages: 'Open Vault pages.',
  guildhall_sandbox_processes: 'Processes of the sandbox hosts by state, and runs that wait for one.',
  guildhall_sandbox_hosts: 'Sandbox hosts that respond or do not.',
  guildhall_database_connections: 'Connections of this process, and queries that wait for one.',
  guildhall_disk_free_bytes: 'Free space where the data folder is.',
  guildhall_disk_size_bytes: 'Size of the disk where the data folder is.',
  guildhall_mail_oldest_seconds: 'How long the oldest due mail has waited.',
  guildhall_backup_last_end_timestamp_seconds: 'When the last backup by the command line ended.',
  guildhall_certificate_expiry_timestamp_seconds: 'When the certificate for the sandbox hosts expires.',
}

type Name = keyof typeof HELP
type Figure = { name: Name; labels?: Record<string, string>; value: number }

/** Returns only `guildhall_up` for a part that does not respond. */
export async function siteExposition(
  db = database(),
  sandbox: Pick<Sandbox, 'health'> = connectSandbox(),
): Promise<string> {
  const { registry } = metrics()
  const figures = (
    await Promise.all([
      readFigures('database', async () => [
        ...(await workFigures(db)),
        await ledgerFigure(db),
        ...(await backupFigures(db)),
      ]),
      readFigures('sandbox', () => sandboxFigures(sandbox)),
    ])
  ).flat()
  figures.push(...(await diskFigures()), ...certificateFigures())
  const { total, idle, waiting } = measurePool()
  for (const [state, value] of Object.entries({ total, idle, waiting }))
    figures.push({ name: 'guildhall_database_connections', labels: { state }, value })
  const installation = new Registry()
  for (const [name, help] of Object.entries(HELP)) {
    const own = figures.filter((each) => each.name === name)
    if (own.length === 0) continue
    const labelNames = Object.keys(own[0]?.labels ?? {})
    const gauge = new Gauge({ name, help, labelNames, registers: [installation] })
    for (const { labels = {}, value } of own) gauge.set(labels, value)
  }
  return Registry.merge([registry, installation]).metrics()
}

async function readFigures(part: string, read: () => Promise<Figure[]>): Promise<Figure[]> {
  const up = (value: number): Figure => ({ name: 'guildhall_up', labels: { part }, value })
  return read().then(
    (figures) => [...figures, up(1)],
    () => [up(0)],
  )
}

async function workFigures(db: ReturnType<typeof database>): Promise<Figure[]> {
  const [work, workers, mailSeconds] = await Promise.all([
    measureWork(db),
    countLiveWorkers(db, MAX_HEARTBEAT_AGE_MS),
    measureMailDelay(db, new Date()),
  ])
  return [
    { name: 'guildhall_runs_open', labels: { state: 'queued' }, value: work.runsQueued },
    { name: 'guildhall_runs_open', labels: { state: 'running' }, value: work.runsRunning },
    { name: 'guildhall_queue_oldest_seconds', value: work.oldestQueuedSeconds },
    { name: 'guildhall_plan_runs_open', value: work.plansOpen },
    { name: 'guildhall_money_reserved_usdc', value: work.microsReserved / MICROS },
    { name: 'guildhall_open_pages', value: work.openPages },
    { name: 'guildhall_workers', value: workers },
    { name: 'guildhall_mail_oldest_seconds', value: mailSeconds },
  ]
}

/** None until the command line has made a backup. */
async function backupFigures(db: ReturnType<typeof database>): Promise<Figure[]> {
  const endedAt = await findLastBackup(db)
  if (!endedAt) return []
  return [{ name: 'guildhall_backup_last_end_timestamp_seconds', value: endedAt.getTime() / 1_000 }]
}

/** None before the data folder exists, as on a site that only has a database elsewhere. */
async function diskFigures(): Promise<Figure[]> {
  try {
    const { bavail, blocks, bsize } = await statfs(process.env.GUILDHALL_DATA_DIR ?? '.')
    return [
      { name: 'guildhall_disk_free_bytes', value: bavail * bsize },
      { name: 'guildhall_disk_size_bytes', value: blocks * bsize },
    ]
  } catch {
    return []
  }
}

/** None without sandbox hosts on other machines. */
function certificateFigures(): Figure[] {
  const folder = process.env.GUILDHALL_SANDBOX_CERTS
  if (!folder) return []
  try {
    const { validToDate } = new X509Certificate(readFileSync(path.join(folder, 'client.pem')))
    return [{ name: 'guildhall_certificate_expiry_timestamp_seconds', value: validToDate.getTime() / 1_000 }]
  } catch {
    return []
  }
}

let ledger: { value: number; untilMs: number } | undefined

async function ledgerFigure(db: ReturnType<typeof database>): Promise<Figure> {
  if (!ledger || ledger.untilMs < Date.now()) {
    const { total } = await sumLedger(db)
    ledger = { value: Number(total) / MICROS, untilMs: Date.now() + LEDGER_INTERVAL_MS }
  }
  return { name: 'guildhall_ledger_sum_usdc', value: ledger.value }
}

async function sandboxFigures(sandbox: Pick<Sandbox, 'health'>): Promise<Figure[]> {
  const { hosts = [] } = await sandbox.health()
  const responding = hosts.flatMap((host) => (host.ok ? [host] : []))
  const states = ['running', 'idle', 'starting', 'waiting'] as const
  return [
    ...states.map((state) => ({
      name: 'guildhall_sandbox_processes' as const,
      labels: { state },
      value: responding.reduce((sum, host) => sum + host[state], 0),
    })),
    { name: 'guildhall_sandbox_hosts', labels: { state: 'up' }, value: responding.length },
    { name: 'guildhall_sandbox_hosts', labels: { state: 'down' }, value: hosts.length - responding.length },
  ]
}
