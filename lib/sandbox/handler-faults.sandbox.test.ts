import { describe, expect, test } from 'vitest'
import { makeJob } from '../testing/make-sandbox-job.ts'
import { connectSandbox } from './sandbox-client.ts'

const sandbox = connectSandbox()

test('a thrown error has its class and message, and its stack shows the editor’s lines only', async () => {
  const definition = [
    'async function handler({ parameters }: { parameters: unknown }) {',
    '  return weigh(parameters)',
    '}',
    'function weigh(_: unknown): never {',
    '  throw new RangeError("too heavy")',
    '}',
  ].join('\n')

  const outcome = await sandbox.execute(makeJob(definition))

  expect(outcome).toMatchObject({
    kind: 'threw',
    error: {
      name: 'RangeError',
      message: 'too heavy',
      stack: 'RangeError: too heavy\n    at weigh (definition.js:5:9)\n    at handler (definition.js:2:10)',
    },
  })
})

test('a thrown {code, message, recoverable, suggested_action, field} preserves all five', async () => {
  const definition = `export default async () => {
    throw { code: 'NOT_FOUND', message: 'No such order.', recoverable: true, suggested_action: 'Check the number.',
      field: 'order' }
  }`

  const outcome = await sandbox.execute(makeJob(definition))

  expect(outcome).toMatchObject({
    kind: 'threw',
    error: {
      code: 'NOT_FOUND',
      message: 'No such order.',
      recoverable: true,
      suggestedAction: 'Check the number.',
      field: 'order',
    },
  })
})

const oddThrows: [given: string, message: string][] = [
  ['throw "plain words"', 'The handler threw plain words.'],
  ['throw undefined', 'The handler threw undefined.'],
  ['throw { status: 404 }', 'The handler threw {"status":404}.'],
  ['throw new Error()', 'The handler threw an error without a message.'],
  ['throw new Proxy({}, { get() { throw 1 } })', 'The handler threw something that cannot be shown.'],
  ['await Promise.reject(new Error("later"))', 'later'],
]

test.each(oddThrows)('`%s` is described in a sentence', async (statement, message) => {
  const outcome = await sandbox.execute(makeJob(`export default async () => { ${statement} }`))

  expect(outcome).toMatchObject({ kind: 'threw', error: { message } })
})

test('an error thrown at the top level is the skill’s error too', async () => {
  const outcome = await sandbox.execute(
    makeJob('throw new TypeError("at the top")\nasync function handler() {}'),
  )

  expect(outcome).toMatchObject({ kind: 'threw', error: { name: 'TypeError', message: 'at the top' } })
})

describe('the trace of an error shows', () => {
  async function stackOf(...lines: string[]): Promise<string> {
    const outcome = await sandbox.execute(makeJob(lines.join('\n')))
    if (outcome.kind !== 'threw') throw new Error(`The run ended with ${outcome.kind}.`)
    return outcome.error.stack
  }

  test('its causes, each with its own lines', async () => {
    const stack = await stackOf(
      'async function handler() {',
      '  try { read() } catch (cause) { throw new Error("no prices", { cause }) }',
      '}',
      'function read() {',
      '  throw new RangeError("row 7", { cause: "a comma" })',
      '}',
    )

    expect(stack).toBe(
      [
        'Error: no prices',
        '    at handler (definition.js:2:40)',
        'Caused by: RangeError: row 7',
        '    at read (definition.js:5:9)',
        '    at handler (definition.js:2:9)',
        'Caused by: Error: The handler threw a comma.',
      ].join('\n'),
    )
  })

  test('the errors of an AggregateError', async () => {
    const stack = await stackOf(
      'export default async () => Promise.any([Promise.reject(new TypeError("a")), Promise.reject(new Error("b"))])',
    )

    expect(stack).toMatch(/^AggregateError: All promises were rejected\n/)
    expect(stack).toContain('\nContains: TypeError: a\n    at ')
    expect(stack).toContain('\nContains: Error: b\n    at ')
  })

  test('a cause that refers to the error once, and at most ten errors', async () => {
    const circular = await stackOf(
      'export default async () => { const e = new Error("a"); e.cause = new Error("b", { cause: e }); throw e }',
    )
    const many = await stackOf(
      'export default async () => { throw new AggregateError(Array.from({ length: 50 }, () => new Error("x")), "many") }',
    )

    expect(circular.match(/: b/g)).toHaveLength(1)
    expect(many.match(/Contains/g)).toHaveLength(10)
  })

  test('no cause that cannot be read', async () => {
    expect(
      await stackOf(
        'export default async () => { throw { message: "odd", get cause() { throw 1 }, get errors() { throw 2 } } }',
      ),
    ).toBe('Error: odd')
  })
})

