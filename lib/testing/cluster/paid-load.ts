/** Makes paid calls and repeats each with its key until it has an output, as a careful client does. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createKey } from '../../auth/manage-api-keys.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { parseMicros } from '../../kernel/money.ts'
import { sumLedger } from '../../money/rows/ledger.ts'
import {
  contextFor,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '../factories.ts'
import { fundWallet, moneyOf } from '../fund-wallet.ts'

const PRICE = '0.01'
const FUNDS = '1000.00'
const MAX_TRIES = 400
const CALL_WITHIN_MS = 50_000
const PAUSE_MS = 300

export async function publishPaidSkill(definition: string): Promise<string> {
  const pricing = { model: 'per_job', amount: PRICE, currency: 'USDC' } as const
  const skill = makeSkillDocument({ definition, pricing })
  return (await makePublishedVersion({ document: makeSkillSetDocument({ skills: [skill] }) })).skillName
}

export async function makePayer() {
  const user = await makeUser()
  const { organisation } = user
  await fundWallet(organisation.id, FUNDS)
  const policy = { organisationId: organisation.id, mode: 'auto-read-only', updatedById: user.id }
  await database().approvalPolicy.create({ data: policy })
  const { key } = await createKey(await contextFor(user), {
    name: 'Payer',
    scopes: ['read', 'run', 'write'],
    expiresInDays: 1,
  })
  return { organisationId: organisation.id, key }
}

export type LoadResult = { calls: number; tries: number; lost: number }

/** Starts a lane for each payer; `work` resolves with its number of paid calls, or undefined if it was lost. */
function startLanes(
  payers: readonly { key: string }[],
  work: (key: string, total: LoadResult) => Promise<number | undefined>,
  pauseMs: number,
) {
  const total: LoadResult = { calls: 0, tries: 0, lost: 0 }
  const succeeded = payers.map(() => 0)
  let isStopped = false
  const lanes = payers.map(async ({ key }, lane) => {
    while (!isStopped) {
      total.calls += 1
      const paidCalls = await work(key, total)
      if (paidCalls === undefined) total.lost += 1
      else succeeded[lane]! += paidCalls
      await sleep(pauseMs)
    }
  })
  return {
    total,
    succeeded,
    async stop(): Promise<LoadResult> {
      isStopped = true
      await Promise.all(lanes)
      return total
    },
  }
}

/**
 * Calls the skill in a lane for each payer, which pauses between calls, until `stop` finishes the calls that began.
 */
export function startPaidLoad(
  url: string,
  skillName: string,
  payers: readonly { key: string }[],
  pauseMs = 0,
) {
  return startLanes(payers, callToEnd, pauseMs)

  async function callToEnd(key: string, total: LoadResult): Promise<number | undefined> {
    const idempotencyKey = randomUUID()
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      total.tries += 1
      const body = { args: { name: 'Ada' } }
      const answer = await send(`${url}/api/skills/${skillName}/runs`, key, { body, idempotencyKey })
      if (answer?.output) return 1
      await sleep(PAUSE_MS)
    }
    return undefined
  }
}

const CALLS_OF_PLAN = 3

/** Runs plans with three paid calls each, and resumes them until they succeed. `calls` counts the plans. */
export function startPlanLoad(url: string, skillName: string, payers: readonly { key: string }[]) {
  const list = '- Ada\n- Grace\n- Mary'
  const steps = [
    { id: 'names', tool: 'util.parseMarkdownBullets', args: { text: list } },
    {
      id: 'greetings',
      tool: skillName,
      args: { name: '$item.text' },
      foreach: { from: '$steps.names.items', itemName: 'x', concurrency: 2 },
    },
  ]
  const plan = { version: '1', goal: 'To greet three people.', riskLevel: 'read-only', steps }
  return startLanes(payers, performToEnd, PAUSE_MS)

  async function performToEnd(key: string, total: LoadResult): Promise<number | undefined> {
    const idempotencyKey = randomUUID()
    let id: string | undefined
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const address = `${url}/api/plan-runs${id ? `/${id}` : ''}`
      const answer = id
        ? await send(address, key)
        : await send(address, key, { body: { plan }, idempotencyKey })
      id ??= answer?.plan_run_id
      if (answer?.state === 'succeeded') return CALLS_OF_PLAN
      if (answer?.resumed_by) id = answer.resumed_by
      else if (answer?.state === 'failed') {
        total.tries += 1
        id = (await send(`${address}/resume`, key, { body: {} }))?.plan_run_id ?? id
      }
      await sleep(PAUSE_MS)
    }
    return undefined
  }
}

type Answer = { output?: unknown; plan_run_id?: string; state?: string; resumed_by?: string }

/** Returns undefined if there was no answer. */
async function send(
  url: string,
  key: string,
  sent?: { body: object; idempotencyKey?: string },
): Promise<Answer | undefined> {
  const { body, idempotencyKey } = sent ?? {}
  const answer = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(CALL_WITHIN_MS),
  }).catch(() => undefined)
  return (await answer?.json().catch(() => undefined)) as Answer | undefined
}

/** Waits until nothing is open, and returns what each organisation paid beside what its calls cost, and the ledger's sum. */
export async function settleAccounts(
  payers: readonly { organisationId: string }[],
  succeeded: readonly number[],
): Promise<{ paid: bigint[]; owed: bigint[]; reserved: bigint; ledger: bigint; open: number }> {
  const organisationId = { in: payers.map((payer) => payer.organisationId) }
  const countOpen = () =>
    database().run.count({ where: { organisationId, state: { in: ['queued', 'running'] } } })
  for (let waits = 0; waits < 300 && (await countOpen()) > 0; waits += 1) await sleep(1_000)
  const money = await Promise.all(payers.map((payer) => moneyOf(payer.organisationId)))
  return {
    paid: money.map(({ wallet }) => parseMicros(FUNDS) - wallet),
    owed: succeeded.map((count) => BigInt(count) * parseMicros(PRICE)),
    reserved: money.reduce((sum, { hold }) => sum + hold, 0n),
    ledger: (await sumLedger(database())).total,
    open: await countOpen(),
  }
}
