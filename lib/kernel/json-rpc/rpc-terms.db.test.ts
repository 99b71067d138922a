// Tests the arguments of execute_skill beyond those of the seed: each is enforced before anything is charged.
import { beforeAll, expect, test } from 'vitest'
import { makePublishedVersion, makeSkillDocument, makeSkillSetDocument } from '../../testing/factories.ts'
import { fundWallet, moneyOf } from '../../testing/fund-wallet.ts'
import { call, result, setUpRpc } from '../../testing/rpc-setup.ts'
import { database } from '../db/prisma-client.ts'
import type { JsonObject } from '../json/json.ts'

const { user, key } = await setUpRpc()
const wallet = async () => (await moneyOf(user.organisation.id)).wallet
let name: string

beforeAll(async () => {
  const pricing = { model: 'per_job' as const, amount: '0.05', currency: 'USDC' as const }
  const document = makeSkillSetDocument({ skills: [makeSkillDocument({ pricing })] })
  name = (await makePublishedVersion({ document })).skillName
  await fundWallet(user.organisation.id, '1')
})

const execute = (more: JsonObject) => call('execute_skill', { name, args: { name: 'Ada' }, ...more }, key)

// biome-ignore format: table
test.each<[more: JsonObject, code: number, word: string]>([
  [{ max_price: '0.049999' },           -32002, 'PAYMENT_REQUIRED'],
  [{ max_price: 0.01 },                 -32002, 'PAYMENT_REQUIRED'],
  [{ max_price: '0.05 USDC' },          -32602, 'INVALID_INPUT'],
  [{ contract_hash: 'a'.repeat(64) },   -32009, 'CONFLICT'],
  [{ version: '^9' },                   -32004, 'NOT_FOUND'],
  [{ idempotency_key: '' },             -32602, 'INVALID_INPUT'],
  [{ input_blobs: ['blob:none'] },      -32004, 'NOT_FOUND'],
  [{ mount_skills: [] },                -32602, 'INVALID_INPUT'],
])('%j is refused with %i before anything runs', async (more, code, word) => {
  const before = await wallet()

  expect((await execute(more)).error).toMatchObject({ code, data: { code: word } })
  expect(await wallet()).toBe(before)
})

test('successive calls with a key get one run, even while it waits; another input is a conflict', async () => {
  const before = await wallet()
  const keyed = { idempotency_key: 'once', async: true }
  const { run_id } = (await execute(keyed)).result

  expect((await execute(keyed)).result).toMatchObject({ run_id, status: 'running' })
  expect((await execute({ ...keyed, args: { name: 'Bob' } })).error).toMatchObject({ code: -32009 })
  expect(before - (await wallet())).toBe(50_000n)
  expect(await database().run.count({ where: { skillName: name, id: String(run_id) } })).toBe(1)
})

test('read_skill_file and describe_skill accept a range, and state the version', async () => {
  for (const asked of ['1.0.0', '^1', '>=0.9 <2']) {
    const file = await result('read_skill_file', { name, version: asked, path: 'SKILL.md' })
    expect(file).toMatchObject({ name, version: '1.0.0', encoding: 'utf-8' })
  }
})
