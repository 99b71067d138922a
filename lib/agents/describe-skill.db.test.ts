// What an agent reads of a skill's price before it calls: its own, and what it may spend on others.
import { beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '../context.ts'
import type { JsonObject } from '../contract/json/json.ts'
import { quoteRun } from '../execution/quote-run.ts'
import { nativeTools } from '../mcp/native-tools.ts'
import {
  contextFor,
  makePublishedVersion,
  makePublisher,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
  type TestPublisher,
  visitor,
} from '../testing/factories.ts'
import { describeSkill } from './describe-skill.ts'
import { openSkill } from './open-skill.ts'
import { callTool } from './tool.ts'

const PRICE = { model: 'per_job' as const, amount: '0.03', currency: 'USDC' as const }

let seller: TestPublisher
let agent: Context
let name: string

beforeAll(async () => {
  seller = await makePublisher()
  const called = await makePublishedVersion({
    publisher: seller,
    document: makeSkillSetDocument({ skills: [makeSkillDocument({ pricing: PRICE })] }),
  })
  const calling = await makePublishedVersion({
    document: makeSkillSetDocument({
      skills: [makeSkillDocument()],
      permissions: { skills: [called.skillName] },
    }),
  })
  name = calling.skillName
  agent = await contextFor(await makeUser())
})

async function described(ctx: Context, detail = 'full'): Promise<JsonObject> {
  const { skill } = (await callTool(ctx, describeSkill, { name, detail })) as { skill: JsonObject }
  return skill
}

describe('a free skill that may call one that costs', () => {
  test('says what the calls cost, in every detail and in its text', async () => {
    const full = await described(agent)

    expect(full).toMatchObject({ price: { amount: '0' }, price_of_calls: '0.03' })
    expect(full.content).toContain(
      'It is free by itself. The skills that it calls cost up to 0.03 USDC more.',
    )
    expect(await described(agent, 'manifest')).toMatchObject({ price_of_calls: '0.03' })
  })

  test('says the same to visitors, and so does its quote', async () => {
    const ctx = visitor()

    expect(await described(ctx)).toMatchObject({ price_of_calls: '0.03' })
    expect(await quoteRun(ctx, await openSkill(ctx, { name }))).toMatchObject({
      price: '0.03',
      priceOfCalls: '0.03',
    })
  })

  test('costs whoever sells what it calls nothing', async () => {
    const full = await described(await contextFor(seller.owner))

    expect(full).toMatchObject({ price_of_calls: '0' })
    expect(full.content).toContain('It is free.\n')
  })

  test('says it as a tool of its own', async () => {
    const { tools } = await nativeTools(agent, new Map([['greet', name]]))

    expect(tools[0]?._meta).toMatchObject({ 'guildhall/price': null, 'guildhall/price_of_calls': '0.03' })
  })
})
