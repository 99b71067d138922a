/**
 * The form engine against third-party schemas, in a real browser under the site's Content-Security-Policy.
 *
 * Each form is filled with the values its authors declare valid, as JSON and by hand; the submitted value
 * must equal the input, and the form's verdict must equal the server's. `GUILDHALL_LONG=1` runs all schemas.
 */
import { setTimeout } from 'node:timers/promises'
import { expect, type Page, test } from '@playwright/test'
import { prepareInput } from '#lib/json-schema/inputs/prepare-input.ts'
import type { Json, JsonSchema } from '#lib/kernel/json/json.ts'
import type { Outcome, Trial } from './forms/bench.tsx'
import {
  type Case,
  differenceFrom,
  everyThirdCase,
  firstDifference,
  IS_LONG,
  spreadCases,
} from './forms/cases.ts'
import { openBench } from './forms/open-bench.ts'

/** Number of cases by corpus, 60 in all. */
const SAMPLE = { 'tool-schemas': 26, 'form-samples': 14, 'schemastore-with-instances': 20 }
// The slowest takes seconds. A Playwright time-out would not name the schema.
const PATIENCE_MS = 60_000
const SILENCE = 'the page stopped answering'

// In the long run, each test takes half an hour. Otherwise they share a process and its bundle of the test page.
if (IS_LONG) test.describe.configure({ mode: 'parallel' })

test('real-world forms are drawn, filled and submitted unchanged', async ({ page }) => {
  test.setTimeout(IS_LONG ? 1_800_000 : 120_000)
  const cases = Object.entries(SAMPLE).flatMap(([corpus, count]) => spreadCases(corpus, count))
  test.skip(cases.length === 0, 'the corpora are not here')
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text().slice(0, 400))
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  // `every-schema.test.tsx` also checks each schema for complaints of the development build.
  await openBench(page, IS_LONG)
  const failures: string[] = []
  const count = { asJson: 0, byHand: 0, notByHand: 0, refused: 0 }

  for (const { name, schema, values } of cases) {
    const trial = await tryOut(page, schema, values)
    const faults = typeof trial === 'string' ? [trial] : listFaults(trial, { schema, values, count })
    const browserFaults = complaints.splice(0).map((complaint) => `the browser complained: ${complaint}`)
    failures.push(...[...faults, ...browserFaults].map((fault) => `${name}: ${fault}`))
    if (trial === SILENCE) break
  }

  console.info(`forms: ${JSON.stringify({ schemas: cases.length, ...count, failures: failures.length })}`)
  expect(failures).toEqual([])
})

test('a choice that is switched to every branch and back loses no value', async ({ page }) => {
  test.setTimeout(IS_LONG ? 1_800_000 : 240_000)
  const cases = choiceCases()
  test.skip(cases.length === 0, 'the corpora are not here')
  await openBench(page, false)
  const lost: string[] = []
  let count = 0

  for (const { name, schema, values } of cases) {
    for (const value of values.slice(0, 1)) {
      const texts = [schema, value].map((part) => JSON.stringify(part))
      const found = await page.evaluate(
        ([drawn = '', filled = '']) => window.bench.switchBranches(drawn, filled),
        texts,
      )
      count += found.count
      lost.push(...found.lost.map((value) => `${name}: ${value.slice(0, 600)}`))
    }
  }

  console.info(`forms: ${count} switches in ${cases.length} schemas, ${lost.length} values lost`)
  expect(lost).toEqual([])
})

test('help that rows share is shown in the first that has the field, and describes it in each', async ({
  page,
}) => {
  const kind = (name: string) => ({
    type: 'object',
    required: [name],
    properties: { [name]: { type: 'string', maxLength: 9, description: `The ${name}.` } },
  })
  const items = { oneOf: [kind('text'), kind('link')] }
  const schema = { type: 'object', required: ['parts'], properties: { parts: { type: 'array', items } } }
  const value = { parts: [{ text: 'a' }, { link: 'b' }, { text: 'c' }, { link: 'd' }] }
  const readHelpVisibility = () =>
    page
      .locator('[id$="__help"]')
      .evaluateAll((all) => all.map((element) => (element.clientWidth > 1 ? 'shown' : 'hidden')))
  await openBench(page, false)

  const texts = [schema, value].map((part) => JSON.stringify(part))
  await page.evaluate((args) => void window.bench.draw(JSON.parse(args[0]!), JSON.parse(args[1]!)), texts)
  await expect.poll(readHelpVisibility).toEqual(['shown', 'shown', 'hidden', 'hidden'])
  await page.getByRole('button', { name: 'Remove item 1 of 4' }).click()

  await expect.poll(readHelpVisibility).toEqual(['shown', 'shown', 'hidden'])
  await expect(page.getByRole('textbox', { name: 'Link' }).last()).toHaveAccessibleDescription(/The link\./)
})

