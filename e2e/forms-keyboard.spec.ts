/**
 * Forms of third-party schemas, filled by keyboard alone, under axe. Runs with GUILDHALL_LONG, because every Tab is a
 * key press.
 */
import { expect, test } from '@playwright/test'
import axe from 'axe-core'
import { prepareInput } from '#lib/json-schema/inputs/prepare-input.ts'
import { differenceFrom, spreadCases } from './forms/cases.ts'
import { openBench } from './forms/open-bench.ts'
import { findBarriers } from './support/expect-good-page.ts'

const FORMS = 20
const CORPORA = ['form-samples', 'tool-schemas', 'schemastore-with-instances'] as const
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** Limits the length of the JSON, because each key press takes milliseconds. */
const MAX_CHARS = 1_500

// A skip inside the test would start a browser first.
test.skip(!process.env.GUILDHALL_LONG, 'runs in the long run')

test('forms of third-party schemas can be filled by keyboard alone, and axe finds no barriers', async ({
  page,
}) => {
  test.setTimeout(1_200_000)
  const cases = CORPORA.flatMap((corpus) => spreadCases(corpus, FORMS)).filter(
    ({ schema, values: [value] }) =>
      value !== undefined &&
      JSON.stringify(value).length <= MAX_CHARS &&
      prepareInput(schema, value).issues.length === 0,
  )
  test.skip(cases.length === 0, 'the corpora are not here')
  await page.exposeFunction('pressKey', (key: string) => page.keyboard.press(key))
  await page.exposeFunction('typeText', (text: string) =>
    text.length > 80 ? page.keyboard.insertText(text) : page.keyboard.type(text),
  )
  await openBench(page, false)
  await page.evaluate(axe.source)
  const failures: string[] = []
  const count = { filled: 0, withoutInput: 0, barriers: 0 }

  for (const {
    name,
    schema,
    values: [value = {}],
  } of takeInTurn(cases)) {
    if (count.filled >= FORMS) break
    const texts = [schema, value].map((part) => JSON.stringify(part))
    const outcome = await page
      .evaluate(([drawn = '', text = '']) => window.bench.fillByKeyboard(drawn, text), texts)
      .catch((thrown: Error) => ({ refused: [thrown.message.slice(0, 300)], arrived: undefined }))
    if (typeof outcome === 'string') {
      count.withoutInput++
      continue
    }
    const difference =
      outcome.arrived === undefined
        ? `refused: ${outcome.refused?.join('; ')}`
        : differenceFrom(schema, value, outcome.arrived)
    const barriers = await findBarriers(page, { type: 'tag', values: WCAG })
    count.barriers += barriers.length
    if (difference === undefined) count.filled++
    else failures.push(`${name}: ${difference}`)
    if (barriers.length > 0) failures.push(`${name}: ${JSON.stringify(barriers).slice(0, 800)}`)
  }

  console.info(`forms by keyboard: ${JSON.stringify({ ...count, failures: failures.length })}`)
  expect(failures).toEqual([])
  expect(count.filled).toBe(FORMS)
})

/** Takes one case of each corpus in turn, so that none is left out. */
function takeInTurn<Case extends { name: string }>(cases: Case[]): Case[] {
  const lists = CORPORA.map((corpus) => cases.filter(({ name }) => name.startsWith(`${corpus} `)))
  const longest = Math.max(...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list[index] ?? [])).flat()
}
