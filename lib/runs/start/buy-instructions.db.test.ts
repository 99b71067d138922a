// Tests the text of instruction skills with a price: who is refused on which channel, and what a purchase costs and gives.
import { describe, expect, test } from 'vitest'
import { GET as FOLDER } from '#app/api/skills/[name]/folder/route.ts'
import { createKey } from '../../auth/manage-api-keys.ts'
import { getSkillPage } from '../../catalog/get-skill-page.ts'
import { getSkillSetPage } from '../../catalog/get-skill-set-page.ts'
import type { Context } from '../../context/context.ts'
import type { SkillDocument } from '../../contracts/document/skillset-document.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import type { JsonObject } from '../../kernel/json/json.ts'
import { getStatement } from '../../money/get-statement.ts'
import { refundRun } from '../../money/grant-credit.ts'
import { sumLedger } from '../../money/rows/ledger.ts'
import { getPrompt } from '../../protocols/mcp/prompts.ts'
import { readResource } from '../../protocols/mcp/resources.ts'
import { contextFromKey } from '../../protocols/session/context/context-from-key.ts'
import { exportSkillFolder } from '../../protocols/skills-protocol/open-skill.ts'
import {
  contextFor,
  makeAdmin,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
  visitor,
} from '../../testing/factories.ts'
import { returns } from '../../testing/fake-sandbox.ts'
import { fundWallet, moneyOf } from '../../testing/fund-wallet.ts'
import { callAsAgent } from '../../testing/setup/accounts/limited-key.ts'
import { getRunPage } from '../views/get-run.ts'
import { runToEnd } from './start-run.ts'

const db = database()

const SECRET = 'Never use the passive voice, said the owl.'

function makeGuide(more: Partial<SkillDocument> = {}): SkillDocument {
  const { parameters: _, response: __, definition: ___, examples: ____, ...texts } = makeSkillDocument()
  return {
    ...texts,
    slug: 'style_guide',
    kind: 'instruction',
    body: `# Style\n\n## Voice\n\n${SECRET}\n\n\`\`\`\n# a comment\n\`\`\``,
    resources: [{ path: 'more/words.md', kind: 'text/markdown', text: SECRET }],
    pricing: { model: 'per_job', amount: '2', currency: 'USDC' },
    ...more,
  }
}

async function setUp({ money = '10' }: { money?: string } = {}) {
  const document = makeSkillSetDocument({ skills: [makeGuide()] })
  const version = await makePublishedVersion({ document })
  const user = await makeUser()
  if (money !== '0') await fundWallet(user.organisation.id, money)
  const sandbox = returns({ message: 'Hello.' })
  const ctx = await contextFor(user, { sandbox })
  const name = version.skillName
  const earned = async () => (await moneyOf(version.skillSet.publisher.organisationId)).earnings
  const buy = (as: Context = ctx, more: object = {}) => runToEnd(as, { skill: { name }, args: {}, ...more })
  const publishNext = (number: string, skill: Partial<SkillDocument> = {}) =>
    makePublishedVersion({
      skillSet: version.skillSet,
      document: { ...document, slug: version.skillSet.slug, version: number, skills: [makeGuide(skill)] },
    })
  return { ctx, user, version, name, earned, buy, publishNext, money: () => moneyOf(user.organisation.id) }
}

const open = (ctx: Context, name: string, version?: string) => ({
  'describe_skill with all details': () =>
    callAsAgent(ctx, 'describe_skill', { name, detail: 'full', ...(version && { version }) }),
  'read_skill_file of its text': () => callAsAgent(ctx, 'read_skill_file', { name, path: 'SKILL.md' }),
  'read_skill_file of a file': () => callAsAgent(ctx, 'read_skill_file', { name, path: 'more/words.md' }),
  'a prompt of MCP': () => getPrompt(ctx, new Map(), name),
  'a resource of MCP': () => readResource(ctx, `skill://${name}/style-guide/SKILL.md`),
  'the folder for the zip, the site and the command line': () => exportSkillFolder(ctx, { name }),
})