// biome-ignore format: table
const logged: [call: string, text: string][] = [
  ['console.info("%s is %d", "a", 5)', 'a is 5'],
  ['console.log("%i %f %d", "3.9", "1.5x", "2.5")', '3 1.5 2.5'],
  ['console.log("%j %o %O", { a: 1 }, { b: new Set([1]) }, [1])', '{"a":1} {"b":Set(1) {1}} [1]'],
  ['console.log("%cred%c.", "color: red", "", "more", 1)', 'red. more 1'],
  ['console.log("%d%% of %s", 50, "all", { left: true })', '50% of all {"left":true}'],
  ['console.log("%s and %s", "one")', 'one and %s'],
  ['console.log("100%% %s")', '100%% %s'],
  ['console.log("%d %d %i", 5n, {}, Symbol("a"))', '5n NaN NaN'],
  ['console.log("%x %", 1)', '%x % 1'],
  ['console.log({ a: 1, b: [true, null, "x"] })', '{"a":1,"b":[true,null,"x"]}'],
  ['console.log(new Map([["a", { b: 1 }]]))', 'Map(1) {"a" => {"b":1}}'],
  ['console.log({ tags: new Set(["x"]) })', '{"tags":Set(1) {"x"}}'],
  ['console.log(new Date(0), { at: new Date(0) }, new Date("no"))', '1970-01-01T00:00:00.000Z {"at":1970-01-01T00:00:00.000Z} Invalid Date'],
  ['console.log(new (class Point { x = 1 })())', 'Point {"x":1}'],
  ['console.log(class Point {}, function f() {}, () => 1)', '[class Point] [function f] [function anonymous]'],
  ['console.log(/a/g, Symbol("s"), 10n, undefined, null, -0, NaN)', '/a/g Symbol(s) 10n undefined null -0 NaN'],
  ['console.log({ u: undefined, n: NaN })', '{"u":undefined,"n":NaN}'],
  ['console.log(new Uint8Array([1, 2]), new ArrayBuffer(3))', 'Uint8Array(2) [1,2] ArrayBuffer(3)'],
  ['console.log(new Headers({ a: "b" }), new URLSearchParams("c=d"))', 'Headers {"a":"b"} URLSearchParams {"c":"d"}'],
  ['console.log(new URL("https://a.example/"), new Response("x", { status: 201 }).status)', 'https://a.example/ 201'],
  ['console.log(Promise.resolve(1), Object.create(null), new (class A extends Map {})())', 'Promise {…} {} A(0) {}'],
  ['const a = { n: 1 }; console.log([a, a])', '[{"n":1},{"n":1}]'],
  ['const a = {}; a.a = a; console.log(a)', '{"a":[circular]}'],
  ['console.assert(false, "%s is wrong", "x")', 'Assertion failed: x is wrong'],
  ['console.log({ get bad() { throw new Error("no") } })', '[cannot be shown]'],
]

test.each(logged)('`%s` is logged as a developer expects', async (call, text) => {
  const outcome = await sandbox.execute(makeJob(`export default async () => { ${call}; return 1 }`))

  expect(outcome.logs.map((line) => line.text)).toEqual([text])
})

