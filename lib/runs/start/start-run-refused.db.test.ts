import { describe, expect, test } from 'vitest'
import { database } from '../../kernel/db/prisma-client.ts'
import { contextFor, makePublishedVersion, visitor } from '../../testing/factories.ts'
import { makeCaller, publishSkill } from '../../testing/run-setup.ts'
import { runToEnd, startRun } from './start-run.ts'

const ADA = { name: 'Ada' }

const runsOf = (skillName: string) => database().run.count({ where: { skillName } })

describe('refused before anything runs', () => {
  async function refusal(
    skill: { name: unknown; version?: string },
    args: unknown,
    ctx?: Awaited<ReturnType<typeof makeCaller>>,
  ) {
    const { ctx: context, sandbox } = ctx ?? (await makeCaller())
    const before = await runsOf(String(skill.name))
    const error = await startRun(context, { skill, args }).catch((thrown) => thrown)
    expect(sandbox.jobs).toHaveLength(0)
    expect(await runsOf(String(skill.name))).toBe(before)
    return error
  }

  test('a visitor is refused before anything runs', async () => {
    const { skillName } = await publishSkill()

    await expect(startRun(visitor(), { skill: { name: skillName }, args: ADA })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    })
  })

  test.each(['unknown.nothing.none', 'not a name', '', 42, { not: '' }])(
    'a call with an invalid name is refused: %j',
    async (name) => {
      expect(await refusal({ name }, ADA)).toMatchObject({ code: 'NOT_FOUND' })
    },
  )

  test('a call of an unknown version is refused', async () => {
    const { skillName } = await publishSkill()

    expect(await refusal({ name: skillName, version: '9.9.9' }, ADA)).toMatchObject({ code: 'NOT_FOUND' })
  })

  test.each(['DRAFT', 'IN_REVIEW', 'CHANGES_REQUESTED', 'REJECTED'] as const)(
    'a call of a version in state %s is refused',
    async (state) => {
      const { skillName } = await makePublishedVersion({ state })

      expect(await refusal({ name: skillName, version: '1.0.0' }, ADA)).toMatchObject({ code: 'NOT_FOUND' })
    },
  )

  test('a private skill is refused to strangers, while members run it', async () => {
    const version = await publishSkill({ visibility: 'PRIVATE' })
    const member = await contextFor(version.skillSet.publisher.owner)

    expect(await refusal({ name: version.skillName }, ADA)).toMatchObject({ code: 'NOT_FOUND' })
    expect(await runToEnd(member, { skill: { name: version.skillName }, args: ADA })).toMatchObject({
      state: 'succeeded',
    })
  })

  test('a call of a version that was taken down is refused', async () => {
    const version = await publishSkill()
    await database().version.update({
      where: { id: version.id },
      data: { state: 'YANKED', yankReason: 'It leaked.' },
    })

    const error = await refusal({ name: version.skillName }, ADA)

    expect(error).toMatchObject({ code: 'POLICY_DENIED' })
    expect(error.message).toContain('It leaked.')
  })

  test('a skill that uses a tool that this server lacks is refused', async () => {
    const { skillName } = await publishSkill({ permissions: { tools: ['vault.unheardOf'] } })

    expect(await refusal({ name: skillName }, ADA)).toMatchObject({ code: 'TOOL_NOT_AVAILABLE' })
  })

  test('a call of an instruction skill is refused, because it has nothing to run', async () => {
    const { skillName } = await publishSkill(
      {},
      { kind: 'instruction', definition: undefined, parameters: undefined, response: undefined },
    )

    expect(await refusal({ name: skillName }, ADA)).toMatchObject({ code: 'PRECONDITION_FAILED' })
  })

  test('a skill with missing config is refused with the keys and a link to the form', async () => {
    const configDefinitions = [
      { key: 'api_key', label: 'API key', type: 'SECRET' as const, required: true, order: 1 },
    ]
    const version = await publishSkill({ configDefinitions })

    const error = await refusal({ name: version.skillName }, {})

    expect(error.code).toBe('PRECONDITION_FAILED')
    expect(error.message).toContain('api_key')
    const { publisher, slug } = version.skillSet
    expect(error.options.href).toBe(`/settings/config/${publisher.handle}/${slug}`)
  })

  test('an input that breaks its schema is refused by field', async () => {
    const { skillName } = await publishSkill()

    expect(await refusal({ name: skillName }, { name: { first: 'Ada' } })).toMatchObject({
      code: 'INVALID_INPUT',
      options: { issues: [{ path: '/name' }] },
    })
  })

  test('an input that only lacks a field is refused as such', async () => {
    const { skillName } = await publishSkill()

    const error = await refusal({ name: skillName }, {})

    expect(error).toMatchObject({ code: 'MISSING_REQUIRED_PARAM', options: { issues: [{ path: '/name' }] } })
  })

  test.each([
    ['no JSON', { name: 1n }],
    ['too large', { name: 'x'.repeat(1024 * 1024) }],
  ])('an input that is %s is refused', async (_, args) => {
    const { skillName } = await publishSkill()

    expect(await refusal({ name: skillName }, args)).toMatchObject({ code: 'INVALID_INPUT' })
  })

  test('a call is refused for the first reason in the order of availability, config and input', async () => {
    const configDefinitions = [{ key: 'k', label: 'K', type: 'STRING' as const, required: true, order: 1 }]
    const unavailable = await publishSkill({ configDefinitions, permissions: { tools: ['vault.unheardOf'] } })
    const unconfigured = await publishSkill({ configDefinitions })

    expect(await refusal({ name: unavailable.skillName }, {})).toMatchObject({ code: 'TOOL_NOT_AVAILABLE' })
    expect(await refusal({ name: unconfigured.skillName }, {})).toMatchObject({ code: 'PRECONDITION_FAILED' })
  })
})
