/** Output that arrives in parts, and runs of the long lane. */
import type { SkillSetDocument } from '#lib/contracts/document/skillset-document.ts'
import { test as base, expect } from './support/fixtures.ts'
import { expectState, openRun, openSkill, output, runButton } from './support/quick-execute-page.ts'
import { parcelSkillSet, publishFile } from './support/submit-file.ts'

type Skill = SkillSetDocument['skills'][number]

const part = {
  type: 'object',
  properties: { page: { type: 'integer' }, title: { type: 'string' } },
  required: ['page', 'title'],
  additionalProperties: false,
}

const reader: Skill = {
  slug: 'reader',
  name: 'Reader',
  description: 'Reads pages one after another.',
  prompt: 'Use this skill to read pages. It takes nothing, and returns how many pages there are.',
  definition: `async function handler({ parameters, context }) {
  for (let page = 1; page <= 3; page++) context.emit({ page, title: 'Page ' + page })
  context.progress(0.5, 'Reading')
  if (parameters.slowly) await new Promise((resolve) => setTimeout(resolve, 5000))
  return { message: 'Read three pages.' }
}
`,
  parameters: {
    type: 'object',
    properties: { slowly: { type: 'boolean', default: false } },
    additionalProperties: false,
  },
  response: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
  stream: part,
  examples: [{ title: 'Quickly', input: {} }],
}
const crawler: Skill = { ...reader, slug: 'crawler', name: 'Crawler', limits: { lane: 'long' } }

let published: Promise<string> | undefined

const test = base.extend<{ skillSetPath: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what is needed from the pattern.
  skillSetPath: async ({}, use) => {
    published ??= publishFile(parcelSkillSet({ skills: [reader, crawler] })).then(
      ({ name }) => `/${name.replace('.', '/')}`,
    )
    await use(await published)
  },
})

test('parts of a result appear while a skill runs, and stay after it and after a reload', async ({
  page,
  skillSetPath,
  signUp,
}) => {
  await signUp()
  await openSkill(page, `${skillSetPath}/reader`)
  await page.getByLabel('Slowly').check()
  await runButton(page).click()

  const parts = page.getByRole('log', { name: 'Parts of the output' })
  await expect(parts).toContainText('Page 3')
  await expect(output(page).getByRole('progressbar')).toBeVisible()

  await expectState(page, 'Succeeded')
  await expect(output(page)).toContainText('Read three pages.')
  await openRun(page)
  await page.reload()
  await page.getByRole('tab', { name: /^Parts/ }).click()
  await expect(parts).toContainText('Page 1')
  await expect(parts.getByRole('row')).toHaveCount(4)
})

test('the contract of a skill shows what it streams', async ({ page, skillSetPath }) => {
  await page.goto(`${skillSetPath}/reader`)
  await page.getByRole('tab', { name: 'Contract' }).click()

  await expect(page.getByRole('heading', { name: 'Stream' })).toBeVisible()
})

test('a long run shows its parts while a worker performs it', async ({ page, skillSetPath, signUp }) => {
  await signUp()
  await openSkill(page, `${skillSetPath}/crawler`)
  await page.getByLabel('Slowly').check()
  await runButton(page).click()

  await expect(page.getByRole('log', { name: 'Parts of the output' })).toContainText('Page 3')
  await expectState(page, 'Succeeded')
})
