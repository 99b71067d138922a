import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { pathName, singular } from '#lib/contracts/forms/fields/field-labels.ts'
import { formContract } from '#lib/contracts/forms/validation/form-contract.ts'
import { toJsonValue } from '#lib/contracts/forms/values/form-value.ts'
import { startValue } from '#lib/contracts/forms/values/start-value.ts'
import type { Json, JsonSchema } from '#lib/kernel/json/json.ts'
import { SchemaForm } from './schema-form.tsx'

function draw(
  properties: JsonSchema,
  more: { value?: Json; required?: string[]; issues?: { path: string; message: string }[] } = {},
) {
  const { value = {}, required = [], issues } = more
  const schema = { type: 'object', properties, required }
  return renderToStaticMarkup(
    <SchemaForm
      schema={schema}
      value={value}
      issues={issues}
      idPrefix="f"
      onChange={() => {}}
      onSubmit={() => {}}
    />,
  )
}

describe('a field', () => {
  test('a field with a list of values marks the default among them, instead of offering it twice', () => {
    const html = draw({ mode: { enum: ['auto', 'fast'], default: 'auto' } })
    const options = [...html.matchAll(/<option[^>]*>([^<]*)<\/option>/g)].map(([, text]) => text)

    expect(options).toEqual(['auto (default)', 'fast'])
  })

  test('a field whose default is not in its list of values names it apart', () => {
    const html = draw({ mode: { enum: ['slow', 'fast'], default: 'auto' } })

    expect(html).toContain('>Default (auto)</option>')
  })

  test('a field has a label, from its title or key', () => {
    expect(draw({ orderId: { type: 'string' } })).toMatch(
      /<label[^>]* for="f\/orderId"[^>]*>Order id<\/label>/,
    )
    expect(draw({ q: { type: 'string', title: 'What to find' } })).toContain('>What to find</label>')
  })

  test('a field in a later row of a list shows its help to screen readers only, in every form', () => {
    const items = { type: 'string', description: 'A word.' }
    const schema = { type: 'object', properties: { words: { type: 'array', items } } }
    const html = renderToStaticMarkup(
      <SchemaForm
        schema={schema}
        value={{ words: ['a', 'b'] }}
        idPrefix="f/steps/1"
        onChange={() => {}}
        onSubmit={() => {}}
      />,
    )
    const hidden = [...html.matchAll(/id="([^"]+)__help" class="([^"]+)"/g)].map(([, id, classes]) => [
      id,
      classes?.includes('sr-only'),
    ])

    expect(hidden).toEqual([
      ['f/steps/1/words/0', false],
      ['f/steps/1/words/1', true],
    ])
    expect(html).toContain('aria-describedby="f/steps/1/words/1__help"')
  })

  test('a field is described by its description and its limits', () => {
    const html = draw({ n: { type: 'integer', description: 'How many.', minimum: 1, maximum: 9 } })

    expect(html).toContain('aria-describedby="f/n__help"')
    expect(html).toContain('How many. 1 to 9.')
  })

  // biome-ignore format: table
  test.each<[JsonSchema, string]>([
    [{ type: 'number', exclusiveMinimum: 0, maximum: 5, multipleOf: 0.5 }, 'At most 5. More than 0. In steps of 0.5.'],
    [{ type: 'string', minLength: 5, maxLength: 5 },                       'Exactly 5 characters.'],
    [{ type: 'string', pattern: '^\\d\\d:\\d\\d$', examples: ['15:30'] },    'In the form of “15:30”.'],
    [{ type: 'array', items: { type: 'string' }, uniqueItems: true },      'No duplicates.'],
  ])('a field states its limits before they are broken: %j', (property, sentence) => {
    expect(draw({ field: property })).toContain(sentence)
  })

  test('a field that is yes or no shows whether nothing is sent', () => {
    expect(draw({ a: { type: 'boolean' } })).toContain('not set')
    expect(draw({ a: { type: 'boolean' } }, { value: { a: false } })).toContain('Set to “not set”')
    expect(draw({ a: { type: 'boolean', default: true } })).toMatch(/type="checkbox"[^>]*checked/)
    expect(draw({ a: { type: 'boolean', default: true } }, { value: { a: false } })).not.toContain('not set')
  })

  test('a field that is an instant or a colour has a picker', () => {
    const instant = { type: 'string', format: 'date-time' }

    expect(draw({ a: instant }, { value: { a: '2026-03-30T13:30:00Z' } })).toContain(
      'value="2026-03-30T13:30:00"',
    )
    expect(draw({ a: { type: 'string', format: 'color' } })).toContain('type="color"')
  })

  // biome-ignore format: table
  test.each<[string, JsonSchema, RegExp]>([
    ['text',            { type: 'string' },                            /<input[^>]*type="text"/],
    ['long text',       { type: 'string', maxLength: 5000 },           /<textarea/],
    ['an e-mail',       { type: 'string', format: 'email' },           /<input[^>]*type="email"/],
    ['a link',          { type: 'string', format: 'uri' },             /<input[^>]*type="url"/],
    ['a day',           { type: 'string', format: 'date' },            /<input[^>]*type="date"/],
    ['an instant',      { type: 'string', format: 'date-time' },       /<input[^>]*type="datetime-local"/],
    ['a time',          { type: 'string', format: 'time' },            /<input[^>]*type="time"/],
    ['a duration',      { type: 'string', format: 'duration' },        /aria-label="Field: hours"/],
    ['a number with a unit', { type: 'number', 'x-unit': 'km' },      />km</],
    ['an amount',       { type: 'number', 'x-currency': 'EUR' },       />EUR</],
    ['a whole number',  { type: 'integer' },                           /<input[^>]*inputMode="numeric"/],
    ['a number',        { type: 'number' },                            /<input[^>]*inputMode="decimal"/],
    ['yes or no',       { type: 'boolean' },                           /type="checkbox"/],
    ['one of a list',   { type: 'string', enum: ['a', 'b'] },          /<select/],
    ['one of numbers',  { enum: [1, 2] },                              /<select/],
    ['several of one',  { type: 'array', uniqueItems: true, items: { enum: ['a'] } }, /type="checkbox"/],
    ['a list',          { type: 'array', items: { type: 'string' } },  /Add an item/],
    ['text or number',  { type: ['string', 'number'] },                /<select/],
    ['any value',        {},                                            /<textarea/],
  ])('a field for %s has the control for it', (_, property, control) => {
    expect(draw({ field: property })).toMatch(control)
  })

  test('a field that is a path is one line, however long it may be', () => {
    expect(draw({ toPath: { type: 'string', maxLength: 1024 } })).toMatch(/<input[^>]*type="text"/)
  })

  test('fields of a section stand below its heading, after the others, also optional ones', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [`f${index}`, { type: 'string' }]),
    )
    const html = draw(
      { street: { type: 'string', 'x-section': 'Address' }, ...properties },
      { required: ['f0'] },
    )

    expect(html).toMatch(/for="f\/f0".*<h3[^>]*>Address<\/h3>.*for="f\/street".*more optional fields/)
  })

  test('a field that cannot be chosen is not shown', () => {
    const html = draw({ kind: { const: 'cat' } }, { value: { kind: 'cat' }, required: ['kind'] })

    expect(html).not.toContain('>Kind</label>')
  })

  test('a field that is required is marked as such for assistive technology', () => {
    // Effects do not run here; a journey in the browser checks that an error from the server is shown.
    expect(draw({ a: { type: 'string' } }, { required: ['a'] })).toContain('aria-required="true"')
  })
})

