/**
 * Misbehaving skills: they throw, never end, break their contract or flood the output, without affecting
 * others.
 */
import type { Page } from '@playwright/test'
import type { SkillSetDocument } from '#lib/contracts/document/skillset-document.ts'
import { test as base, expect } from './support/fixtures.ts'
import { expectState, openRun, openSkill, output, runButton } from './support/quick-execute-page.ts'
import { parcelSkillSet, publishFile } from './support/submit-file.ts'

type Skill = SkillSetDocument['skills'][number]

const MISCHIEF = `const TELLTALE = 'internal-telltale'

async function handler({ parameters, context }) {
  switch (parameters.how) {
    case 'throw':
      throw new Error('The kettle boiled over.')
    case 'refuse':
      throw { code: 'NOT_FOUND', message: 'No such kettle.', recoverable: true, suggested_action: 'Try the teapot.' }
    case 'break':
      return { message: 'Here it is.', count: TELLTALE }
    case 'flood':
      for (let line = 1; line <= 5000; line++) console.log('line ' + line)
      return { message: 'Said it all.', count: 5000 }
    case 'loop':
      for (;;) {}
    case 'churn':
      for (;;) {
        const until = Date.now() + 5
        while (Date.now() < until) {}
        await new Promise((resume) => setTimeout(resume, 95))
      }
    case 'dawdle':
      context.progress(0.5, 'Half way')
      return new Promise(() => {})
    default:
      return { message: 'All is well.', count: 1 }
  }
}
`

const mischievous: Skill = {
  slug: 'mischief',
  name: 'Mischief',
  description: 'Misbehaves in exactly the way that it is asked to.',
  prompt: 'Use this skill to see how Guildhall deals with mischief. It takes the kind of mischief wanted.',
  definition: MISCHIEF,
  parameters: {
    type: 'object',
    properties: {
      how: {
        type: 'string',
        enum: ['not', 'throw', 'refuse', 'break', 'flood', 'loop', 'churn', 'dawdle'],
        default: 'not',
      },
    },
    required: ['how'],
    additionalProperties: false,
  },
  response: {
    type: 'object',
    properties: { message: { type: 'string' }, count: { type: 'integer' } },
    required: ['message', 'count'],
    additionalProperties: false,
  },
  examples: [{ title: 'Behave', input: { how: 'not' } }],
}
// A copy with a shorter timeout, so that it times out soon.
const hasty: Skill = { ...mischievous, slug: 'hasty', name: 'Hasty mischief', limits: { timeoutMs: 1_000 } }

let published: Promise<string> | undefined

/** `skillSetPath` is the page of both skills, published once for all tests. */
const test = base.extend<{ skillSetPath: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what is needed from the pattern.
  skillSetPath: async ({}, use) => {
    published ??= publish()
    await use(await published)
  },
})

async function publish(): Promise<string> {
  const { name } = await publishFile(parcelSkillSet({ skills: [mischievous, hasty] }))
  return `/${name.replace('.', '/')}`
}

/** Opens the skill at `address` and runs one kind of mischief. */
async function openAndRun(page: Page, address: string, how: string): Promise<void> {
  await openSkill(page, address)
  await runMischief(page, how)
}

/** Runs the skill that is open. */
async function runMischief(page: Page, how: string): Promise<void> {
  await page.getByLabel('How', { exact: true }).selectOption(how === 'not' ? 'not (default)' : how)
  await runButton(page).click()
}

test('a handler’s error is shown without its code, and the next run succeeds', async ({
  page,
  skillSetPath,
  signUp,
}) => {
  await signUp()
  await openAndRun(page, `${skillSetPath}/mischief`, 'throw')
  await expectState(page, 'Failed')
  await expect(output(page)).toContainText('The kettle boiled over.')
  await expect(output(page)).toContainText('SKILL_ERROR')
  await expect(output(page)).not.toContainText('at handler')

  await test.step('an error with a code and advice is quoted', async () => {
    await runMischief(page, 'refuse')
    await expect(output(page)).toContainText('Try the teapot.')
    await expect(output(page)).toContainText('NOT_FOUND')
    await expectState(page, 'Failed')
  })

  await runMischief(page, 'not')
  await expectState(page, 'Succeeded')
  await expect(output(page)).toContainText('All is well.')
})

