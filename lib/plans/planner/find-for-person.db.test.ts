import { beforeAll, describe, expect, test } from 'vitest'
import { refreshCatalogEntries } from '../../catalog/refresh-catalog-entries.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import type { JsonObject } from '../../kernel/json/json.ts'
import { readInputFragment } from '../../kernel/site/input-fragment.ts'
import {
  contextFor,
  freshName,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
  visitor,
} from '../../testing/factories.ts'
import { objectSchema } from '../../testing/setup/runs/object-schema.ts'
import { createPlan } from '../saved/saved-plans.ts'
import { findForPerson } from './find-for-person.ts'

/** A word that only the skills of this file have. */
const HERE = freshName('plover').replaceAll('_', '')
const TEXT = { type: 'string' }
const NUMBER = { type: 'number' }
const NOTHING = { words: '', have: '', need: 'anything', needed: '' }

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

function skill(slug: string, input: JsonObject, output: JsonObject) {
  return makeSkillDocument({
    slug,
    name: `${slug} ${HERE}`,
    parameters: objectSchema(input, { required: Object.keys(input), additionalProperties: false }),
    response: objectSchema({ message: TEXT, ...output }, { required: ['message', ...Object.keys(output)] }),
    examples: [],
  })
}

beforeAll(async () => {
  const row = objectSchema({ [`${HERE}_name`]: TEXT, price: NUMBER }, { required: [`${HERE}_name`, 'price'] })
  const rows = { type: 'array', items: row }
  const skills = [
    skill('read_table', { [`${HERE}_csv`]: TEXT }, { [`${HERE}_rows`]: rows }),
    skill('sum_table', { [`${HERE}_rows`]: rows }, { [`${HERE}_total`]: NUMBER }),
  ]
  const version = await makePublishedVersion({ document: makeSkillSetDocument({ skills }) })
  await database().$transaction((tx) => refreshCatalogEntries(tx, version.skillSetId))
})

test('a person who pastes JSON finds the skill that takes it, with it in the form', async () => {
  const have = JSON.stringify({ [`${HERE}_csv`]: 'a,b' })

  const { skills } = await findForPerson(visitor(), { ...NOTHING, have })

  expect(skills[0]).toMatchObject({
    title: `read_table ${HERE}`,
    fit: 'sure',
    why: `takes your \`${HERE}_csv\`, returns \`${HERE}_rows[]\``,
  })
  const [, fragment = ''] = skills[0]!.href.split(/(?=#)/)
  expect(readInputFragment(fragment)).toEqual({ [`${HERE}_csv`]: 'a,b' })
})

test('a person names the columns of the table that they need', async () => {
  const { skills } = await findForPerson(visitor(), {
    ...NOTHING,
    need: 'table',
    needed: `${HERE}_name, price`,
  })

  expect(skills[0]).toMatchObject({
    title: `read_table ${HERE}`,
    why: `returns what you need in \`${HERE}_rows\``,
  })
})

describe('two skills together', () => {
  const needed = JSON.stringify(objectSchema({ [`${HERE}_total`]: NUMBER }, { required: [`${HERE}_total`] }))
  const request = { ...NOTHING, have: JSON.stringify({ [`${HERE}_csv`]: 'a,b' }), need: 'example', needed }

  test('are found as a plan that a person with an account can save', async () => {
    const ctx = await contextFor(await makeUser())

    const { chains } = await findForPerson(ctx, request)

    expect(chains).toMatchObject([{ titles: [`read_table ${HERE}`, `sum_table ${HERE}`], price: 'free' }])
    const { slug } = await createPlan(ctx, { title: 'Two together', text: chains[0]!.planText })
    expect(slug).toMatch(/^two-together/)
  })

  test('are not for visitors, who have no plans', async () => {
    expect((await findForPerson(visitor(), request)).chains).toEqual([])
  })
})

test.each<[string, object, string]>([
  ['nothing', {}, '/have'],
  ['an example that is no JSON', { need: 'example', needed: 'total: 5' }, '/needed'],
  ['no example', { need: 'example' }, '/needed'],
  ['a schema that is none', { need: 'example', needed: '{"type": "object", "properties": 5}' }, '/needed'],
  ['a value that is too deep to parse', { have: '['.repeat(50_000) }, '/have'],
  ['a value that is deeper than any skill takes', { have: nested(500) }, '/have'],
  ['an example that is too deep to parse', { need: 'example', needed: nested(5_000) }, '/needed'],
  ['an example that is deeper than any skill returns', { need: 'example', needed: nested(500) }, '/needed'],
  ['an unknown need', { need: 'magic' }, '/need'],
  ['more text than is compared', { have: 'x'.repeat(100_001) }, '/have'],
  ['too many words', { words: 'x'.repeat(201) }, '/words'],
])('a search by %s is refused at its field', async (_, fields, path) => {
  await expect(findForPerson(visitor(), { ...NOTHING, ...fields })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    options: { issues: [{ path: expect.stringMatching(`^${path}`) }] },
  })
})

test.each([
  ['NUL in words', { words: 'a\u0000b' }],
  ['NUL and half a pair', { have: '"\u0000\ud800"' }],
])('a search with %s is answered', async (_, fields) => {
  expect(await findForPerson(visitor(), { ...NOTHING, ...fields })).toMatchObject({ chains: [] })
})
