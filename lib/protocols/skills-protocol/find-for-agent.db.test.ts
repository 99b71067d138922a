import { beforeAll, describe, expect, test } from 'vitest'
import { mintKey } from '../../auth/mint-key.ts'
import { fillListedContracts, refreshCatalogEntries } from '../../catalog/refresh-catalog-entries.ts'
import type { Context } from '../../context/context.ts'
import type { SkillDocument, SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import { validateValue } from '../../json-schema/evaluate/compile.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import type { Json, JsonObject } from '../../kernel/json/json.ts'
import { checkForViewer } from '../../plans/check/check-for-viewer.ts'
import {
  contextFor,
  freshName,
  makePublishedVersion,
  makePublisher,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
  visitor,
} from '../../testing/factories.ts'
import { contextWithKey } from '../../testing/setup/accounts/limited-key.ts'
import { objectSchema } from '../../testing/setup/runs/object-schema.ts'
import { contextFromKey } from '../session/context/context-from-key.ts'
import { describeSkill, listSkills } from './list-skills.ts'
import { callProtocolTool } from './protocol-tool.ts'

/** A word that only the skills of this file have. */
const HERE = freshName('kestrel').replaceAll('_', '')
const PAID = { model: 'per_job' as const, amount: '0.03', currency: 'USDC' as const }
const TEXT = { type: 'string' }
const NUMBER = { type: 'number' }

type Found = JsonObject & { name: string; why: string; call?: { name: string; args: JsonObject } }

async function find(params: JsonObject, ctx: Context = visitor()): Promise<Found[]> {
  const { skills } = (await callProtocolTool(ctx, listSkills, params)) as { skills: Found[] }
  return skills
}

const nest = (depth: number): Json => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`)

const slugs = (found: Found[]) => found.map(({ name }) => name.split('.').at(-1))

async function list(skills: SkillDocument[], fields: Partial<SkillSetDocument> = {}) {
  const version = await makePublishedVersion({ document: makeSkillSetDocument({ skills, ...fields }) })
  await database().$transaction((tx) => refreshCatalogEntries(tx, version.skillSetId))
  return version
}

function skill(
  slug: string,
  input: JsonObject,
  output: JsonObject,
  more: Partial<SkillDocument> = {},
): SkillDocument {
  return makeSkillDocument({
    slug,
    name: `${slug.replaceAll('_', ' ')} ${HERE}`,
    parameters: objectSchema(input, { required: Object.keys(input), additionalProperties: false }),
    response: objectSchema({ message: TEXT, ...output }, { required: ['message', ...Object.keys(output)] }),
    examples: [],
    ...more,
  })
}

const namespaces: string[] = []
beforeAll(async () => {
  const listed = await list([
    skill('convert_money', { [`${HERE}_amount`]: NUMBER, currency: TEXT }, { converted: NUMBER }),
    skill(
      'round_money',
      { [`${HERE}_amount`]: NUMBER },
      { rounded: NUMBER },
      { pricing: PAID, riskLevel: 'writes' },
    ),
    skill(
      'split_rows',
      { [`${HERE}_rows`]: { type: 'array', items: objectSchema({ price: NUMBER }) } },
      {
        parts: {
          type: 'array',
          items: objectSchema({ [`${HERE}_sum`]: NUMBER }, { required: [`${HERE}_sum`] }),
        },
      },
    ),
    makeSkillDocument({ slug: 'echo_anything', name: `Echo anything ${HERE}`, parameters: {}, examples: [] }),
  ])
  namespaces.push(listed.skillName.split('.').slice(0, 2).join('.'))
})

describe('list_skills with `have`', () => {
  test('puts the skill that a value fits first, then the one that lacks a field, and says why', async () => {
    const found = await find({ have: { [`${HERE}_amount`]: 5 } })

    expect(slugs(found)).toEqual(['round_money', 'convert_money'])
    expect(found[0]).toMatchObject({
      takes: 'as_is',
      fits: true,
      why: `takes your \`${HERE}_amount\`, returns \`rounded\``,
    })
    expect(found[1]).toMatchObject({ takes: 'partial', fits: false, missing: ['currency'] })
    expect(found[1]?.why).toBe(`takes your \`${HERE}_amount\`, returns \`converted\`; missing: currency`)
  })

  test('ranks a value that needs a conversion below one that fits', async () => {
    const [found] = await find({ have: { [`${HERE}Amount`]: '5' } })

    expect(found).toMatchObject({ takes: 'coerced', call: { args: { [`${HERE}_amount`]: '5' } } })
  })

  test('takes a JSON Schema in place of a value, which the inclusion solver judges', async () => {
    const have = objectSchema({ [`${HERE}_amount`]: { type: 'integer', minimum: 0 }, currency: TEXT })

    const found = await find({ have })

    expect(slugs(found)[0]).toBe('convert_money')
    expect(found[0]).toMatchObject({ takes: 'as_is' })
  })

  test('ranks a contract that accepts anything below specific ones', async () => {
    const found = await find({ query: HERE, have: { [`${HERE}_amount`]: 5 } })

    expect(slugs(found).at(-1)).not.toBe('round_money')
    expect(slugs(found).indexOf('echo_anything')).toBeGreaterThan(slugs(found).indexOf('convert_money'))
  })

  test('carries calls that the contract of each skill accepts', async () => {
    const searches: JsonObject[] = [
      { query: HERE },
      { have: { [`${HERE}_amount`]: 5 } },
      { have: { [`${HERE}_rows`]: [{ price: 2 }] } },
    ]
    for (const params of searches) {
      for (const { name, call } of await find(params)) {
        const { skill } = (await callProtocolTool(visitor(), describeSkill, { name })) as {
          skill: JsonObject
        }
        expect(validateValue(skill.input_schema as JsonObject, call?.args as Json), name).toEqual([])
      }
    }
  })
})

