/**
 * Public bug reports of other form libraries, rebuilt small: each is followed in the real form, in a real browser.
 * `outside-reports.jsonl` says what to do ("USA, Alabama, Orgs acme, then Canada, Run") and what must be sent.
 */
import { type Browser, expect, type Page, test } from '@playwright/test'
import { canonicalSchema } from '#lib/json-schema/parse/canonical-schema.ts'
import { sampleValue } from '#lib/json-schema/samples/sample-value.ts'
import type { Json, JsonObject, JsonSchema } from '#lib/kernel/json/json.ts'
import { readCorpus } from '#lib/testing/corpus.ts'
import { differenceFrom } from './forms/cases.ts'
import { openBench } from './forms/open-bench.ts'

type Report = {
  id: string
  run: string
  input: { parameters: JsonSchema; typed?: string }
  expected: Json
}

/** Follows the report and returns what is wrong. */
type Follow = (page: Page, report: Report, schema: JsonSchema) => Promise<string | undefined>

const KINDS: Record<string, Follow> = {
  'form-tuple': fillTuple,
  'form-hidden-value': hideFields,
  'form-kind-default': switchKind,
  'form-long-decimal': typeNumber,
  'form-number-spelling': typeNumber,
  'form-required-undeclared': findRequired,
  'form-any-null': typeNull,
}

test('bugs reported for other form libraries do not occur here', async ({ browser }) => {
  const reports = (readCorpus<Report>('outside-reports') ?? []).filter(({ id }) => kindOf(id))
  test.skip(reports.length === 0, 'the corpora are not here')
  test.setTimeout(30_000 + reports.length * 15_000)
  const wrong: string[] = []
  const pages = new Map<string, Page>()

  for (const report of reports) {
    const { schema } = canonicalSchema(report.input.parameters)
    const follow = KINDS[kindOf(report.id) ?? '']
    if (!schema || !follow) continue
    const locale = /language (\S+)/.exec(report.run)?.[1] ?? 'en-US'
    const page = pages.get(locale) ?? (await openIn(browser, locale))
    pages.set(locale, page)
    const fault = await follow(page, report, schema).catch((thrown) => String(thrown).slice(0, 400))
    if (fault) wrong.push(`${report.id}: ${fault}`)
  }

  console.info(`forms: ${reports.length} public reports followed, ${wrong.length} happen here`)
  expect(wrong).toEqual([])
})

function kindOf(id: string): string | undefined {
  return Object.keys(KINDS).find((kind) => id.startsWith(kind))
}

async function openIn(browser: Browser, locale: string): Promise<Page> {
  const context = await browser.newContext({ locale })
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  await page.exposeFunction('pressKey', (key: string) => page.keyboard.press(key))
  await page.exposeFunction('typeText', (text: string) => page.keyboard.type(text))
  await openBench(page, false)
  return page
}

async function draw(page: Page, schema: JsonSchema): Promise<void> {
  await page.evaluate((text) => void window.bench.draw(JSON.parse(text)), JSON.stringify(schema))
}

async function send(page: Page): Promise<{ arrived?: Json; refused: string }> {
  const { arrived, refused = [] } = await page.evaluate(() => window.bench.send())
  return {
    ...(arrived !== undefined && { arrived: JSON.parse(arrived) as Json }),
    refused: refused.join('; '),
  }
}

function differenceOf(found: { arrived?: Json; refused: string }, expected: Json): string | undefined {
  const same = JSON.stringify(found.arrived) === JSON.stringify(expected)
  return same ? undefined : `sent ${JSON.stringify(found.arrived)}, refused ${found.refused}`
}

async function fillTuple(page: Page, _report: Report, schema: JsonSchema): Promise<string | undefined> {
  const value = sampleValue(schema)
  const texts = [schema, value].map((part) => JSON.stringify(part))
  const found = await page.evaluate(
    ([drawn = '', filled = '']) => window.bench.fillByKeyboard(drawn, filled),
    texts,
  )
  if (typeof found === 'string') return found
  if (found.arrived === undefined) return `refused: ${found.refused?.join('; ')}`
  return differenceFrom(schema, value, found.arrived)
}

