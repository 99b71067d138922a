/** What people enter into a form, key by key, and what the form sends. */
// biome-ignore-all lint/suspicious/noThenProperty: it is a keyword
import { expect, type Page, test } from '@playwright/test'
import { canonicalSchema } from '#lib/json-schema/parse/canonical-schema.ts'
import type { Json, JsonSchema } from '#lib/kernel/json/json.ts'
import { openBench } from './forms/open-bench.ts'

async function draw(
  page: Page,
  properties: JsonSchema,
  required: string[] = [],
  value?: Json,
): Promise<void> {
  const { schema } = canonicalSchema({ type: 'object', properties, required } as JsonSchema)
  const texts = [schema, value ?? null].map((part) => JSON.stringify(part))
  await page.evaluate(
    ([drawn = '', filled = '']) => void window.bench.draw(JSON.parse(drawn), JSON.parse(filled) ?? undefined),
    texts,
  )
}

async function sent(page: Page): Promise<Json | string> {
  const { arrived, refused } = await page.evaluate(() => window.bench.send())
  return arrived === undefined ? (refused ?? []).join('; ') : (JSON.parse(arrived) as Json)
}

const integer = { type: 'integer' }
const text = { type: 'string' }

test('a tuple of any shape can be filled in, whichever field is first', async ({ page }) => {
  await openBench(page, false)
  const titled = ['West', 'South', 'East', 'North'].map((title) => ({ type: 'number', title }))
  const pair = { type: 'array', prefixItems: [integer, text] }
  // biome-ignore format: table
  const shapes: [string, JsonSchema, string[], [label: string, typed: string][], Json][] = [
    ['fixed',       { pair: { ...pair, minItems: 2, maxItems: 2 } },      ['pair'], [['Pair 1', '1'], ['Pair 2', 'b']], { pair: [1, 'b'] }],
    ['closed',      { pair: { ...pair, items: false, minItems: 2 } },     ['pair'], [['Pair 2', 'b'], ['Pair 1', '1']], { pair: [1, 'b'] }],
    ['optional',    { pair },                                             [],       [['Pair 2', 'b'], ['Pair 1', '1']], { pair: [1, 'b'] }],
    ['begun',       { pair: { ...pair, items: false } },                  [],       [['Pair 1', '1']],                  { pair: [1] }],
    ['untouched',   { pair },                                             [],       [],                                 {}],
    ['cleared',     { pair },                                             [],       [['Pair 1', '1'], ['Pair 1', '']],  {}],
    ['draft-07',    { pair: { type: 'array', items: [integer, text], additionalItems: false, minItems: 2 } }, ['pair'], [['Pair 1', '1'], ['Pair 2', 'b']], { pair: [1, 'b'] }],
    ['four titles', { box: { type: 'array', prefixItems: titled, minItems: 4, maxItems: 4 } }, ['box'], [['North', '4'], ['West', '1'], ['East', '3'], ['South', '2']], { box: [1, 2, 3, 4] }],
    ['with objects', { pair: { type: 'array', prefixItems: [{ type: 'object', properties: { x: integer } }, { type: 'object', properties: { y: text }, required: ['y'] }], minItems: 2 } }, ['pair'], [['Y', 'b'], ['X', '1']], { pair: [{ x: 1 }, { y: 'b' }] }],
    ['with an object of optional fields', { pair: { type: 'array', prefixItems: [{ type: 'object', properties: { x: integer } }, text] } }, [], [['Pair 2', 'b']], { pair: [{}, 'b'] }],
    ['with a constant', { at: { type: 'array', prefixItems: [{ const: 'point' }, integer, integer] } }, [], [['At 2', '1'], ['At 3', '2']], { at: ['point', 1, 2] }],
    ['nested',      { grid: { type: 'array', prefixItems: [pair, pair], minItems: 2 } }, ['grid'], [], 'Grid'],
  ]
  for (const [name, properties, required, typed, expected] of shapes) {
    await draw(page, properties, required)
    for (const [label, keys] of typed) await page.getByLabel(label, { exact: true }).fill(keys)
    if (name === 'nested') {
      const fields = page.getByRole('textbox')
      await expect(fields).toHaveCount(4)
      for (const [index, keys] of [...'1a2b'].entries())
        await fields.nth(3 - index).fill([...'b2a1'][index] ?? keys)
      expect(await sent(page), name).toEqual({
        grid: [
          [1, 'a'],
          [2, 'b'],
        ],
      })
      continue
    }
    expect(await sent(page), name).toEqual(expected)
  }
})

