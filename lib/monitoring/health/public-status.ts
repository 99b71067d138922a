/** What everyone may know about how the site is: no addresses, names, or error messages. */
import { measureWork } from '../../audit/rows/activity.ts'
import type { Context } from '../../context/context.ts'
import { HOUR_MS } from '../../kernel/time.ts'
import { measureMailDelay } from '../../notices/rows/mail-rows.ts'
import { sumOfCounts } from '../metrics/run-counts.ts'
import { listStatusSamples } from '../rows/status-samples.ts'
import { getSharedHealth, type Health } from './get-health.ts'

/** Samples are written every 15 seconds and stored by five minutes. */
const LATE_ROUND_MS = 10 * 60_000
const LATE_QUEUE_SECONDS = 120
const LATE_MAIL_SECONDS = 600

/** `degraded` means that it works, but later or with less protection than it should. */
export type PublicState = 'operational' | 'degraded' | 'down'

export type PublicPart = 'pages' | 'runs' | 'background' | 'rounds' | 'mail'

export type PublicStatus = {
  /** The worst of all parts. */
  state: PublicState
  parts: Record<PublicPart, { state: PublicState; detail: string }>
  /** Runs that ended in the last 24 hours; null before the first was recorded. */
  day: { runs: number; faults: number } | null
  checkedAtMs: number
}

const FRESH_MS = 5_000
let latest: { status: Promise<PublicStatus>; untilMs: number } | undefined

/** Never throws. Visitors share one check of five seconds, so that the page costs as much for one as for thousands. */
export function getPublicStatus(ctx: Pick<Context, 'db'>, now = Date.now()): Promise<PublicStatus> {
  if (!latest || latest.untilMs < now)
    latest = { status: readPublicStatus(ctx, getSharedHealth, now), untilMs: now + FRESH_MS }
  return latest.status
}

export async function readPublicStatus(
  { db }: Pick<Context, 'db'>,
  readHealth: () => Promise<Health>,
  now = Date.now(),
): Promise<PublicStatus> {
  const [health, work, mailSeconds, samples] = await Promise.all([
    readHealth(),
    measureWork(db).catch(() => null),
    measureMailDelay(db, new Date(now)).catch(() => null),
    listStatusSamples(db, new Date(now - 24 * HOUR_MS)).catch(() => null),
  ])
  const parts = {
    pages: judgePages(health),
    runs: judgeRuns(health),
    background: judgeBackground(health, work?.oldestQueuedSeconds),
    rounds: judgeRounds(samples?.at(-1)?.at.getTime(), now),
    mail: judgeMail(mailSeconds),
  }
  const states = Object.values(parts).map(({ state }) => state)
  const state = states.find((each) => each === 'down') ?? states.find((each) => each === 'degraded')
  const { succeeded, failed, faults } = sumOfCounts(samples ?? [])
  return {
    state: state ?? 'operational',
    parts,
    day: samples && samples.length > 0 ? { runs: succeeded + failed + faults, faults } : null,
    checkedAtMs: now,
  }
}

type Judged = PublicStatus['parts'][PublicPart]

function judgePages({ parts: { database } }: Health): Judged {
  if (database.ok) return { state: 'operational', detail: 'The site and its database answer.' }
  return { state: 'down', detail: 'The database does not answer, so most pages and calls fail.' }
}

function judgeRuns({ sandbox }: Health): Judged {
  if (sandbox === 'down')
    return { state: 'down', detail: 'The sandbox does not answer. Runs are refused and cost nothing.' }
  if (sandbox === 'degraded')
    return {
      state: 'degraded',
      detail: 'Skills run, with less isolation than intended. The operator sees why.',
    }
  return { state: 'operational', detail: 'Skills run in their sandbox.' }
}

function judgeBackground({ parts: { worker } }: Health, oldestSeconds: number | undefined): Judged {
  if (!worker.ok)
    return {
      state: 'down',
      detail: 'No worker is running. Long runs, plans and automations wait; other runs go on.',
    }
  if (oldestSeconds === undefined) return { state: 'down', detail: 'The queue could not be read.' }
  if (oldestSeconds > LATE_QUEUE_SECONDS)
    return { state: 'degraded', detail: `The oldest queued run has waited ${inMinutes(oldestSeconds)}.` }
  return { state: 'operational', detail: 'Long runs, plans and automations start as they come.' }
}

function judgeRounds(lastMs: number | undefined, now: number): Judged {
  if (lastMs === undefined)
    return { state: 'degraded', detail: 'No round of periodic work was recorded in the last 24 hours.' }
  if (now - lastMs > LATE_ROUND_MS)
    return {
      state: 'degraded',
      detail: `The last round of periodic work was ${inMinutes((now - lastMs) / 1_000)} ago.`,
    }
  return { state: 'operational', detail: 'Clean-up, payouts, rollouts and checks are on time.' }
}

function judgeMail(oldestSeconds: number | null): Judged {
  if (oldestSeconds === null) return { state: 'down', detail: 'The mails to send could not be read.' }
  if (oldestSeconds > LATE_MAIL_SECONDS)
    return { state: 'degraded', detail: `The oldest mail to send has waited ${inMinutes(oldestSeconds)}.` }
  return { state: 'operational', detail: 'No mail waits longer than it should.' }
}

function inMinutes(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}
