/** The frame of a skill (MCP Apps) in a real browser, with the host bridge of the official package. */
import path from 'node:path'
import type { Page } from '@playwright/test'
import { build } from 'vite'
import { createKey } from '#lib/auth/manage-api-keys.ts'
import type { SkillDocument } from '#lib/contracts/document/skillset-document.ts'
import type { JsonSchema } from '#lib/kernel/json/json.ts'
import { functionName } from '#lib/kernel/names/function-name.ts'
import { actAs } from './support/configure-site-environment.ts'
import { expect, test } from './support/fixtures.ts'
import { freshSlug, makePerson } from './support/people.ts'
import { publishFile } from './support/submit-file.ts'

/** The page of the host, which the browser gets from the test. */
const HOST = '/host-of-frames'

const parameters: JsonSchema = {
  type: 'object',
  properties: {
    title: { type: 'string', title: 'Title', description: 'What the lines are for.', minLength: 3 },
    lines: {
      type: 'array',
      title: 'Lines',
      description: 'What to add.',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string', title: 'Name', description: 'What it is.' },
          amount: { type: 'integer', title: 'Amount', description: 'How much.' },
        },
        required: ['name'],
      },
    },
  },
  required: ['title'],
}

const HOSTILE = '<img src=x onerror="document.title=\'broken\'"><script>document.title="broken"</script>'

const skill = (fields: Partial<SkillDocument>): SkillDocument => ({
  kind: 'action',
  name: 'Sum of lines',
  slug: 'sum_lines',
  description: 'Adds up the amounts of the lines of a bill and names the sum.',
  prompt: 'Call this skill to add up the amounts of the lines of a bill, and tell the person the total.',
  parameters,
  response: {
    type: 'object',
    properties: {
      message: { type: 'string', description: 'The title and the sum.' },
      total: { type: 'integer', description: 'The sum.' },
      note: { type: 'string', description: 'What a hostile publisher wrote.' },
    },
    required: ['message'],
  },
  examples: [{ title: 'One line', input: { title: 'Rent', lines: [{ name: 'Flat', amount: 5 }] } }],
  definition: `async function handler({ parameters }) {
    const total = (parameters.lines ?? []).reduce((sum, { amount = 0 }) => sum + amount, 0)
    return { message: parameters.title + ': ' + total, total, note: ${JSON.stringify(HOSTILE)} }
  }`,
  ...fields,
})

/** Its output is longer than the answer of a tool may be. */
const MANY_ROWS: Partial<SkillDocument> = {
  slug: 'many_rows',
  name: 'Many rows',
  parameters: {
    type: 'object',
    properties: {
      title: {
        type: 'string',
        title: 'Title',
        description: 'What the rows are called.',
        pattern: '^([A-Za-z]+ ?)+$',
      },
    },
    required: ['title'],
  },
  examples: [{ title: 'Rows', input: { title: 'Row' } }],
  response: {
    type: 'object',
    properties: {
      message: { type: 'string', description: 'How it went.' },
      rows: { type: 'array', description: 'The rows.', items: { type: 'string' } },
    },
    required: ['message', 'rows'],
  },
  definition: `async function handler({ parameters }) {
    return { message: 'Done.', rows: Array.from({ length: 3000 }, (_, index) => parameters.title + ' ' + index) }
  }`,
}

let fixtures: Promise<{ key: string; set: string }> | undefined

/** Publishes the skills once for all tests of the file. */
function publishSkills(): Promise<{ key: string; set: string }> {
  fixtures ??= (async () => {
    const pricing = { model: 'per_job', amount: '0.05', currency: 'USDC' } as const
    const { name } = await publishFile({
      ...{ name: 'Frames', slug: freshSlug('frames'), version: '1.0.0', visibility: 'PUBLIC' },
      ...{
        description: 'Skills that run in frames.',
        changelog: 'The first version.',
        categories: ['developer'],
      },
      skills: [skill({}), skill({ slug: 'paid_sum', name: 'Paid sum', pricing }), skill(MANY_ROWS)],
    })
    const ctx = await actAs((await makePerson()).email)
    const { key } = await createKey(ctx, { name: 'Frames', scopes: ['read', 'run'], expiresInDays: 1 })
    return { key, set: name }
  })()
  return fixtures
}

let script: Promise<string> | undefined

/** Bundles the host: an MCP client and the package's bridge. */
function bundleHost(): Promise<string> {
  script ??= (async () => {
    const built = await build({
      configFile: false,
      logLevel: 'error',
      publicDir: false,
      build: {
        write: false,
        rolldownOptions: {
          input: path.join(import.meta.dirname, 'support/app-host.ts'),
          output: { codeSplitting: false },
        },
      },
    })
    const [bundle] = [built].flat()
    const chunk =
      bundle && 'output' in bundle ? bundle.output.find(({ type }) => type === 'chunk') : undefined
    return chunk?.type === 'chunk' ? chunk.code : ''
  })()
  return script
}