test('only the publisher’s own people see where a handler threw', async ({ page, skillSetPath, signIn }) => {
  await signIn('publisher')
  await openAndRun(page, `${skillSetPath}/mischief`, 'throw')

  await expectState(page, 'Failed')
  await expect(output(page)).toContainText('Only members of your organisation can see this.')
  await expect(output(page)).toContainText('at handler')
})

test('a result that breaks its contract is withheld, and the broken promise named', async ({
  page,
  skillSetPath,
  signUp,
}) => {
  await signUp()
  await openAndRun(page, `${skillSetPath}/mischief`, 'break')

  await expectState(page, 'Failed')
  await expect(output(page)).toContainText('OUTPUT_CONTRACT_VIOLATION')
  await expect(output(page)).toContainText('withheld')
  await expect(output(page)).toContainText('[count] ')
  await expect(output(page).getByRole('tab', { name: 'JSON' })).toHaveCount(0)
  // The run page's data must not contain the word either; the code tab does.
  const response = await page.request.get(await openRun(page))
  expect(await response.text()).not.toContain('internal-telltale')
})

test('a handler that floods its log is cut off after a thousand lines', async ({
  page,
  skillSetPath,
  signUp,
}) => {
  await signUp()
  await openAndRun(page, `${skillSetPath}/mischief`, 'flood')

  await expectState(page, 'Succeeded')
  await output(page).getByRole('tab', { name: /^Logs/ }).click()
  const lines = output(page).getByRole('region', { name: 'Log lines' }).getByRole('listitem')
  await expect(lines).toHaveCount(1001)
  await expect(lines.last()).toContainText('… cut')
  await expect(lines.nth(999)).toContainText('line 1000')
})

test('a handler that never ends is ended when its time is over, and the next run succeeds', async ({
  page,
  skillSetPath,
  signUp,
}) => {
  await signUp()
  await openAndRun(page, `${skillSetPath}/hasty`, 'loop')
  await expectState(page, 'Timed out')
  await expect(output(page)).toContainText('TOOL_TIMEOUT')

  // Uses the longer timeout: a busy machine may need a second before anything is logged.
  await openAndRun(page, `${skillSetPath}/mischief`, 'not')
  await expectState(page, 'Succeeded')
})

test('a handler reports its progress, and Cancel ends it, even while it computes', async ({
  page,
  skillSetPath,
  signUp,
}) => {
  await signUp()
  await openAndRun(page, `${skillSetPath}/mischief`, 'dawdle')
  await expect(output(page)).toContainText('Half way')
  await expect(output(page).getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50')

  await output(page).getByRole('button', { name: 'Cancel' }).click()
  await expectState(page, 'Cancelled')
  await expect(runButton(page)).toBeEnabled()

  // Computes in bursts: a loop without pauses would reach its limit of 1 s CPU time before the click.
  await runMischief(page, 'churn')
  await expectState(page, 'Running')
  await output(page).getByRole('button', { name: 'Cancel' }).click()
  await expectState(page, 'Cancelled')
})

test('a Cancel that fails says so, and can be pressed again', async ({ page, skillSetPath, signUp }) => {
  await signUp()
  await openAndRun(page, `${skillSetPath}/mischief`, 'dawdle')
  await expect(output(page)).toContainText('Half way')
  const cancel = output(page).getByRole('button', { name: 'Cancel', exact: true })
  const error = { code: 'TOOL_NOT_AVAILABLE', message: 'The site is being restarted.', recoverable: true }
  await page.route('**/api/runs/*/cancel', (route) => route.fulfill({ status: 503, json: { error } }))

  await cancel.click()
  await expect(page.getByText('The site is being restarted.').first()).toBeVisible()
  await expect(cancel).toBeEnabled()

  await page.unroute('**/api/runs/*/cancel')
  await cancel.click()
  await expectState(page, 'Cancelled')
})
