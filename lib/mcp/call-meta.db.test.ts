// Real Postgres, pretend box: what stands in `_meta` counts for a skill by its own name and by `execute_skill` alike.
import { beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '../context.ts'
import type { JsonObject } from '../contract/json/json.ts'
import { functionName } from '../contract/market/function-name.ts'
import {
  contextFor,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '../testing/factories.ts'
import { fund } from '../testing/fund.ts'
import { callMcpTool } from './call-tool.ts'

let ctx: Context
let skill: string

beforeAll(async () => {
  const pricing = { model: 'per_job' as const, amount: '0.05', currency: 'USDC' as const }
  const document = makeSkillSetDocument({ skills: [makeSkillDocument({ pricing })] })
  skill = (await makePublishedVersion({ document })).skillName
  const user = await makeUser()
  await fund(user.organisation.id, '1')
  ctx = await contextFor(user, { door: 'mcp' })
})

type Ask = { name: string; arguments: JsonObject }
const NATIVE = (): Ask => ({ name: functionName(skill), arguments: { name: 'Ada' } })
const EXECUTE = (): Ask => ({ name: 'execute_skill', arguments: { name: skill, args: { name: 'Ada' } } })

function call(ask: Ask, meta: object) {
  const natives = new Map([[functionName(skill), skill]])
  return callMcpTool(ctx, { natives }, { ...ask, meta }, () => {})
}

describe.each([
  ['its own name', NATIVE],
  ['execute_skill', EXECUTE],
])('by %s', (_, ask) => {
  // biome-ignore format: a table reads in rows
  test.each<[meta: object, code: string]>([
    [{ 'guildhall/max_price': '0.04' },            'PAYMENT_REQUIRED'],
    [{ 'guildhall/max_price': 'cheap' },           'INVALID_INPUT'],
    [{ 'guildhall/maxprice': '0.04' },             'INVALID_INPUT'],
    [{ 'guildhall/contract_hash': 'a'.repeat(64) }, 'CONFLICT'],
    [{ 'guildhall/version': '9.0.0' },             'NOT_FOUND'],
    [{ 'guildhall/timeout_ms': 0 },                'INVALID_INPUT'],
  ])('%j is refused: %s', async (meta, code) => {
    expect(await call(ask(), meta)).toMatchObject({ isError: true, _meta: { 'guildhall/error': { code } } })
  })

  test('a rehearsal is one, and what is not ours is left alone', async () => {
    const answer = await call(ask(), { 'guildhall/dry_run': true, 'example.com/trace': 7, progressToken: 1 })

    expect(answer.isError).toBeUndefined()
    const told = { ...answer.structuredContent, ...answer._meta }
    expect(told['guildhall/dry_run'] ?? told.dry_run).toBe(true)
  })

  test('a repeated call gets the first one’s run', async () => {
    const meta = { 'guildhall/idempotency_key': `${functionName(skill)}-${ask().name}` }
    const runOf = async () => {
      const { structuredContent, _meta } = await call(ask(), meta)
      return _meta?.['guildhall/run_id'] ?? structuredContent?.run_id
    }
    const first = await runOf()

    expect(first).toMatch(/^run_/)
    expect(await runOf()).toBe(first)
  })
})

describe('of the eight', () => {
  test('execute_skill may say it twice, but not two things', async () => {
    const twice = (price: string) => {
      const { name, arguments: args } = EXECUTE()
      return call({ name, arguments: { ...args, max_price: price } }, { 'guildhall/max_price': '0.04' })
    }

    expect(await twice('0.04')).toMatchObject({ _meta: { 'guildhall/error': { code: 'PAYMENT_REQUIRED' } } })
    expect(await twice('0.05')).toMatchObject({ _meta: { 'guildhall/error': { code: 'INVALID_INPUT' } } })
  })

  test('what may cost or change something and takes none of it says so; what only reads does not mind', async () => {
    const meta = { 'guildhall/max_price': '0.04' }
    const blob = { name: 'create_blob', arguments: { content: 'x', kind: 'text/plain' } }

    expect(await call(blob, meta)).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('create_blob takes nothing under guildhall/') }],
    })
    expect((await call({ name: 'list_skills', arguments: {} }, meta)).isError).toBeUndefined()
  })
})

describe('by run_code', () => {
  const code = (more: object = {}): Ask => ({
    name: 'run_code',
    arguments: { language: 'python', code: 'def main(args): return 1', mount_skills: [skill], ...more },
  })

  // biome-ignore format: a table reads in rows
  test.each<[meta: object, code: string]>([
    [{ 'guildhall/max_price': '0.04' },       'PAYMENT_REQUIRED'],
    [{ 'guildhall/max_price': 'cheap' },      'INVALID_INPUT'],
    [{ 'guildhall/idempotency_key': '' },     'INVALID_INPUT'],
    [{ 'guildhall/dry_run': true },           'INVALID_INPUT'],
    [{ 'guildhall/version': '1.0.0' },        'INVALID_INPUT'],
  ])('%j is refused: %s', async (meta, code_) => {
    expect(await call(code(), meta)).toMatchObject({
      isError: true,
      _meta: { 'guildhall/error': { code: code_ } },
    })
  })

  test('neither is an argument: the protocol has none such', async () => {
    expect(await call(code({ max_price: '1' }), {})).toMatchObject({
      isError: true,
      _meta: { 'guildhall/error': { code: 'INVALID_INPUT' } },
    })
  })

  test('a repeated call gets the first one’s run, and the same key for other code is a conflict', async () => {
    const meta = { 'guildhall/idempotency_key': 'code-once', 'guildhall/max_price': 0.05 }
    const runOf = async (more?: object) => (await call(code(more), meta)).structuredContent?.run_id
    const first = await runOf()

    expect(first).toMatch(/^run_/)
    expect(await runOf()).toBe(first)
    expect(await call(code({ code: 'def main(args): return 2' }), meta)).toMatchObject({
      _meta: { 'guildhall/error': { code: 'CONFLICT', message: expect.stringContaining('other code') } },
    })
  })
})