test('list_skills with `want` finds the skill that returns it, and where in its output', async () => {
  const want = {
    type: 'array',
    items: objectSchema({ [`${HERE}_sum`]: NUMBER }, { required: [`${HERE}_sum`] }),
  }

  expect((await find({ want }))[0]).toMatchObject({
    returns: 'as_is',
    returns_at: '/parts',
    why: 'returns what you need in `parts`',
  })
})

test('an object is not what a skill takes that needs a list of objects', async () => {
  const found = await find({ have: { [`${HERE}_other`]: 1 }, query: `split rows ${HERE}` })

  expect(found.find(({ name }) => name.endsWith('split_rows'))).toMatchObject({ takes: 'none', fits: false })
})

describe('list_skills where no single skill does it', () => {
  const SUM = objectSchema({ [`${HERE}_sum`]: NUMBER }, { required: [`${HERE}_sum`] })
  const WANT = { type: 'array', items: SUM }
  type Chains = { chains?: { why: string; plan: JsonObject; replace?: string[] }[] }

  async function findChains(params: JsonObject, ctx?: Context): Promise<NonNullable<Chains['chains']>> {
    const { chains } = (await callProtocolTool(
      ctx ?? (await contextFor(await makeUser())),
      listSkills,
      params,
    )) as Chains
    return chains ?? []
  }

  beforeAll(async () => {
    await list([
      skill(
        'parse_table',
        { [`${HERE}_csv`]: TEXT },
        { [`${HERE}_rows`]: { type: 'array', items: objectSchema({ price: NUMBER }) }, lines: NUMBER },
      ),
      skill('count_table', { [`${HERE}_csv`]: TEXT }, { lines: NUMBER }),
    ])
  })

  test('finds a chain of two as a plan that the check of plans accepts', async () => {
    const ctx = await contextFor(await makeUser())

    const [chain, ...others] = await findChains({ have: { [`${HERE}_csv`]: 'a,b' }, want: WANT }, ctx)

    expect(others).toEqual([])
    expect(chain).toMatchObject({
      why: expect.stringMatching(
        new RegExp(
          `^\`.*parse_table\` takes your \`${HERE}_csv\`; its \`${HERE}_rows\` go to \`.*split_rows\`, which returns what you need in \`parts\`$`,
        ),
      ),
      plan: {
        steps: [
          { args: { [`${HERE}_csv`]: 'a,b' } },
          { args: { [`${HERE}_rows`]: `$steps.first.${HERE}_rows` } },
        ],
        outputs: { result: '$steps.second.parts' },
      },
    })
    expect(await checkForViewer(ctx, chain?.plan)).toMatchObject({ isRunnable: true })
  })

  test('names the arguments of the plan that are examples if a schema was sent', async () => {
    const have = objectSchema({ [`${HERE}_csv`]: TEXT }, { required: [`${HERE}_csv`] })

    const [chain] = await findChains({ have, want: WANT })

    expect(chain?.replace).toEqual([`/steps/0/args/${HERE}_csv`])
  })

  test('keeps text of the caller that looks like a reference as text', async () => {
    const [chain] = await findChains({ have: { [`${HERE}_csv`]: '$steps.first.lines' }, want: WANT })

    expect(chain?.plan).toMatchObject({ steps: [{ args: { [`${HERE}_csv`]: '$$steps.first.lines' } }, {}] })
  })

  test('finds none if a single skill does it, without what the caller has, or for visitors', async () => {
    expect(await findChains({ have: { [`${HERE}_rows`]: [{ price: 1 }] }, want: WANT })).toEqual([])
    expect(await findChains({ want: WANT })).toEqual([])
    expect(await findChains({ have: { [`${HERE}_csv`]: 'a,b' }, want: WANT }, visitor())).toEqual([])
  })

  test('leaves out chains with a skill that the caller’s limits exclude', async () => {
    const params = { have: { [`${HERE}_csv`]: 'a,b' }, want: WANT }

    expect(await findChains({ ...params, runtime: 'python' })).toEqual([])
  })

  test('leaves out chains that together cost more than the highest price', async () => {
    const { params } = await listChain({ pricing: PAID })

    expect(await findChains({ ...params, max_price: '0.06' })).toMatchObject([{ price: '0.06 USDC' }])
    expect(await findChains({ ...params, max_price: '0.05' })).toEqual([])
  })

  test('leaves out chains whose risk is higher than the catalogue still says', async () => {
    const { params, skillSetId } = await listChain({ riskLevel: 'writes' })
    await database().catalogEntry.updateMany({ where: { skillSetId }, data: { riskLevel: 'read-only' } })

    expect(await findChains({ ...params, risk_at_most: 'writes' })).toHaveLength(1)
    expect(await findChains({ ...params, risk_at_most: 'read-only' })).toEqual([])
  })

  async function listChain(more: Partial<SkillDocument>) {
    const word = freshName('dunlin').replaceAll('_', '')
    const middle = { [`${word}_rows`]: { type: 'array', items: objectSchema({ [`${word}_price`]: NUMBER }) } }
    const { skillSetId } = await list([
      skill('first', { [`${word}_csv`]: TEXT }, middle, more),
      skill('second', middle, { [`${word}_total`]: NUMBER }, more),
    ])
    const want = objectSchema({ [`${word}_total`]: NUMBER }, { required: [`${word}_total`] })
    return { skillSetId, params: { have: { [`${word}_csv`]: 'a,b' }, want } }
  }
})

