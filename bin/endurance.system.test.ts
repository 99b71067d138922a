/**
 * The built site under loads that last: ten thousand open streams, and mixed calls for a quarter of an hour with flat
 * memory. `GUILDHALL_STREAMS` and `GUILDHALL_LOAD_MINUTES` change the sizes.
 */
import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memoryByPart, PARTS } from '#lib/testing/part-memory.ts'
import { inLongRun } from '#lib/testing/skip-unless.ts'
import { startTestSite, type TestSite } from '#lib/testing/start-test-site.ts'

const STREAMS = Number(process.env.GUILDHALL_STREAMS) || 10_000
const STREAMS_PER_PERSON = 25
const LOAD_MINUTES = Number(process.env.GUILDHALL_LOAD_MINUTES) || 15

let site: TestSite

// These modules are imported once the address of the database is known.
const people = async () => {
  const [load, factories, plans, change, ledger, prisma] = await Promise.all([
    import('#lib/testing/cluster/paid-load.ts'),
    import('#lib/testing/factories.ts'),
    import('#lib/plans/start/start-plan-run.ts'),
    import('#lib/plans/lifecycle/change-plan-run.ts'),
    import('#lib/auth/manage-api-keys.ts'),
    import('#lib/kernel/db/prisma-client.ts'),
  ])
  return { ...load, ...factories, ...plans, ...change, ...ledger, ...prisma }
}

describe('under lasting load', inLongRun, () => {
  beforeAll(async () => {
    site = await startTestSite()
  }, 600_000)
  afterAll(() => site?.stop())

  test(`${STREAMS} streams are open at once while the site answers, and each gets its end`, async () => {
    const followers = await openFollowers(Math.ceil(STREAMS / STREAMS_PER_PERSON))
    const before = memoryByPart(site)
    const streams = []
    for (const follower of followers) {
      const own = Array.from({ length: STREAMS_PER_PERSON }, () => openStream(follower))
      streams.push(...(await Promise.all(own)))
    }
    const opened = memoryByPart(site)
    const answersMs = await Promise.all(
      Array.from({ length: 20 }, (_, n) => sleep(n * 500).then(timeOfAnswer)),
    )
    const endsAt = performance.now()
    for (const { cancel } of followers) await cancel()
    const texts = await Promise.all(streams.map(({ ended }) => ended))
    const endedMs = performance.now() - endsAt

    console.log(
      `${streams.length} streams: web server ${before['web server']} → ${opened['web server']} MB, ` +
        `health answers after ${median(answersMs)} ms (at most ${Math.max(...answersMs)}), all ended within ${Math.round(endedMs)} ms`,
    )
    expect(texts.filter((text) => !text.includes('"cancelled"'))).toEqual([])
    expect(median(answersMs)).toBeLessThan(1_000)
  }, 1_800_000)

  test(
    `mixed load for ${LOAD_MINUTES} minutes leaves the memory of every part flat, and the ledger balanced`,
    async () => {
      const { makePayer, publishPaidSkill, settleAccounts } = await people()
      const payers = await Promise.all(Array.from({ length: 3 }, makePayer))
      const handler = `async function handler({ parameters }) { return { message: 'Hello, ' + parameters.name + '!' } }`
      const skill = await publishPaidSkill(handler)
      const { startPaidLoad } = await people()
      const load = startPaidLoad(site.origin, skill, payers, PAUSE_MS)
      const others = startOtherLoad(payers[0]!.key)
      const samples: Record<string, number>[] = []
      const endsAt = Date.now() + LOAD_MINUTES * 60_000
      while (Date.now() < endsAt) {
        samples.push(memoryByPart(site))
        await sleep(5_000)
      }
      const total = await load.stop()
      const answers = await others.stop()
      const { paid, owed, reserved, ledger, open } = await settleAccounts(payers, load.succeeded)

      const growth = growthByPart(samples)
      console.log(JSON.stringify({ total, answers, growth }, null, 1))
      expect(total.lost).toBe(0)
      expect(Object.keys(answers).filter((status) => Number(status) >= 500)).toEqual([])
      expect(paid).toEqual(owed)
      expect({ reserved, ledger, open }).toEqual({ reserved: 0n, ledger: 0n, open: 0 })
      for (const { secondQuarterMb, lastQuarterMb } of Object.values(growth))
        expect(lastQuarterMb).toBeLessThan(secondQuarterMb * 1.15 + 40)
    },
    LOAD_MINUTES * 60_000 + 600_000,
  )
})