async function openHost(
  page: Page,
  baseURL: string,
  options: { skill: string; announces?: boolean; input?: object },
) {
  const { key, set } = await publishSkills()
  const name = `${set}.${options.skill}`
  const code = await bundleHost()
  await page.route(`**${HOST}`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><meta charset="utf-8"><body></body>' }),
  )
  await page.goto(HOST)
  await page.addScriptTag({ content: code, type: 'module' })
  await page.waitForFunction(() => 'openApp' in window)
  const asked = {
    url: `${baseURL}/mcp?skills=${name}`,
    key,
    tool: functionName(name),
    announces: options.announces ?? true,
    input: options.input,
  }
  const opened = await page.evaluate((given) => window.openApp(given), asked)
  return { opened, name, frame: page.frameLocator('iframe') }
}

test('a frame draws the form of its skill, runs it through the host, and shows the output', async ({
  page,
  baseURL,
}) => {
  const { opened, frame } = await openHost(page, baseURL!, { skill: 'sum_lines', input: { title: 'Rent' } })
  expect(opened).toEqual({
    uri: expect.stringMatching(/^ui:\/\/guildhall\//),
    mimeType: 'text/html;profile=mcp-app',
    csp: {},
  })

  // The input that the model chose is in the form, and the output of its call below.
  await expect(frame.getByLabel('Title')).toHaveValue('Rent')
  await expect(frame.getByText('Rent: 0')).toBeVisible()
  await frame.getByLabel('Title').fill('No')
  await frame.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(frame.getByText(/at least 3/).first()).toBeVisible()

  await frame.getByLabel('Title').fill('Groceries')
  await frame.getByRole('button', { name: /^Add/ }).first().click()
  await frame.getByLabel('Name').fill('Tea')
  await frame.getByLabel('Amount').fill('4')
  await frame.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(frame.getByText('Groceries: 4')).toBeVisible()
})

test('an output that contains scripts runs none in the frame', async ({ page, baseURL }) => {
  const { frame } = await openHost(page, baseURL!, { skill: 'sum_lines' })
  await frame.getByLabel('Title').fill('Hostile')
  await frame.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(frame.getByText(HOSTILE)).toBeVisible()

  const inside = page.frames()[1]!
  expect(await inside.title()).toBe('Guildhall')
  // Even markup that gets into the page cannot run: its policy allows one script, by its digest.
  const violated = await inside.evaluate((html) => {
    const refused = new Promise<string>((resolve) => {
      document.addEventListener('securitypolicyviolation', (event) => resolve(event.violatedDirective), {
        once: true,
      })
    })
    document.body.insertAdjacentHTML('beforeend', html)
    const added = document.createElement('script')
    added.textContent = 'document.title = "broken"'
    document.body.append(added)
    return refused
  }, HOSTILE)
  expect(violated).toMatch(/^(script|img)-src/)
  expect(await inside.title()).toBe('Guildhall')
})

test('a frame reads an output that is too large for the answer of its tool', async ({ page, baseURL }) => {
  const { frame } = await openHost(page, baseURL!, { skill: 'many_rows', input: { title: 'Row of a model' } })

  await expect(frame.getByText('Row of a model 1', { exact: true })).toBeVisible()
  await frame.getByLabel('Title').fill('Row of a person')
  await frame.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(frame.getByText('Row of a person 1', { exact: true })).toBeVisible()

  // The browser's own engine would need centuries for this pattern.
  await frame.getByLabel('Title').fill(`${'a'.repeat(100)}!`)
  await frame.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(frame.getByText('1 thing to fix')).toBeVisible()
})

test('a skill with a price is confirmed on the site itself, which the host opens', async ({
  page,
  baseURL,
}) => {
  const { name, frame } = await openHost(page, baseURL!, { skill: 'paid_sum' })
  await frame.getByLabel('Title').fill('Paid')
  await frame.getByRole('button', { name: 'Continue on the site' }).click()

  await expect.poll(() => page.evaluate(() => window.openedLinks)).toHaveLength(1)
  const [link] = await page.evaluate(() => window.openedLinks)
  expect(new URL(link!).pathname).toBe(`/${name.replaceAll('.', '/')}`)
  expect(decodeURIComponent(new URL(link!).hash)).toContain('"title":"Paid"')
  expect(await page.evaluate(() => window.calledTools)).toEqual([])
})

test('a client that announces no frames is told of none', async ({ page, baseURL }) => {
  const { opened } = await openHost(page, baseURL!, { skill: 'sum_lines', announces: false })

  expect(opened).toEqual({})
})
