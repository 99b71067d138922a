import { beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '../../context/context.ts'
import type { JsonObject } from '../../kernel/json/json.ts'
import { functionName } from '../../kernel/names/function-name.ts'
import {
  contextFor,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '../../testing/factories.ts'
import { fundWallet } from '../../testing/fund-wallet.ts'
import { callMcpTool } from './call-mcp-tool.ts'

let ctx: Context
let skill: string
/** A skill like `skill`, without support for dry runs. */
let refusing: string

beforeAll(async () => {
  const pricing = { model: 'per_job' as const, amount: '0.05', currency: 'USDC' as const }
  const publish = async (fields: object) => {
    const document = makeSkillSetDocument({ skills: [makeSkillDocument({ pricing, ...fields })] })
    return (await makePublishedVersion({ document })).skillName
  }
  skill = await publish({ dryRun: 'supported' })
  refusing = await publish({})
  const user = await makeUser()
  await fundWallet(user.organisation.id, '1')
  ctx = await contextFor(user, { channel: 'mcp' })
})

type Ask = { name: string; arguments: JsonObject }
const NATIVE = (name = skill): Ask => ({ name: functionName(name), arguments: { name: 'Ada' } })
const EXECUTE = (name = skill): Ask => ({ name: 'execute_skill', arguments: { name, args: { name: 'Ada' } } })

function call(ask: Ask, meta: object) {
  const natives = new Map([skill, refusing].map((name) => [functionName(name), name]))
  return callMcpTool(ctx, { natives, origin: 'https://guildhall.example' }, { ...ask, meta }, () => {})
}

describe.each([
  ['its own name', NATIVE],
  ['execute_skill', EXECUTE],
])('by %s', (_, ask) => {
  // biome-ignore format: table
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

  test('a dry run is one, and foreign fields are ignored', async () => {
    const answer = await call(ask(), { 'guildhall/dry_run': true, 'example.com/trace': 7, progressToken: 1 })

    expect(answer.isError).toBeUndefined()
    const metadata: Record<string, unknown> = { ...(answer.structuredContent as object), ...answer._meta }
    expect(metadata['guildhall/dry_run'] ?? metadata.dry_run).toBe(true)
  })

  test('a dry run of a skill with a price that does not support it is refused', async () => {
    expect(await call(ask(refusing), { 'guildhall/dry_run': true })).toMatchObject({
      isError: true,
      _meta: { 'guildhall/error': { code: 'PRECONDITION_FAILED' } },
    })
  })

  test('a repeated call gets the first one’s run', async () => {
    const meta = { 'guildhall/idempotency_key': `${functionName(skill)}-${ask().name}` }
    const runOf = async () => {
      const { structuredContent, _meta } = await call(ask(), meta)
      return _meta?.['guildhall/run_id'] ?? (structuredContent as JsonObject | undefined)?.run_id
    }
    const first = await runOf()

    expect(first).toMatch(/^run_/)
    expect(await runOf()).toBe(first)
  })
})

describe('of the eight', () => {
  test('execute_skill accepts a value twice, but not two values', async () => {
    const twice = (price: string) => {
      const { name, arguments: args } = EXECUTE()
      return call({ name, arguments: { ...args, max_price: price } }, { 'guildhall/max_price': '0.04' })
    }

    expect(await twice('0.04')).toMatchObject({ _meta: { 'guildhall/error': { code: 'PAYMENT_REQUIRED' } } })
    expect(await twice('0.05')).toMatchObject({ _meta: { 'guildhall/error': { code: 'INVALID_INPUT' } } })
  })

  test('a tool that may cost or change something refuses unsupported options, and read-only tools ignore them', async () => {
    const meta = { 'guildhall/max_price': '0.04' }
    const blob = { name: 'create_blob', arguments: { content: 'x', kind: 'text/plain' } }

    expect(await call(blob, meta)).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('create_blob does not accept guildhall/') }],
    })
    expect((await call({ name: 'list_skills', arguments: {} }, meta)).isError).toBeUndefined()
  })
})

describe('by run_code', () => {
  const code = (more: object = {}): Ask => ({
    name: 'run_code',
    arguments: { language: 'python', code: 'def main(args): return 1', mount_skills: [skill], ...more },
  })

  // biome-ignore format: table
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
    const runOf = async (more?: object) => {
      const { structuredContent } = await call(code(more), meta)
      return (structuredContent as JsonObject).run_id
    }
    const first = await runOf()

    expect(first).toMatch(/^run_/)
    expect(await runOf()).toBe(first)
    expect(await call(code({ code: 'def main(args): return 2' }), meta)).toMatchObject({
      _meta: { 'guildhall/error': { code: 'CONFLICT', message: expect.stringContaining('different code') } },
    })
  })
})
