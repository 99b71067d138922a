// A plan must be checked against the same skills that a call by the same person would find.
import { expect, test } from 'vitest'
import { EXAMPLE_PLAN } from '#components/docs/guide-samples.ts'
import type { Permissions, RiskLevel } from '../../contracts/document/skillset-document.ts'
import {
  contextFor,
  makePublishedVersion,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
  visitor,
} from '../../testing/factories.ts'
import { checkPlan } from '../model/checks/check-plan.ts'
import { builtInPlanTools, findPlanTools, listToolNames } from './find-plan-tools.ts'

test('finds built-in tools and skills, by the name as written', async () => {
  const skill = makeSkillDocument({
    pricing: { model: 'per_job', amount: '0.05', currency: 'USDC' },
    riskLevel: 'writes',
  })
  const document = makeSkillSetDocument({ version: '1.2.0', skills: [skill] })
  const { skillName } = await makePublishedVersion({ document })
  const ctx = await contextFor(await makeUser())

  const names = [
    'util.slugifyTitle',
    skillName,
    `${skillName}@^1.1`,
    `${skillName}@^2`,
    'vault.fly',
    'no.such.skill',
  ]
  const found = await findPlanTools(ctx, [...names, ...names])

  expect([...found.keys()]).toEqual(['util.slugifyTitle', skillName, `${skillName}@^1.1`])
  expect(found.get('util.slugifyTitle')).toMatchObject({
    kind: 'tool',
    riskLevel: 'read-only',
    priceMicros: 0n,
    preview: 'Create a slug from “{title}”',
  })
  expect(found.get(`${skillName}@^1.1`)).toMatchObject({
    name: skillName,
    kind: 'skill',
    version: '1.2.0',
    riskLevel: 'writes',
    priceMicros: 50_000n,
    inputSchema: { type: 'object' },
    outputSchema: { properties: { message: { type: 'string' } } },
  })
})

test('a private skill is available to its own organisation only, which uses it for free', async () => {
  const skill = makeSkillDocument({ pricing: { model: 'per_job', amount: '0.05', currency: 'USDC' } })
  const document = makeSkillSetDocument({ visibility: 'PRIVATE', skills: [skill] })
  const { skillName, skillSet } = await makePublishedVersion({ document })
  const [owner, stranger] = [await contextFor(skillSet.publisher.owner), await contextFor(await makeUser())]

  expect((await findPlanTools(owner, [skillName])).get(skillName)).toMatchObject({ priceMicros: 0n })
  expect(await findPlanTools(stranger, [skillName])).toEqual(new Map())
})

test('lists the tools and skills that a skill may use, directly and indirectly, and its vault paths', async () => {
  const inner = makeSkillSetDocument({
    permissions: { tools: ['vault.writeFile'], vault: ['write:Reports/*', 'read:Notes/**'] },
  })
  const { skillName } = await makePublishedVersion({ document: inner })
  const outer = makeSkillSetDocument({ permissions: { tools: ['util.slugifyTitle'], skills: [skillName] } })
  const { skillName: caller } = await makePublishedVersion({ document: outer })

  const found = await findPlanTools(await contextFor(await makeUser()), [caller])

  expect(found.get(caller)).toMatchObject({
    uses: ['util.slugifyTitle', skillName, 'vault.writeFile'],
    vaultPatterns: ['Reports/*', 'Notes/**'],
  })
})

test('a skill is as risky as the tools and skills it may use, whatever it declares', async () => {
  const reader = makeSkillDocument({ slug: 'reader', riskLevel: 'read-only' })
  const publish = async (permissions: Permissions) =>
    (await makePublishedVersion({ document: makeSkillSetDocument({ permissions, skills: [reader] }) }))
      .skillName
  const reading = await publish({ tools: ['vault.readFile'] })
  const writing = await publish({ tools: ['vault.readFile', 'vault.writeFile'] })
  const calling = await publish({ skills: [writing] })
  const commanding = await publish({ tools: ['commands.run'], skills: [writing] })
  const sendingSkill = makeSkillDocument({ sideEffects: ['Sends a letter.'] })
  const sending = await makePublishedVersion({ document: makeSkillSetDocument({ skills: [sendingSkill] }) })
  const letting = await publish({ skills: [sending.skillName] })

  const names = [reading, writing, calling, commanding, letting]
  const found = await findPlanTools(await contextFor(await makeUser()), names)

  expect(names.map((name) => found.get(name)?.riskLevel)).toEqual([
    'read-only',
    'writes',
    'writes',
    'commands',
    'read-only',
  ])
  expect(found.get(letting)?.sideEffects).toEqual(['Sends a letter.'])
})

test('a skill calls its sibling of the same version, so that is the one that counts', async () => {
  const { skillSet } = await makePublishedVersion()
  const named = (slug: string) => `${skillSet.publisher.handle}.${skillSet.slug}.${slug}`
  const release = (version: string, riskLevel: RiskLevel) => {
    const skills = [makeSkillDocument({ slug: 'outer' }), makeSkillDocument({ slug: 'inner', riskLevel })]
    const permissions = { skills: [named('inner')] }
    const document = { ...skillSet.document, version, permissions, skills }
    return makePublishedVersion({ skillSet, document })
  }
  await release('2.0.0', 'writes')
  await release('3.0.0', 'read-only')

  const older = `${named('outer')}@2.0.0`
  const found = await findPlanTools(await contextFor(await makeUser()), [older])

  expect(found.get(older)?.riskLevel).toBe('writes')
})

test('the time limit of a call is the server’s, or the skill’s if that is lower', async () => {
  const publish = async (fields: object) => {
    const document = makeSkillSetDocument({ skills: [makeSkillDocument(fields)] })
    return (await makePublishedVersion({ document })).skillName
  }
  const names = ['vault.readFile', await publish({}), await publish({ runtime: 'python' })]
  names.push(await publish({ limits: { timeoutMs: 2_000 } }))

  const found = await findPlanTools(await contextFor(await makeUser()), names)

  expect(names.map((name) => found.get(name)?.maxMs)).toEqual([40_000, 10_000, 30_000, 2_000])
})

test('a skill without declared vault paths, or that calls one, may access the whole vault', async () => {
  const inner = makeSkillSetDocument({ permissions: { tools: ['vault.writeFile'] } })
  const { skillName } = await makePublishedVersion({ document: inner })
  const outer = makeSkillSetDocument({
    permissions: { tools: ['vault.readFile'], vault: ['read:Notes/**'], skills: [skillName] },
  })
  const { skillName: caller } = await makePublishedVersion({ document: outer })

  const found = await findPlanTools(await contextFor(await makeUser()), [caller])

  expect(found.get(caller)?.vaultPatterns).toBeUndefined()
})

test('a visitor is asked to sign in', async () => {
  await expect(findPlanTools(visitor(), [])).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})

test.each<[unknown, string[]]>([
  [null, []],
  [{ steps: 'none' }, []],
  [{ steps: [null, { tool: 1 }, { tool: 'a' }] }, ['a']],
])('reads the names out of %j', (document, names) => {
  expect(listToolNames(document)).toEqual(names)
})

test('the plan of the documentation is in order', () => {
  const { issues } = checkPlan(EXAMPLE_PLAN, builtInPlanTools())

  expect(issues.filter(({ severity }) => severity !== 'note')).toEqual([])
})