describe('the texts of a form', () => {
  const root: JsonSchema = {
    type: 'object',
    properties: { lines: { type: 'array', title: 'Lines', items: { $ref: '#/$defs/line' } } },
    $defs: { line: { type: 'object', properties: { unit_price: { type: 'number', title: 'Unit price' } } } },
  }

  test.each([
    ['/lines', 'Lines'],
    ['/lines/1', 'Line 2'],
    ['/lines/1/unit_price', 'Line 2 › Unit price'],
    ['/orderId', 'Order id'],
    ['', 'The input'],
  ])('the summary of a form names %j “%s”', (pointer, name) => {
    expect(pathName(root, pointer)).toBe(name)
  })

  test.each([
    ['Lines', 'Line'],
    ['Entries', 'Entry'],
    ['Boxes', 'Box'],
    ['Addresses', 'Address'],
    ['Class', 'Class'],
    ['Series', 'Series'],
    ['Time series', 'Time series'],
    ['Data', 'Data'],
  ])('the title of a row in the list “%s” is “%s”', (many, one) => {
    expect(singular(many)).toBe(one)
  })
})

describe('groups', () => {
  test('an object in a form is a fieldset with a name', () => {
    const html = draw(
      { home: { type: 'object', properties: { street: { type: 'string' } } } },
      { value: { home: {} }, required: ['home'] },
    )

    const [, labelId] = /<fieldset[^>]*id="f\/home"[^>]* aria-labelledby="([^" ]+)"/.exec(html) ?? []
    expect(html).toMatch(new RegExp(`<span id="${labelId}"[^>]*>Home`))
    // A legend is only valid as the first child of its fieldset.
    expect(html).not.toContain('<legend')
    expect(html).toContain('for="f/home/street"')
  })

  test('an optional object of a form is left out until it is added', () => {
    const html = draw({
      home: { type: 'object', properties: { street: { type: 'string' } }, required: ['street'] },
    })

    expect(html).not.toContain('f/home/street')
  })

  test('a form for an object that contains itself has an end', () => {
    const node: JsonSchema = {
      type: 'object',
      properties: { name: { type: 'string' }, next: { $ref: '#/$defs/node' } },
    }
    const schema = {
      type: 'object',
      properties: { first: { $ref: '#/$defs/node' } },
      required: ['first'],
      $defs: { node },
    }

    const html = renderToStaticMarkup(<SchemaForm schema={schema} value={{}} onChange={() => {}} />)

    expect(html).toContain('First')
  })
})