test('a tuple inside a list, and one with further rows, can be filled in', async ({ page }) => {
  await openBench(page, false)
  const point = { type: 'array', prefixItems: [integer, integer], minItems: 2, maxItems: 2 }

  await draw(page, { points: { type: 'array', items: point, minItems: 1 } }, ['points'])
  await page.getByRole('textbox').nth(1).fill('2')
  await page.getByRole('textbox').nth(0).fill('1')
  await page.getByRole('button', { name: 'Add another' }).click()
  await page.getByRole('textbox').nth(2).fill('3')
  await page.getByRole('textbox').nth(3).fill('4')
  expect(await sent(page)).toEqual({
    points: [
      [1, 2],
      [3, 4],
    ],
  })

  await draw(page, { line: { type: 'array', prefixItems: [text], items: integer } })
  await page.getByRole('button', { name: 'Add an item' }).click()
  await page.getByRole('textbox').nth(1).fill('7')
  await page.getByRole('textbox').nth(0).fill('a')
  expect(await sent(page)).toEqual({ line: ['a', 7] })
})

test('a hole in a tuple is refused at its field', async ({ page }) => {
  await openBench(page, false)
  await draw(page, { pair: { type: 'array', prefixItems: [integer, text], minItems: 2 } }, ['pair'])

  await page.getByLabel('Pair 2', { exact: true }).fill('b')

  expect(await sent(page)).toContain('Pair 1')
  await page.getByLabel('Pair 1', { exact: true }).fill('1')
  expect(await sent(page)).toEqual({ pair: [1, 'b'] })
})

test('a field that a condition hides is not sent and comes back, through a choice that a person made', async ({
  page,
}) => {
  await openBench(page, false)
  const country = { enum: ['USA', 'Canada'] }
  const rule = {
    if: { properties: { country: { const: 'USA' } }, required: ['country'] },
    then: { properties: { state: text }, required: ['state'] },
  }
  const post = { title: 'Post', type: 'object', properties: { country, street: text }, ...rule }
  const pickup = { title: 'Pickup', type: 'object', properties: { shop: text } }
  await draw(page, { ship: { anyOf: [pickup, post] } }, ['ship'])

  await page.locator('select[id*="__kind"]').selectOption({ label: 'Post' })
  await page.getByLabel('Country').selectOption({ label: 'USA' })
  await page.getByLabel('State').fill('Utah')
  await page.getByLabel('Street').fill('Main')
  await page.getByLabel('Country').selectOption({ label: 'Canada' })
  await expect(page.getByLabel('State')).toHaveCount(0)
  expect(await sent(page)).toEqual({ ship: { country: 'Canada', street: 'Main' } })
  await page.getByLabel('Country').selectOption({ label: 'USA' })
  await expect(page.getByLabel('State')).toHaveValue('Utah')
  expect(await sent(page)).toEqual({ ship: { country: 'USA', state: 'Utah', street: 'Main' } })
})

test('a browser of German reads its own numbers, one of English offers the spelling that is certain', async ({
  browser,
}) => {
  const open = async (locale: string) => {
    const page = await (await browser.newContext({ locale })).newPage()
    await openBench(page, false)
    await draw(page, { price: { type: 'number' } })
    await page.getByLabel('Price').pressSequentially('1.234,50')
    return page
  }
  const [german, english] = [await open('de-DE'), await open('en-US')]

  await expect(german.getByText('Sends 1234.5')).toBeVisible()
  expect(await sent(german)).toEqual({ price: 1234.5 })
  expect(await sent(english)).toContain('Price')
  await english.getByRole('button', { name: 'Write 1234.50' }).click()
  expect(await sent(english)).toEqual({ price: 1234.5 })
  await Promise.all([german, english].map((page) => page.context().close()))
})