test('an error is logged with its stack, its fields and its causes', async () => {
  const definition =
    'export default async () => { console.error("failed:", Object.assign(new Error("a", { cause: new TypeError("b") }), { status: 5 })); return 1 }'

  const { logs } = await sandbox.execute(makeJob(definition))

  expect(logs[0]?.text).toMatch(
    /^failed: Error: a\n {4}at [\s\S]*definition\.js[\s\S]*\{"status":5\}\n\[cause\]: TypeError: b\n {4}at /,
  )
})

test('lines of a group are indented', async () => {
  const { logs } = await sandbox.execute(
    makeJob(
      'export default async () => { console.group("a"); console.log("b\\nc"); console.groupEnd(); console.log("d"); return 1 }',
    ),
  )

  expect(logs.map(({ text }) => text)).toEqual(['a', '  b\n  c', 'd'])
})

test('data that refers to itself in a thousand ways is logged in no time', async () => {
  const definition = `export default async () => {
    let a = { n: 1 }
    for (let i = 0; i < 1000; i++) a = { left: a, right: a }
    console.log(a)
    return 1
  }`

  expect(await sandbox.execute(makeJob(definition))).toMatchObject({ kind: 'returned' })
})

const notJson: [returned: string, message: string][] = [
  ['undefined', 'The handler must return JSON, for example { message: "Done" }, but it returned undefined.'],
  ['() => 1', 'The handler must return JSON, for example { message: "Done" }, but it returned a function.'],
  ['{ total: 10n }', 'The result is not JSON: /total is a BigInt (convert it to a number or a string).'],
  [
    '{ rows: [{ share: 0 / 0 }] }',
    'The result is not JSON: /rows/0/share is NaN, which JSON cannot represent.',
  ],
  ['{ rows: [undefined] }', 'The result is not JSON: /rows/0 is undefined.'],
  ['{ counts: new Map() }', 'The result is not JSON: /counts is a Map (use Object.fromEntries).'],
  ['{ later: Promise.resolve(1) }', 'The result is not JSON: /later is a promise (await it).'],
  ['{ at: new Date("no") }', 'The result is not JSON: /at is an invalid Date.'],
  ['{ dates: [new Date(NaN)] }', 'The result is not JSON: /dates/0 is an invalid Date.'],
  [
    'new Date("no")',
    'The handler must return JSON, for example { message: "Done" }, but it returned an invalid Date.',
  ],
  [
    '{ e: new TypeError("x") }',
    'The result is not JSON: /e is a TypeError (throw it, or return its message).',
  ],
  [
    '{ e: Object.assign(new Error("x"), { code: 1 }) }',
    'The result is not JSON: /e is an Error (throw it, or return its message).',
  ],
  [
    '{ e: new DOMException("x") }',
    'The result is not JSON: /e is a DOMException (throw it, or return its message).',
  ],
  ['{ h: new Headers({ a: "b" }) }', 'The result is not JSON: /h is a Headers (use Object.fromEntries).'],
  [
    '{ q: new URLSearchParams("a=1") }',
    'The result is not JSON: /q is a URLSearchParams (use Object.fromEntries, or String).',
  ],
  ['{ f: new FormData() }', 'The result is not JSON: /f is a FormData (use Object.fromEntries).'],
  ['{ r: /a/g }', 'The result is not JSON: /r is a RegExp (use its source).'],
  ['{ r: new Response("x") }', 'The result is not JSON: /r is a Response (await its json() or text()).'],
  [
    '{ r: new Request("https://a.example") }',
    'The result is not JSON: /r is a Request (await its json() or text()).',
  ],
  ['{ b: new Blob(["x"]) }', 'The result is not JSON: /b is a Blob (await its text()).'],
  ['{ s: new Set([1]) }', 'The result is not JSON: /s is a Set (use an array).'],
  ['{ w: new WeakMap() }', 'The result is not JSON: /w is a WeakMap (it cannot be listed).'],
  ['{ w: new WeakRef({}) }', 'The result is not JSON: /w is a WeakRef (use deref).'],
  ['{ i: [1].values() }', 'The result is not JSON: /i is an Iterator (spread it into an array).'],
  [
    '{ i: (function* () { yield 1 })() }',
    'The result is not JSON: /i is a Generator (spread it into an array).',
  ],
  ['{ t: new Uint8Array(2) }', 'The result is not JSON: /t is binary data (encode it as text).'],
  [
    '{ t: new DataView(new ArrayBuffer(2)) }',
    'The result is not JSON: /t is binary data (encode it as text).',
  ],
  [
    '{ n: new Intl.NumberFormat("en") }',
    'The result is not JSON: /n is a NumberFormat without fields (return a plain object).',
  ],
  [
    '{ c: new AbortController() }',
    'The result is not JSON: /c is an AbortController without fields (return a plain object).',
  ],
  [
    '{ p: new (class Secret { #v = 1 })() }',
    'The result is not JSON: /p is a Secret without fields (return a plain object).',
  ],
  ['{ n: new Number(NaN) }', 'The result is not JSON: /n is NaN, which JSON cannot represent.'],
  ['{ n: Object(1n) }', 'The result is not JSON: /n is a BigInt without fields (return a plain object).'],
  ['{ "a/b": { "~": () => 1 } }', 'The result is not JSON: /a~1b/~0 is a function.'],
  [
    '(() => { const a = { b: {} }; a.b.a = a; return a })()',
    'The result is not JSON: /b/a is a circular reference.',
  ],
  ['JSON.parse("[".repeat(300) + "]".repeat(300))', 'The result is nested more than 200 levels deep.'],
]