describe('list_skills with limits', () => {
  test.each([
    ['a highest price', { max_price: '0.02' }],
    ['a highest risk', { risk_at_most: 'read-only' }],
    ['a least share of success, which skills without runs lack', { min_success: 0.5 }],
    ['a least number of organisations', { min_organisations: 1 }],
    ['a runtime', { runtime: 'python' }],
    ['a namespace', { namespace: 'nobody.nothing' }],
  ])('leaves out skills by %s', async (_, limits) => {
    expect(slugs(await find({ query: `round money ${HERE}`, have: { [`${HERE}_amount`]: 5 } }))).toContain(
      'round_money',
    )
    expect(
      slugs(await find({ query: `round money ${HERE}`, have: { [`${HERE}_amount`]: 5 }, ...limits })),
    ).not.toContain('round_money')
  })

  test('counts the organisations that used a skill', async () => {
    const { name } = (await find({ query: `convert money ${HERE}` }))[0]!
    const { skillSetId } = await database().catalogEntry.findUniqueOrThrow({ where: { name } })
    const { organisation } = await makeUser()
    await database()
      .$executeRaw`INSERT INTO "SkillCustomer" ("skillName", "skillSetId", "organisationId", "lastDay")
      VALUES (${name}, ${skillSetId}, ${organisation.id}, now())`
    await database().catalogEntry.updateMany({ where: { name }, data: { customerDays30d: 3 } })

    expect(slugs(await find({ query: HERE, min_organisations: 1 }))).toEqual(['convert_money'])
    expect(await find({ query: HERE, min_organisations: 2 })).toEqual([])
  })

  test('keeps an answer within max_tokens', async () => {
    const long = await find({ query: HERE })
    const short = await find({ query: HERE, max_tokens: 200 })

    expect(long.length).toBeGreaterThan(short.length)
    expect(short).toHaveLength(1)
  })

  test('passes the highest price on to the call', async () => {
    expect((await find({ query: `convert money ${HERE}`, max_price: '0.02' }))[0]?.call).toMatchObject({
      max_price: '0.02',
    })
  })
})