describe('a text that is for sale', () => {
  test.each(Object.keys(open({} as Context, '')))(
    'is refused by %s until it is bought, with its price and how to buy it',
    async (channel) => {
      const { ctx, name, buy } = await setUp()
      const read = () => open(ctx, name)[channel as keyof ReturnType<typeof open>]()

      await expect(read()).rejects.toMatchObject({
        code: 'PAYMENT_REQUIRED',
        message: `The text of ${name} costs 2 USDC, once for all versions 1.x. Your organisation has not bought it.`,
        options: {
          href: expect.stringContaining('/style_guide'),
          suggestedAction: expect.stringContaining('execute_skill'),
        },
      })
      await buy()
      expect(Buffer.from(JSON.stringify(toText(await read()))).toString()).toContain(SECRET)
    },
  )

  test('stays out of its page and of its REST folder, which show headings and size to anyone', async () => {
    const { ctx, name, version } = await setUp()
    const { publisher, slug: skillset } = version.skillSet
    const ref = { publisher: publisher.handle, skillset, skill: 'style_guide' }

    for (const reader of [ctx, visitor()]) {
      const page = await getSkillPage(reader, ref)
      expect(JSON.stringify(page)).not.toContain('passive voice')
      expect(page.forSale).toEqual({
        price: '2',
        covers: '1.x',
        headings: ['Style', 'Voice'],
        characters: makeGuide().body!.length,
      })
      expect(page.skill.resources).toEqual([
        { path: 'more/words.md', kind: 'text/markdown', sizeBytes: SECRET.length },
      ])
      expect(JSON.stringify(await getSkillSetPage(reader, ref))).not.toContain('passive voice')
    }
    const response = await FOLDER(new Request(`http://localhost/api/skills/${name}/folder`), {
      params: Promise.resolve({ name }),
    })
    expect(response.status).toBe(402)
    expect(await response.text()).not.toContain('passive voice')
  })

  test('leaves its description, its price and its manifest free', async () => {
    const { ctx, name } = await setUp()

    const { skill } = (await callAsAgent(ctx, 'describe_skill', { name, detail: 'summary' })) as {
      skill: JsonObject
    }
    const manifest = await callAsAgent(ctx, 'read_skill_file', { name, path: 'skill.toml' })

    expect(skill).toMatchObject({
      kind: 'instruction',
      price: { amount: '2' },
      text_for_sale: { price: '2', covers: '1.x', headings: ['Style', 'Voice'] },
    })
    expect(JSON.stringify([skill, manifest])).not.toContain('passive voice')
  })

  test('is free for its publisher and for admins of the site who review it, who cannot buy it', async () => {
    const { name, version } = await setUp()
    const owner = await contextFor(version.skillSet.publisher.owner, {
      sandbox: returns({ message: 'Hello.' }),
    })

    for (const reader of [owner, await contextFor(await makeAdmin())])
      expect(JSON.stringify(toText(await exportSkillFolder(reader, { name })))).toContain('passive voice')
    await expect(runToEnd(owner, { skill: { name }, args: {} })).rejects.toMatchObject({
      code: 'PRECONDITION_FAILED',
      message: expect.stringContaining('without buying'),
    })
  })
})