const KEY = '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n'

test('a secret of several lines keeps them, and stays hidden, however it is entered', async ({
  page,
  context,
}) => {
  await openBench(page, false)
  const secret = { type: 'string', format: 'password' }
  const field = page.getByLabel('Key', { exact: true })
  const isHidden = () =>
    field.evaluate((element) => getComputedStyle(element).getPropertyValue('-webkit-text-security'))
  const begin = () => draw(page, { key: secret })

  await begin()
  await field.evaluate(
    (element, pasted) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', pasted)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    KEY.replaceAll('\n', '\r\n'),
  )
  await expect(field).toBeFocused()
  expect(await sent(page)).toEqual({ key: KEY })
  expect(await isHidden()).toBe('disc')

  await begin()
  await field.fill(KEY)
  expect(await sent(page)).toEqual({ key: KEY })

  await begin()
  await page.getByRole('button', { name: 'Enter several lines' }).click()
  await page.keyboard.type('first')
  await page.keyboard.press('Enter')
  await page.keyboard.type('second')
  expect(await sent(page)).toEqual({ key: 'first\nsecond' })

  await begin()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await field.pressSequentially('one line')
  await expect(field).toHaveAttribute('type', 'password')
  await field.fill(KEY.replaceAll('\n', ' '))
  await expect(page.getByText('This key has lost its line breaks.')).toBeVisible()
})

test('a choice of several shows its default as ticked, and sends none when all are unticked', async ({
  page,
}) => {
  await openBench(page, false)
  const sizes = { type: 'array', items: { enum: ['s', 'm'] }, uniqueItems: true, default: ['s'] }
  await draw(page, { sizes }, [], {})

  await expect(page.getByRole('checkbox', { name: 's' })).toBeChecked()
  expect(await sent(page)).toEqual({})
  await page.getByRole('checkbox', { name: 's' }).uncheck()
  expect(await sent(page)).toEqual({ sizes: [] })
  await page.getByRole('checkbox', { name: 'm' }).check()
  expect(await sent(page)).toEqual({ sizes: ['m'] })
  await page.getByRole('button', { name: 'Use the default' }).click()
  await expect(page.getByRole('checkbox', { name: 's' })).toBeChecked()
  expect(await sent(page)).toEqual({})
})

test('null typed into a field for any JSON is null, and typing may go on', async ({ page }) => {
  await openBench(page, false)
  await draw(page, { any: {} })

  await page.getByLabel('Any').pressSequentially('null')
  expect(await sent(page)).toEqual({ any: null })
  await page.getByLabel('Any').pressSequentially('able')
  expect(await sent(page)).toEqual({ any: 'nullable' })
})

const LINE = {
  type: 'object',
  required: ['what', 'price'],
  properties: {
    what: { type: 'string', title: 'What' },
    price: { type: 'number', title: 'Price', 'x-currency': 'EUR' },
    vat: { title: 'VAT', enum: ['none', 'standard'] },
  },
}