test.each<[string, JsonObject, string]>([
  ['a schema that is none', { have: { type: 'object', properties: 5 } }, '/have'],
  ['a schema whose reference leads nowhere', { want: { $ref: '#/$defs/none' } }, '/want'],
  ['a value of more than 256 KiB', { have: 'x'.repeat(300_000) }, '/have'],
  ['a value that is deeper than any skill takes', { have: nest(500) }, '/have'],
  ['an example that is deeper than any skill returns', { want: nest(500) }, '/want'],
  ['an empty query', { query: '' }, '/query'],
  ['an unknown risk', { query: 'x', risk_at_most: 'high' }, '/risk_at_most'],
  ['a share above one', { query: 'x', min_success: 2 }, '/min_success'],
  ['a negative price', { query: 'x', max_price: '-1' }, '/max_price'],
  ['a cursor', { query: 'x', cursor: 'abc' }, '/cursor'],
])('a search by %s is refused with its place', async (_, params, path) => {
  await expect(find(params)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    options: { issues: [{ path: expect.stringMatching(`^${path}`) }] },
  })
})

test.each<[string, Json]>([
  ['null', null],
  ['a text', 'plain'],
  ['a text with NUL', 'a\0b'],
  ['a list of lists', [[1], [2]]],
  ['a list as deep as skills take', nest(200)],
  ['no fields', {}],
  ['inherited names', { __proto__x: 1, constructor: 2, toString: 3 }],
])('any value is safe to search with: %s', async (_, have) => {
  await expect(find({ have })).resolves.toBeDefined()
})

test.each<[string, JsonObject]>([
  ['a query', { query: 'a\u0000b' }],
  ['a namespace', { query: 'x', namespace: '\u0000' }],
  [
    'the names and formats of a schema',
    { have: { type: 'object', properties: { '\u0000': { format: '\u0000' } } } },
  ],
  ['a value', { have: { '\u0000': '\ud800' } }],
  ['a wanted text', { want: { const: '\u0000' } }],
])('a search with NUL in %s is answered', async (_, params) => {
  await expect(find(params)).resolves.toEqual(expect.any(Array))
})

test('a private skill is found by its organisation and nobody else', async () => {
  const publisher = await makePublisher()
  const word = freshName('osprey').replaceAll('_', '')
  await makePublishedVersion({
    publisher,
    document: makeSkillSetDocument({
      visibility: 'PRIVATE',
      skills: [
        skill('secret', { [`${word}_field`]: TEXT }, { secret: TEXT }, { description: `About ${word}.` }),
      ],
    }),
  })
  const owner = await contextFor(publisher.owner)

  expect(slugs(await find({ have: { [`${word}_field`]: 'a' } }, owner))).toEqual(['secret'])
  expect(slugs(await find({ query: word }, owner))).toEqual(['secret'])
  expect(await find({ have: { [`${word}_field`]: 'a' } })).toEqual([])
  expect(await find({ query: word }, await contextFor(await makeUser()))).toEqual([])
})