describe('a purchase', () => {
  test('pays publisher and fee once, with a receipt and lines in both statements', async () => {
    const { ctx, buy, earned, money, name } = await setUp()

    const run = await buy()

    expect(run).toMatchObject({ state: 'succeeded', terms: 'purchase', price: '2', charged: '2' })
    expect(run.output).toMatchObject({ skill: name, covers: '1.x' })
    expect(await money()).toMatchObject({ wallet: 8_000_000n, hold: 0n })
    expect(await earned()).toBe(1_980_000n)
    expect((await sumLedger(db)).total).toBe(0n)
    const { receipt } = await getRunPage(ctx, run.id)
    expect(receipt).toMatchObject({ decision: 'charged', reason: expect.stringContaining('bought, once') })
    const { lines } = await getStatement(ctx, 'wallet')
    expect(lines).toContainEqual(expect.objectContaining({ runId: run.id, isPaid: true, isPurchase: true }))
  })

  test('that is repeated, also with another idempotency key, returns the first one and costs nothing', async () => {
    const { buy, money, earned } = await setUp()
    const first = await buy()

    for (const again of [await buy(), await buy(undefined, { idempotencyKey: 'another' })])
      expect(again.id).toBe(first.id)
    expect(await money()).toMatchObject({ wallet: 8_000_000n })
    expect(await earned()).toBe(1_980_000n)
  })

  test('that 20 calls make at once is charged once', async () => {
    const { buy, money, earned } = await setUp()

    const runs = await Promise.all(Array.from({ length: 20 }, () => buy()))

    expect(new Set(runs.map(({ id }) => id)).size).toBe(1)
    expect(await money()).toMatchObject({ wallet: 8_000_000n, hold: 0n })
    expect(await earned()).toBe(1_980_000n)
    expect((await sumLedger(db)).total).toBe(0n)
  })

  test('covers later versions of its major at the price of the day, and not the next major', async () => {
    const { ctx, buy, name, publishNext } = await setUp()
    await buy()
    await publishNext('1.1.0', { pricing: { model: 'per_job', amount: '9', currency: 'USDC' } })
    await publishNext('2.0.0')

    const { version } = await exportSkillFolder(ctx, { name, version: '1.1.0' })
    expect(version).toBe('1.1.0')
    await expect(exportSkillFolder(ctx, { name, version: '2.0.0' })).rejects.toMatchObject({
      code: 'PAYMENT_REQUIRED',
      message: expect.stringContaining('2.x'),
    })
  })

  test('that is refunded takes the text back, and can be made again', async () => {
    const { ctx, buy, money, earned, name } = await setUp()
    const { id } = await buy()

    await refundRun(await contextFor(await makeAdmin()), { runId: id, note: 'Not as described.' })

    expect(await money()).toMatchObject({ wallet: 10_000_000n })
    expect(await earned()).toBe(0n)
    await expect(exportSkillFolder(ctx, { name })).rejects.toMatchObject({ code: 'PAYMENT_REQUIRED' })
    expect((await buy()).id).not.toBe(id)
    expect(await money()).toMatchObject({ wallet: 8_000_000n })
    expect((await sumLedger(db)).total).toBe(0n)
  })

  test('is refused without enough money, above the caller’s limit and with arguments, and reserves nothing', async () => {
    const { ctx, buy, money, name } = await setUp({ money: '1' })

    await expect(buy()).rejects.toMatchObject({ code: 'PAYMENT_REQUIRED' })
    await expect(buy(undefined, { maxPrice: '1' })).rejects.toMatchObject({ code: 'PAYMENT_REQUIRED' })
    await expect(buy(undefined, { args: { name: 'Ada' } })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(buy(undefined, { dryRun: true })).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
    await expect(exportSkillFolder(ctx, { name })).rejects.toMatchObject({ code: 'PAYMENT_REQUIRED' })
    expect(await money()).toMatchObject({ wallet: 1_000_000n, hold: 0n })
    expect(await db.skillPurchase.count({ where: { organisationId: ctx.viewer!.organisationId } })).toBe(0)
  })

  test('by a key counts for its daily cap, and execute_skill buys for the whole organisation', async () => {
    const { ctx, name, money } = await setUp()
    const keyed = async (dailyCap: string) => {
      const { key } = await createKey(ctx, {
        name: dailyCap,
        scopes: ['read', 'run'],
        expiresInDays: 1,
        dailyCap,
      })
      const request = new Request('http://localhost/', { headers: { authorization: `Bearer ${key}` } })
      return { ...(await contextFromKey(request, [])), sandbox: ctx.sandbox }
    }
    const [poor, rich] = [await keyed('1'), await keyed('3')]

    await expect(callAsAgent(poor, 'execute_skill', { name })).rejects.toMatchObject({
      code: 'PAYMENT_REQUIRED',
    })
    expect(await callAsAgent(rich, 'execute_skill', { name })).toMatchObject({
      status: 'completed',
      output: { covers: '1.x' },
    })

    expect(await money()).toMatchObject({ wallet: 8_000_000n, hold: 0n })
    expect(toText(await exportSkillFolder(poor, { name }))).toContain('passive voice')
  })
})

/** Returns what a channel answers as text, with the bytes of files decoded. */
function toText(answer: unknown): string {
  return JSON.stringify(answer, (_, value) =>
    value?.type === 'Buffer' ? Buffer.from(value.data).toString() : value,
  )
}
