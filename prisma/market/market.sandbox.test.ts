/** Every version in the demo market follows the rules, and the examples of the latest are true in the sandbox. */
import { describe, expect, test } from 'vitest'
import { NO_ACCESS_ENVIRONMENT } from '#lib/testing/no-access-environment.ts'
import { checkDocument } from '../../lib/contracts/checks/check-document.ts'
import type { SkillDocument, SkillExample } from '../../lib/contracts/document/skillset-document.ts'
import { checkOutput, outputRules } from '../../lib/contracts/results/check-output.ts'
import { prepareInput } from '../../lib/json-schema/inputs/prepare-input.ts'
import type { Json, JsonObject } from '../../lib/kernel/json/json.ts'
import type { SandboxCall } from '../../lib/sandbox/sandbox.ts'
import { connectSandbox } from '../../lib/sandbox/sandbox-client.ts'
import { makeJob } from '../../lib/testing/make-sandbox-job.ts'
import { findBuiltInTool } from '../../lib/tools/built-in-tools.ts'
import { loadDemoMarket } from './load-demo-market.ts'

const sandbox = connectSandbox()
const market = loadDemoMarket()
const skillSets = market.flatMap(({ handle, skillSets }) =>
  skillSets.map((skillSet) => ({ handle, ...skillSet })),
)
const documents = skillSets.flatMap(({ handle, versions }) =>
  versions.map((document) => ({ name: `${handle}.${document.slug}`, document })),
)
const skills = skillSets.flatMap(({ handle, slug, versions, testSettings, isAddedLater }) =>
  (versions.at(-1)?.skills ?? []).map((skill) => ({
    name: `${handle}.${slug}.${skill.slug}`,
    ...{ skill, testSettings, isAddedLater },
  })),
)
// Those that import packages run in `add-skills-with-packages.sandbox.test.ts`.
const examples = skills
  .filter(({ isAddedLater }) => !isAddedLater)
  .flatMap(({ name, skill, testSettings }) =>
    (skill.examples ?? []).map(({ config, ...example }) => ({
      ...{ name, title: example.title, skill },
      example: { ...example, config: { ...testSettings, ...config } },
    })),
  )

/** Runs an input as a caller would send it: defaults, coercion, the sandbox. */
async function run(
  skill: SkillDocument,
  { input, config = {} }: Pick<SkillExample, 'input' | 'config'>,
): Promise<Json> {
  const { value, issues } = prepareInput(skill.parameters ?? {}, input)
  expect(issues).toEqual([])
  const outcome = await sandbox.execute(
    makeJob(skill.definition ?? '', { parameters: value, config, publisher: 'demo' }),
    { onCall: answer },
  )
  if (outcome.kind !== 'returned') throw new Error(JSON.stringify(outcome))
  return outcome.value
}

/** Answers a skill's calls as the server would: another skill of the market, or a tool. */
async function answer({ method, params }: SandboxCall): Promise<Json> {
  const { name, args } = params as { name: string; args: JsonObject }
  if (method === 'callSkill') return run(skillNamed(name), { input: args })
  return (await findBuiltInTool(name)?.run(args, NO_ACCESS_ENVIRONMENT)) ?? null
}

function skillNamed(name: string): SkillDocument {
  const found = skills.find((each) => each.name === name)
  if (!found) throw new Error(`The market has no ${name}.`)
  return found.skill
}

test('of the paid skills, one supports dry runs without giving away its paid result, and one does not', async () => {
  const sold = skills.filter(({ skill }) => skill.pricing)
  const supporting = sold.filter(({ skill }) => skill.dryRun === 'supported')
  expect(supporting.length).toBeGreaterThan(0)
  expect(supporting.length).toBeLessThan(sold.length)
  for (const { skill } of supporting) {
    const [example] = skill.examples!
    const { value: parameters } = prepareInput(skill.parameters ?? {}, example!.input)
    const job = makeJob(skill.definition ?? '', { parameters, publisher: 'demo' })
    const outcome = await sandbox.execute({ ...job, context: { ...job.context, dryRun: true } })
    if (outcome.kind !== 'returned') throw new Error(JSON.stringify(outcome))
    expect(checkOutput(skill.response, outcome.value, outputRules(skill))).toEqual([])
    expect(outcome.value).not.toMatchObject(example!.output as JsonObject)
  }
})

test('there are at least twelve skills in five SkillSets by three publishers', () => {
  expect(market.length).toBeGreaterThanOrEqual(3)
  expect(skillSets.length).toBeGreaterThanOrEqual(5)
  expect(skills.length).toBeGreaterThanOrEqual(12)
})

test.each(documents)('$name $document.version follows every rule', ({ document }) => {
  expect(checkDocument(document as unknown as Json)).toEqual([])
})

test.each(skills)(
  '$name has two examples, with outputs unless these differ each time',
  ({ skill, isAddedLater }) => {
    const examples = skill.examples?.filter(({ output }) => output !== undefined || isAddedLater)
    expect(examples?.length).toBeGreaterThanOrEqual(2)
  },
)

test.each(examples)('$name: the example “$title” is true', async ({ skill, example }) => {
  const output = await run(skill, example)

  expect(output).toEqual(example.output)
  expect(checkOutput(skill.response, output, outputRules(skill))).toEqual([])
})

test('text statistics has the name and shape that others link to', async () => {
  const skill = skillNamed('guildhall.text_tools.text_statistics')

  const output = await run(skill, { input: { text: 'One two. Three!' } })

  expect(skill.parameters?.required).toEqual(['text'])
  expect(output).toMatchObject({ message: expect.any(String), words: 3, characters: 15, sentences: 2 })
  expect(output).toHaveProperty('reading_minutes')
})

describe('the submission in review', () => {
  test('is one submission, whose examples do not show its flaw: thirds of a bill do not add up', async () => {
    expect(skillSets.filter(({ inReview }) => inReview).map(({ slug }) => slug)).toEqual(['bill_splitter'])
    const skill = skillNamed('ledgerworks.bill_splitter.split_bill')

    const input = { total: 100, people: ['Ada', 'Grace', 'Linus'], tip_percent: 0 }
    const output = (await run(skill, { input })) as { total_with_tip: number; shares: { pays: number }[] }

    const paid = output.shares.reduce((sum, { pays }) => sum + pays, 0)
    expect(output.total_with_tip).toBe(100)
    expect(paid).toBeCloseTo(99.99)
  })
})