test('input that an earlier major takes is found, with the version whose input it is', async () => {
  const field = `${freshName('merlin')}_old`
  const first = await list([skill('grow', { [field]: TEXT }, { done: TEXT })])
  const document = makeSkillSetDocument({
    ...first.skillSet.document,
    version: '2.0.0',
    migrations: [{ from: '1', definition: 'function migrate(input) { return input }' }],
    skills: [skill('grow', { [`${field}_new`]: TEXT, [field]: NUMBER }, { done: TEXT })],
  })
  await makePublishedVersion({ skillSet: first.skillSet, document })
  await database().$transaction((tx) => refreshCatalogEntries(tx, first.skillSetId))

  const [found] = await find({ have: { [field]: 'a' } })

  expect(found).toMatchObject({ takes: 'coerced', call: { version: '1', args: { [field]: 'a' } } })
  expect(found?.why).toContain('as input of version 1, which it migrates')
})

test('entries of the release before get their contracts by a sweep', async () => {
  const field = `${freshName('harrier')}_field`
  const { skillSetId } = await list([skill('late', { [field]: TEXT }, { done: TEXT })])
  await database()
    .$executeRaw`UPDATE "CatalogEntry" SET "contract" = NULL, "takes" = '{}' WHERE "skillSetId" = ${skillSetId}`
  expect(await find({ have: { [field]: 'a' } })).toEqual([])

  while ((await fillListedContracts({ db: database() })) > 0);

  expect(slugs(await find({ have: { [field]: 'a' } }))).toEqual(['late'])
})

test('a key for some skills finds no others, however well these fit', async () => {
  const { skillName, skillSet } = await list([
    skill('check_inside', { text: TEXT }, {}),
    skill('check_outside', { text: TEXT }, {}),
  ])
  const other = await list([skill('check_elsewhere', { text: TEXT }, {})])
  const person = await contextFor(await makeUser())
  const ofSet = `${skillSet.publisher.handle}.${skillSet.slug}`
  const query = { query: `check ${HERE}`, limit: 50 }

  expect(slugs(await find(query, person))).toEqual(
    expect.arrayContaining(['check_inside', 'check_outside', 'check_elsewhere']),
  )
  const { key } = await mintKey(await contextWithKey(person, {}), { name: 'Reader', skills: [skillName] })
  const request = new Request('http://localhost/', { headers: { authorization: `Bearer ${key}` } })
  const ofSkill = await contextFromKey(request, [])
  expect(slugs(await find(query, ofSkill))).toEqual(['check_inside'])
  const found = (await find(query, await contextWithKey(person, { skillSets: [ofSet] }))).map(
    ({ name }) => name,
  )
  expect(found).toContain(`${ofSet}.check_outside`)
  expect(found).not.toContain(other.skillName)
})

test('a skill without required fields is offered with its example, and without a call if there is none', async () => {
  const word = freshName('wagtail').replaceAll('_', '')
  const optional = (slug: string, examples: SkillDocument['examples']) =>
    makeSkillDocument({
      ...{ slug, name: `${slug.replaceAll('_', ' ')} ${word}`, examples },
      parameters: objectSchema({ workbook: TEXT, large_file: TEXT }, { additionalProperties: false }),
    })
  await list([
    optional('read_sheet', [{ title: 'One', input: { workbook: 'data:,a' } }]),
    optional('read_nothing', [{ title: 'All', input: {} }]),
    optional('read_unknown', []),
    optional('read_long', [{ title: 'Long', input: { workbook: 'x'.repeat(5_000) } }]),
  ])

  const found = new Map((await find({ query: word })).map((each) => [each.name.split('.').at(-1), each]))

  expect(found.get('read_sheet')).toMatchObject({
    call: { args: { workbook: 'data:,a' } },
    replace: ['/workbook'],
  })
  expect(found.get('read_nothing')).toMatchObject({ call: { args: {} } })
  for (const slug of ['read_unknown', 'read_long']) {
    expect(found.get(slug)).toMatchObject({ call_omitted: expect.stringContaining('describe_skill') })
    expect(found.get(slug)).not.toHaveProperty('call')
  }
})