/** Cases with a choice of branch or type, from a third of the corpora, or in the long run from all. */
function choiceCases(): Case[] {
  const hasChoice = ({ schema }: Case) => /"(oneOf|anyOf)":|"type":\[/.test(JSON.stringify(schema))
  return Object.keys(SAMPLE)
    .flatMap(everyThirdCase)
    .filter(hasChoice)
    .map((formCase) => ({ ...formCase, values: [...formCase.values, {}] }))
}

/** Returns the trial, or the message of what was thrown. */
async function tryOut(page: Page, schema: JsonSchema, values: Json[]): Promise<Trial | string> {
  const texts = [schema, ...values].map((part) => JSON.stringify(part))
  const trial = page.evaluate(([drawn = '', ...filled]) => window.bench.tryOut(drawn, filled), texts)
  const patience = new AbortController()
  const silence = setTimeout(PATIENCE_MS, SILENCE, { signal: patience.signal })
  silence.catch(() => {})
  try {
    return await Promise.race([trial, silence])
  } catch (thrown) {
    return `threw ${String(thrown).slice(0, 400)}`
  } finally {
    patience.abort()
  }
}

type TrialResult = Pick<Case, 'schema' | 'values'> & {
  count: { asJson: number; byHand: number; notByHand: number; refused: number }
}

function listFaults(
  { drawn, fresh, values: tried }: Trial,
  { schema, values, count }: TrialResult,
): string[] {
  const faults = drawn > 0 ? freshFaults(schema, fresh) : ['nothing was drawn']
  for (const [index, { asJson, byHand }] of tried.entries()) {
    const value = values[index] as Json
    const isGood = prepareInput(schema, value).issues.length === 0
    const fault = isGood ? jsonViewFault(value, asJson) : sentValueFault(value, asJson)
    if (fault) faults.push(fault)
    else if (isGood) count.asJson++
    else count.refused++
    if (!isGood || byHand === undefined) continue
    const manualFault = typeof byHand === 'string' ? undefined : findManualFault(schema, value, byHand)
    if (manualFault) faults.push(manualFault)
    else if (typeof byHand === 'string') count.notByHand++
    else count.byHand++
  }
  return faults
}

/** A fresh form sends only what the server accepts. */
function freshFaults(schema: JsonSchema, { arrived, refused }: Outcome): string[] {
  if (arrived === undefined) return refused?.length ? [] : ['a fresh form was neither sent nor refused']
  const [issue] = prepareInput(schema, JSON.parse(arrived)).issues
  return issue ? [`a fresh form was sent, and the server refused it: ${JSON.stringify(issue)}`] : []
}

function sentValueFault(value: Json, { arrived }: Outcome): string | undefined {
  if (arrived === undefined) return undefined
  return `what the server refuses was sent: ${JSON.stringify(value).slice(0, 200)}`
}

function jsonViewFault(value: Json, { arrived, refused }: Outcome): string | undefined {
  const text = JSON.stringify(value)
  if (arrived === undefined) return `what the server takes was refused: ${refused?.join('; ').slice(0, 300)}`
  return arrived === text
    ? undefined
    : `by the JSON view something else arrived: ${firstDifference(text, arrived)}`
}

function findManualFault(schema: JsonSchema, value: Json, { arrived, refused }: Outcome): string | undefined {
  if (arrived === undefined) return `filled by hand it was refused: ${refused?.join('; ').slice(0, 300)}`
  const difference = differenceFrom(schema, value, arrived)
  return difference && `by hand something else arrived: ${difference}`
}