/** "USA, Alabama, Orgs acme, then Canada, Run": an option of a select, or a label and its text. */
async function hideFields(page: Page, { run, expected }: Report, schema: JsonSchema) {
  await draw(page, schema)
  const begin = page.getByRole('button', { name: /^(?!Add|Run|Form|JSON|Both)/ })
  for (const words of run.replace(/^in the form: /, '').split(/, (?:then )?/)) {
    if (words === 'Run') break
    const option = page.locator('option', { hasText: new RegExp(`^${words}$`) })
    if ((await option.count()) === 0 && (await page.getByRole('combobox').count()) === 0)
      await begin.first().click()
    if (await toggled(page, words)) continue
    const [label = '', ...text] = words.split(' ')
    if (text.length === 0)
      await page.getByRole('combobox').filter({ has: option }).selectOption({ label: words })
    else await page.getByLabel(label, { exact: false }).fill(text.join(' '))
  }
  return differenceOf(await send(page), JSON.parse(String(expected)) as Json)
}

/** "Multi on", "Multi off". */
async function toggled(page: Page, words: string): Promise<boolean> {
  const [, label, state] = /^(.+) (on|off)$/i.exec(words) ?? []
  if (!label || !state) return false
  await page.getByRole('checkbox', { name: label }).setChecked(state === 'on')
  return true
}

/** "kind A → B", and "port is 443 (default of B)". */
async function switchKind(page: Page, { run, expected }: Report, schema: JsonSchema) {
  await draw(page, schema)
  const [, from = '', to = ''] = /kind (\S+) → (\S+)/.exec(run) ?? []
  const kinds = page.locator('select[id*="__kind"]').first()
  if ((await kinds.count()) === 0) await page.getByRole('button').first().click()
  await kinds.selectOption({ label: from })
  await kinds.selectOption({ label: to })
  const { arrived, refused } = await send(page)
  const [, name = '', text = ''] = /(\w+) is (\S+)/.exec(String(expected)) ?? []
  const found = valuesOf(arrived ?? null, name)
  return found.includes(text) ? undefined : `${name} is ${found.join()}; refused ${refused}`
}

function valuesOf(value: Json, name: string): string[] {
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(key === name ? [String(inner)] : []),
    ...valuesOf(inner as Json, name),
  ])
}

async function typeNumber(page: Page, { input, expected }: Report, schema: JsonSchema) {
  await draw(page, schema)
  const [name = ''] = Object.keys(schema.properties as JsonObject)
  await page
    .getByRole('textbox')
    .first()
    .fill(input.typed ?? '')
  const expectedNumber = typeof expected === 'number' ? expected : (expected as JsonObject).sent
  if (expectedNumber !== undefined) return differenceOf(await send(page), { [name]: expectedNumber })
  const note = await page.getByRole('status').allInnerTexts()
  if (!note.join(' ').includes('Use a point')) return `no hint: ${note.join(' ')}`
  await page.getByRole('button', { name: /^Write / }).click()
  const { arrived } = await send(page)
  return typeof valuesOf(arrived ?? null, name)[0] === 'string' ? undefined : 'the suggestion was not sent'
}

async function findRequired(page: Page, _report: Report, schema: JsonSchema) {
  await draw(page, schema)
  for (const name of schema.required as string[]) {
    const label = name.charAt(0).toUpperCase() + name.slice(1)
    await page.getByLabel(label, { exact: true }).fill('x')
  }
  const names = schema.required as string[]
  return differenceOf(await send(page), Object.fromEntries(names.map((name) => [name, 'x'])))
}

async function typeNull(page: Page, { expected }: Report, schema: JsonSchema) {
  await draw(page, schema)
  await page.getByRole('textbox').first().pressSequentially('null')
  return differenceOf(await send(page), expected)
}
