// Before a call, an agent must see the price and risk of a skill and of the skills that it may call.
import { beforeAll, describe, expect, test } from 'vitest'
import { getSkillPage } from '../../catalog/get-skill-page.ts'
import { getSkillSetPage } from '../../catalog/get-skill-set-page.ts'
import { refreshCatalogEntries } from '../../catalog/refresh-catalog-entries.ts'
import type { Context } from '../../context/context.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import type { JsonObject } from '../../kernel/json/json.ts'
import { quoteRun } from '../../runs/prepare/quote-run.ts'
import {
  contextFor,
  makePublishedVersion,
  makePublisher,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
  type TestPublisher,
  visitor,
} from '../../testing/factories.ts'
import { listSkillTools } from '../mcp/tool-list.ts'
import { getOpenApiDocument } from '../openapi/get-openapi-document.ts'
import { describeSkill } from './list-skills.ts'
import { openSkill } from './open-skill.ts'
import { callProtocolTool } from './protocol-tool.ts'

const PRICE = { model: 'per_job' as const, amount: '0.03', currency: 'USDC' as const }

let seller: TestPublisher
let agent: Context
let name: string
let skillSetIds: string[]

beforeAll(async () => {
  seller = await makePublisher()
  const called = await makePublishedVersion({
    publisher: seller,
    document: makeSkillSetDocument({ skills: [makeSkillDocument({ pricing: PRICE, riskLevel: 'writes' })] }),
  })
  const calling = await makePublishedVersion({
    document: makeSkillSetDocument({
      skills: [makeSkillDocument()],
      permissions: { skills: [called.skillName] },
    }),
  })
  name = calling.skillName
  skillSetIds = [called.skillSetId, calling.skillSetId]
  agent = await contextFor(await makeUser())
})

async function described(ctx: Context, detail = 'full'): Promise<JsonObject> {
  const { skill } = (await callProtocolTool(ctx, describeSkill, { name, detail })) as { skill: JsonObject }
  return skill
}

describe('a free skill that only reads and may call one that costs and writes', () => {
  test('states the price of its calls, at every level of detail and in its text', async () => {
    const full = await described(agent)

    expect(full).toMatchObject({ price: { amount: '0' }, price_of_calls: '0.03', risk_level: 'writes' })
    expect(full.content).toContain(
      'The skill itself is free. The skills that it calls cost up to 0.03 USDC more.',
    )
    const manifest = await described(agent, 'manifest')
    expect(manifest).toMatchObject({ price_of_calls: '0.03', risk_level: 'writes' })
  })

  test('states the same to visitors, and so does its quote', async () => {
    const ctx = visitor()

    expect(await described(ctx)).toMatchObject({ price_of_calls: '0.03' })
    expect(await quoteRun(ctx, await openSkill(ctx, { name }))).toMatchObject({
      price: '0.03',
      priceOfCalls: '0.03',
      riskLevel: 'writes',
    })
  })

  test('costs the seller of the called skill nothing', async () => {
    const full = await described(await contextFor(seller.owner))

    expect(full).toMatchObject({ price_of_calls: '0' })
    expect(full.content).toContain('The skill is free.\n')
  })

  test('states it as a native tool', async () => {
    const { tools } = await listSkillTools(agent, new Map([['greet', name]]))

    expect(tools[0]).toMatchObject({
      annotations: { readOnlyHint: false, destructiveHint: true },
      _meta: { 'guildhall/price': null, 'guildhall/price_of_calls': '0.03' },
    })
  })

  test('states it in the OpenAPI document', async () => {
    const asked = { skills: name, after: null, origin: 'http://localhost' }
    const { paths } = (await getOpenApiDocument(agent, asked)) as { paths: { [path: string]: JsonObject } }

    expect(paths[`/api/skills/${name}/runs`]?.post).toMatchObject({
      'x-guildhall-risk': 'writes',
      'x-guildhall-price': null,
      'x-guildhall-price-of-calls': '0.03',
    })
  })

  test('is listed as writing, also on its pages, if a skill it calls writes', async () => {
    const [publisher = '', skillset = '', skill = ''] = name.split('.')
    for (const skillSetId of skillSetIds)
      await database().$transaction((tx) => refreshCatalogEntries(tx, skillSetId))

    const entry = await database().catalogEntry.findUnique({ where: { name } })
    expect(entry).toMatchObject({ riskLevel: 'writes', priceMicros: 0n })
    expect(await getSkillPage(agent, { publisher, skillset, skill })).toMatchObject({ riskLevel: 'writes' })
    expect(await getSkillSetPage(agent, { publisher, skillset })).toMatchObject({
      skills: [{ riskLevel: 'writes' }],
    })
  })
})