/** A key may make 300 calls a minute, and this pause allows 240. */
const PAUSE_MS = 250

/** Creates people, each with a plan that waits for confirmation. */
async function openFollowers(count: number) {
  const { makeUser, contextFor, createKey, startPlanRun, cancelPlanRun } = await people()
  const step = { id: 'bullets', tool: 'util.parseMarkdownBullets', args: { text: '- One' } }
  const plan = { version: '1', goal: 'To wait.', riskLevel: 'read-only', steps: [step] }
  const followers = []
  for (let n = 0; n < count; n += 1) {
    const ctx = await contextFor(await makeUser())
    const { key } = await createKey(ctx, { name: 'Follower', scopes: ['read', 'run'], expiresInDays: 1 })
    const { planRun } = await startPlanRun(ctx, { plan })
    expect(planRun.state).toBe('waiting')
    followers.push({ key, id: planRun.id, cancel: () => cancelPlanRun(ctx, planRun.id) })
  }
  return followers
}

/** Resolves with the first event; `ended` resolves with the whole text. */
function openStream({ key, id }: { key: string; id: string }): Promise<{ ended: Promise<string> }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}` }
    const request = http.get(
      `${site.origin}/api/plan-runs/${id}/events`,
      { headers, agent: false },
      (answer) => {
        let text = ''
        const ended = new Promise<string>((end) => {
          answer.on('data', (chunk: Buffer) => {
            text += chunk
            if (answer.statusCode === 200) resolve({ ended })
          })
          answer.once('close', () => end(text))
        })
        answer.once('end', () => reject(new Error(`${answer.statusCode}: ${text}`)))
      },
    )
    request.once('error', reject)
  })
}

async function timeOfAnswer(): Promise<number> {
  const startedAt = performance.now()
  await (await fetch(`${site.origin}/api/health`)).text()
  return Math.round(performance.now() - startedAt)
}

/** Opens pages, searches, and writes, reads and removes files, until it is stopped. */
function startOtherLoad(key: string) {
  const statuses: Record<number, number> = {}
  let isStopped = false
  const authorization = `Bearer ${key}`
  const call = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${site.origin}${path}`, init).catch(() => null)
    await answer?.arrayBuffer()
    const status = answer?.status ?? 599
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  const lanes = [
    async () => {
      for (const path of ['/', '/?q=text', '/docs/plans', '/sign-in', '/llms.txt']) await call(path)
    },
    async () => {
      const file = `/api/vault/file?path=${randomUUID()}.txt`
      const body = 'x'.repeat(20_000)
      await call(file, { method: 'PUT', headers: { authorization }, body })
      await call(file, { headers: { authorization } })
      await call(file, { method: 'DELETE', headers: { authorization } })
    },
  ].map(async (turn) => {
    while (!isStopped) {
      await turn()
      await sleep(2_000)
    }
  })
  return {
    async stop() {
      isStopped = true
      await Promise.all(lanes)
      return statuses
    },
  }
}

function growthByPart(samples: readonly Record<string, number>[]) {
  const quarter = Math.floor(samples.length / 4)
  const at = (name: string, from: number) =>
    median(samples.slice(from, from + quarter).map((each) => each[name] ?? 0))
  const rows = PARTS.map(([name]) => {
    return [
      name,
      { secondQuarterMb: at(name, quarter), lastQuarterMb: at(name, samples.length - quarter) },
    ] as const
  })
  return Object.fromEntries(rows)
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