test.each(notJson)('returning %s is refused with the path and the reason', async (returned, message) => {
  const outcome = await sandbox.execute(makeJob(`export default async () => (${returned})`))

  expect(outcome).toMatchObject({ kind: 'threw', error: { name: 'TypeError', message } })
})

test('absent properties, dates, instances with fields and a value used twice are fine', async () => {
  const definition = `export default async () => {
    const shared = { n: 1 }
    class Point { x = 1; get y() { return 2 } }
    class Money { toJSON() { return '1.00' } }
    return {
      gone: undefined, when: new Date(0), first: shared, second: [shared],
      url: new URL('https://a.example/b'), point: new Point(), price: new Money(),
      bare: Object.assign(Object.create(null), { a: 1 }), boxed: [new String('a'), new Number(1), new Boolean(false)],
      none: null, empty: [{}, []],
    }
  }`

  const outcome = await sandbox.execute(makeJob(definition))

  expect(outcome).toMatchObject({ kind: 'returned' })
  if (outcome.kind !== 'returned') throw new Error()
  expect(outcome.value).toEqual({
    when: '1970-01-01T00:00:00.000Z',
    first: { n: 1 },
    second: [{ n: 1 }],
    url: 'https://a.example/b',
    point: { x: 1 },
    price: '1.00',
    bare: { a: 1 },
    boxed: ['a', 1, false],
    none: null,
    empty: [{}, []],
  })
})

const uncompiled: [definition: string, message: string, line: number][] = [
  ['async function handler() {\n  const x = ;\n}', 'Expression expected', 2],
  ['let a\nlet a\nasync function handler() {}', "Identifier 'a' has already been declared", 2],
  [
    'async function handler() {\n  return await import("cloudflare:workers")\n}',
    'import is not allowed in a definition.',
    2,
  ],
  [
    'enum Colour { Red }\nasync function handler() {}',
    'TypeScript enum is not supported: types are stripped, and this would need a compiler',
    1,
  ],
]

test.each(uncompiled)('%j does not compile, with its position', async (definition, message, line) => {
  const outcome = await sandbox.execute(makeJob(definition))

  expect(outcome).toMatchObject({ kind: 'threw', error: { name: 'SyntaxError', message } })
  if (outcome.kind !== 'threw') throw new Error()
  expect(outcome.error.stack).toContain(`definition.js:${line}`)
})

test('a definition without a handler is reported', async () => {
  const outcome = await sandbox.execute(makeJob('async function work() {}'))

  expect(outcome).toMatchObject({ kind: 'threw', error: { name: 'SyntaxError' } })
  if (outcome.kind === 'threw') expect(outcome.error.message).toMatch(/^handler function not found/)
})
