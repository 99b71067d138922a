/** Paid calls that are repeated with their key until they have an output, as a careful client does. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createKey } from '../../api-keys/manage-api-keys.ts'
import { database } from '../../db/core/prisma-client.ts'
import { sumLedger } from '../../db/money/ledger.ts'
import { microsOf } from '../../money/money.ts'
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
  const { key } = await createKey(await contextFor(user), {
    name: 'Payer',
    scopes: ['read', 'run', 'write'],
    expiresInDays: 1,
  })
  return { organisationId: organisation.id, key }
}

export type LoadResult = { calls: number; tries: number; lost: number }

/**
 * Each lane has an organisation of its own, and pauses between its calls. Goes on until `stop`, and then finishes the calls
 * that began.
 */
export function startPaidLoad(
  url: string,
  skillName: string,
  payers: readonly { key: string }[],
  pauseMs = 0,
) {
  const total: LoadResult = { calls: 0, tries: 0, lost: 0 }
  const succeeded = payers.map(() => 0)
  let isStopped = false
  const lanes = payers.map(async ({ key }, lane) => {
    while (!isStopped) {
      total.calls += 1
      if (await callToEnd(key)) succeeded[lane]! += 1
      else total.lost += 1
      await sleep(pauseMs)
    }
  })

  async function callToEnd(key: string): Promise<boolean> {
    const idempotencyKey = randomUUID()
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      total.tries += 1
      const state = await callOnce(key, idempotencyKey).catch(() => 'unknown')
      if (state === 'succeeded') return true
      await sleep(PAUSE_MS)
    }
    return false
  }

  async function callOnce(key: string, idempotencyKey: string): Promise<string> {
    const answer = await fetch(`${url}/api/skills/${skillName}/runs`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
      },
      body: JSON.stringify({ args: { name: 'Ada' } }),
      signal: AbortSignal.timeout(CALL_WITHIN_MS),
    })
    const body = (await answer.json()) as { output?: unknown }
    return body.output ? 'succeeded' : `status ${answer.status}`
  }

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
    paid: money.map(({ wallet }) => microsOf(FUNDS) - wallet),
    owed: succeeded.map((count) => BigInt(count) * microsOf(PRICE)),
    reserved: money.reduce((sum, { hold }) => sum + hold, 0n),
    ledger: (await sumLedger(database())).total,
    open: await countOpen(),
  }
}