test.describe('a list of records', () => {
  test.beforeEach(async ({ page }) => {
    await openBench(page, false)
    await draw(page, { lines: { type: 'array', items: LINE } }, ['lines'])
    await page.getByRole('button', { name: 'Add an item' }).click()
  })

  const paste = (page: Page, text: string) =>
    page.evaluate((pasted) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', pasted)
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    }, text)

  test('a list of records is a table, into which cells of a spreadsheet are pasted, which can be undone', async ({
    page,
  }) => {
    await page.getByLabel('What').first().focus()

    await paste(page, 'Paper\t12.5\tstandard\nInk\tdear\t\nPens\t3\tnone\n')
    await expect(page.getByText('3 rows pasted.')).toBeVisible()
    await expect(page.getByLabel('What').first()).toBeFocused()
    expect(await sent(page)).toContain('Price')
    await expect(page.getByLabel('Price').nth(1)).toHaveAccessibleDescription(/must be a number/i)
    await page.getByLabel('Price').nth(1).fill('7')
    expect(await sent(page)).toEqual({
      lines: [
        { what: 'Paper', price: 12.5, vat: 'standard' },
        { what: 'Ink', price: 7 },
        { what: 'Pens', price: 3, vat: 'none' },
      ],
    })

    await page.getByLabel('What').nth(2).focus()
    await paste(page, 'Price;What\n1;Tape\n2;Glue')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByLabel('What')).toHaveCount(3)
  })

  test('keys move between the rows of a table of records, and add one at the end', async ({ page }) => {
    await page.getByLabel('What').first().fill('Paper')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('What').nth(1)).toBeFocused()
    await page.keyboard.type('Ink')
    await page.keyboard.press('Tab')
    await page.keyboard.type('3')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.type('2')

    expect(await sent(page)).toEqual({
      lines: [
        { what: 'Paper', price: 2 },
        { what: 'Ink', price: 3 },
      ],
    })
  })

  test('a table of records has cards on a narrow page, or if a person wants them', async ({ page }) => {
    const isBeside = async () => {
      const boxes = await Promise.all(
        ['What', 'Price', 'VAT'].map((label) => page.getByLabel(label).first().boundingBox()),
      )
      const tops = boxes.map((box) => box?.y ?? 0)
      return Math.max(...tops) - Math.min(...tops) < 5
    }

    expect(await isBeside()).toBe(true)
    await expect(page.getByRole('button', { name: /^Move item/ })).toHaveCount(0)
    await page.getByRole('button', { name: 'Show as cards' }).click()
    await expect(page.getByRole('button', { name: 'Duplicate item 1 of 1' })).toBeVisible()
    await page.getByRole('button', { name: 'Show as a table' }).click()
    await page.setViewportSize({ width: 360, height: 700 })

    expect(await isBeside()).toBe(false)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  })
})

test('Enter in a picker takes the highlighted option, and never sends a half-typed text', async ({
  page,
}) => {
  await openBench(page, false)
  await draw(page, {
    zone: { type: 'string', format: 'time-zone' },
    tag: { type: 'string', examples: ['alpha', 'beta', 'bold'] },
  })

  await page.getByLabel('Zone').pressSequentially('vien')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Zone')).toHaveValue('Europe/Vienna')
  await page.getByLabel('Tag').pressSequentially('b')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(0)
  await expect(page.getByLabel('Tag')).toHaveValue('b')
  await page.getByLabel('Tag').pressSequentially('o')
  await page.keyboard.press('Enter')

  expect(await sent(page)).toEqual({ zone: 'Europe/Vienna', tag: 'bold' })
})

test('an empty row of a list stays when the form is refused, and has its error', async ({ page }) => {
  await openBench(page, false)
  await draw(page, { zones: { type: 'array', items: { type: 'string', title: 'Zone' }, minItems: 1 } }, [
    'zones',
  ])
  await page.getByRole('button', { name: /^Add/ }).click()

  expect(await sent(page)).toContain('Zone 1')
  await expect(page.getByLabel('Zone 1')).toHaveAccessibleDescription('This is required.')
})

test('a time and a duration are entered without knowing how they are written', async ({ browser }) => {
  const context = await browser.newContext({ timezoneId: 'Europe/Vienna' })
  const page = await context.newPage()
  await openBench(page, false)
  await draw(page, {
    start: { type: 'string', format: 'time' },
    length: { type: 'string', format: 'duration' },
  })

  await page.getByLabel('Start', { exact: true }).fill('14:30:00')
  await page.getByLabel('Start: time zone').selectOption('UTC')
  await page.getByLabel('Length: hours').fill('1')
  await page.getByLabel('Length: minutes').fill('30')

  expect(await sent(page)).toEqual({ start: '14:30:00Z', length: 'PT1H30M' })
  await context.close()
})