describe('initial values of a form', () => {
  const start = (schema: JsonSchema) =>
    toJsonValue(startValue(formContract(schema), [formContract(schema).schema]))

  // biome-ignore format: table
  test.each<[string, JsonSchema, Json]>([
    ['a default',                          { properties: { a: { default: 10 } } },                                               { a: 10 }],
    ['a default further in',               { properties: { a: { type: 'object', properties: { b: { default: 1 } } } } },         { a: { b: 1 } }],
    ['no default that will not do alone',  { properties: { a: { type: 'object', properties: { b: { default: 1 }, c: {} }, required: ['c'] } } }, {}],
    ['no default that lacks its dependents', { properties: { a: { default: 1 }, b: {} }, dependentRequired: { a: ['b'] } },      {}],
    ['a default with its dependents',      { properties: { b: { default: 2 }, a: { default: 1 } }, dependentRequired: { a: ['b'] } }, { b: 2, a: 1 }],
    ['no value that was not entered',           { properties: { a: { type: 'string' }, b: { type: 'array', items: {} } }, required: ['a'] }, {}],
    ['an object that must be there',       { properties: { a: { type: 'object', properties: { b: {} } } }, required: ['a'] },    { a: {} }],
    ['a list that must be there',          { properties: { a: { type: 'array' } }, required: ['a'] },                            { a: [] }],
    ['the only value that is allowed',     { properties: { a: { const: 'x' }, b: { const: 'y' } }, required: ['a'] },            { a: 'x' }],
    ['no empty row',          { properties: { a: { type: 'array', minItems: 2, items: { type: 'string' } } }, required: ['a'] }, {}],
    ['defaults of a reference',            { properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { default: 7 } } },           { a: 7 }],
    ['an end, in what contains itself',    { properties: { a: { $ref: '#' }, b: { default: 1 } }, required: ['a'] },             { a: { b: 1 }, b: 1 }],
  ])('the initial value of a form is %s', (_, schema, expected) => {
    expect(start({ type: 'object', ...schema })).toEqual(expected)
  })

  test('the initial value of a choice is its first branch with its discriminator', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: {
        pet: {
          oneOf: [
            {
              type: 'object',
              properties: { kind: { const: 'cat' }, lives: { type: 'integer', default: 9 } },
            },
            { type: 'object', properties: { kind: { const: 'dog' } }, required: ['kind'] },
          ],
        },
      },
      required: ['pet'],
    }

    expect(start(schema)).toEqual({ pet: { kind: 'cat', lives: 9 } })
  })
})
