import { createRequire } from 'node:module'
import * as fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { startReactDecoder } from '#lib/testing/react-decoder.ts'
import { refuseActionBody } from './action-body.ts'

const react = createRequire(import.meta.url)('next/dist/compiled/react-server-dom-turbopack/client.edge')
const decoder = startReactDecoder()
afterAll(() => decoder.stop())

const MAX_BYTES = 4 * 1024 * 1024
const ACTION = '40'.padEnd(42, 'a')

type Sent = { body: string | FormData; type?: string; hasScripts?: boolean }

/** Returns what the proxy answers, and what React's decoder throws. */
async function attempt({ body, type, hasScripts = true }: Sent): Promise<[string | null, string | null]> {
  const headers = { ...(type && { 'content-type': type }), ...(hasScripts && { 'next-action': ACTION }) }
  const request = new Request('http://localhost/', { method: 'POST', body, headers })
  const sentType = request.headers.get('content-type') ?? ''
  const bytes = new Uint8Array(await request.clone().arrayBuffer())
  const refusal = await refuseActionBody(request, MAX_BYTES)
  const thrown = await decoder.decode({ type: sentType, bytes, hasScripts })
  return [refusal && `${refusal.status} ${await refusal.text()}`, thrown]
}

function formOf(parts: [string, string | Blob][]): FormData {
  const form = new FormData()
  for (const [name, value] of parts) form.append(name, value)
  return form
}

describe('arguments that pages send pass, because React can decode them', () => {
  class Event {
    kind = 'click'
  }
  const shared = { name: 'Ada' }
  const twice = new Map([['a', shared]])
  const file = new File(['x'], 'naïve "x".txt')
  const fields = formOf([
    ['name', 'Ada'],
    ['name', '$ACTION_REF_1'],
    ['file', new File(['a\r\n'], 'a.txt', { type: 'text/plain;charset=utf-8' })],
  ])

  test.each<[string, unknown[]]>([
    ['nothing', []],
    [
      'texts and numbers',
      ['x', '$5', '', 1, -0, Number.NaN, Number.NEGATIVE_INFINITY, true, null, undefined],
    ],
    ['dates', [new Date(0), new Date(Number.NaN), new Date(8.64e15), new Date(-62_198_755_200_000)]],
    ['big integers', [12n, -5n, 10n ** 298n]],
    ['a form', [{ error: undefined }, fields]],
    ['two forms and a file', [fields, { fields: formOf([['b', 'c']]) }, file]],
    ['maps and sets', [new Map([['a', new Set([1, 'x'])]]), new Set([shared]), new Map()]],
    ['a value twice', [shared, { shared }, [shared], [[shared]], twice, twice, file, file, [], [file]]],
    ['an event', ['id', new Event()]],
    ['a name of JavaScript', [JSON.parse('{"__proto__":1,"then":{"a":2},"constructor":"$x","a:b":[{}]}')]],
    ['1.8 million letters in an object', [{ text: 'x'.repeat(1_800_000) }, 'y']],
    ['a dozen files', [Array.from({ length: 12 }, (_, at) => new File([String(at)], `${at}.txt`))]],
  ])('%s', async (_, values) => {
    const body = await react.encodeReply(values, { temporaryReferences: react.createTemporaryReferenceSet() })

    expect(await attempt({ body, ...(typeof body === 'string' && { type: 'text/plain' }) })).toEqual([
      null,
      null,
    ])
  })

  test('a form of a page without JavaScript', async () => {
    const form = formOf([
      ['$ACTION_REF_1', ''],
      ['$ACTION_1:0', `{"id":"${ACTION}","bound":"$@1"}`],
      ['$ACTION_1:1', '["id",{"error":"$undefined","at":"$D2026-01-01T00:00:00.000Z"},"$Q2"]'],
      ['$ACTION_1:2', '[["a",1]]'],
      ['$ACTION_KEY', 'k0'],
      ['name', '$0'],
    ])

    expect(await attempt({ body: form, hasScripts: false })).toEqual([null, null])
    expect(await attempt({ body: formOf([[`$ACTION_ID_${ACTION}`, '']]), hasScripts: false })).toEqual([
      null,
      null,
    ])
  })
})

describe('arguments that React cannot decode are refused with 400', () => {
  const many = 'x'.repeat(600_000)

  test.each<[string, Sent]>([
    ['no JSON', { body: '[' }],
    ['a BigInt of 400 digits', { body: `["$n${'1'.repeat(400)}"]` }],
    ['a BigInt in hexadecimals that is none', { body: '["$n0xg"]' }],
    ['a path to the prototype', { body: '[{"a":1},"$0:0:__proto__"]' }],
    ['a path that leads nowhere', { body: '[{"a":1},"$0:0:b"]' }],
    ['a path through a date', { body: '["$D2026-01-01T00:00:00.000Z","$0:0:getTime"]' }],
    ['a server function', { body: '["$h1"]' }],
    ['a typed array without a part', { body: '["$o1"]' }],
    ['an opaque value in a name with a colon', { body: '[{"a:b":"$T"}]' }],
    ['texts of more than a million letters in a list', { body: JSON.stringify([many, many]) }],
    [
      'a part that comes twice',
      {
        body: formOf([
          ['1', '[]'],
          ['0', '["$Q1"]'],
          ['0', '[]'],
        ]),
      },
    ],
    [
      'a name that stands for the first part',
      {
        body: formOf([
          ['S0', '{}'],
          ['0', '[]'],
        ]),
      },
    ],
    [
      'a map of texts',
      {
        body: formOf([
          ['1', '["x"]'],
          ['0', '["$Q1"]'],
        ]),
      },
    ],
    [
      'a map in two places',
      {
        body: formOf([
          ['1', '[]'],
          ['0', '["$Q1","$Q1"]'],
        ]),
      },
    ],
    ['a file as the arguments', { body: formOf([['0', new Blob(['[]'])]]) }],
    [
      'an encoded file',
      {
        type: 'multipart/form-data; boundary=x',
        body: [
          '--x',
          'Content-Disposition: form-data; name="1"; filename="a"',
          'Content-Type: text/plain',
          'Content-Transfer-Encoding: base64',
          '',
          'eA==',
          '--x',
          'Content-Disposition: form-data; name="0"',
          '',
          '["$B1"]',
          '--x--',
          '',
        ].join('\r\n'),
      },
    ],
    [
      'a form that does not name its action',
      {
        hasScripts: false,
        body: formOf([
          ['$ACTION_REF_1', ''],
          ['$ACTION_1:0', 'null'],
        ]),
      },
    ],
    [
      'a form that names its action twice',
      {
        hasScripts: false,
        body: formOf([
          ['$ACTION_REF_1', ''],
          ['$ACTION_1:0', `{"id":"${ACTION}","id":"x","bound":null}`],
        ]),
      },
    ],
    [
      'a form without its arguments',
      {
        hasScripts: false,
        body: formOf([
          ['$ACTION_REF_1', ''],
          ['$ACTION_1:0', `{"id":"${ACTION}","bound":"$@1"}`],
        ]),
      },
    ],
  ])('%s', async (_, sent) => {
    const [refusal, thrown] = await attempt({
      type: typeof sent.body === 'string' ? 'text/plain' : undefined,
      ...sent,
    } as Sent)

    expect(refusal).toMatch(/^400 Invalid form data: /)
    expect(thrown).not.toBeNull()
  })

  test.each<[string, Sent]>([
    ['no list', { body: '{"a":1}', type: 'application/json' }],
    [
      'a part that comes later',
      {
        body: formOf([
          ['0', '["$Q1"]'],
          ['1', '[]'],
        ]),
      },
    ],
    [
      'a form whose arguments are none',
      {
        hasScripts: false,
        body: formOf([
          ['$ACTION_REF_1', ''],
          ['$ACTION_1:0', `{"id":"${ACTION}","bound":"$@1"}`],
          ['$ACTION_1:1', '7'],
        ]),
      },
    ],
    ['a list in itself', { body: '["$0:0",[{"a":"$0:1"}]]' }],
    ['an opaque value in a value', { body: '[{"a":"$T"}]' }],
    [
      'a stream',
      {
        body: formOf([
          ['S1', 'C'],
          ['0', '["$R1"]'],
        ]),
      },
    ],
    [
      'a promise',
      {
        body: formOf([
          ['1', '1'],
          ['0', '["$@1"]'],
        ]),
      },
    ],
    ['a date that is none', { body: '["$Dx"]' }],
    [
      'values that multiply',
      {
        body: JSON.stringify(
          Array.from({ length: 60 }, (_, at) => ({
            a: at ? Array(20).fill(`$0:${at - 1}`) : 'x'.repeat(100),
          })),
        ),
      },
    ],
  ])('%s is refused, although React decodes it', async (_, sent) => {
    const [refusal] = await attempt({
      type: typeof sent.body === 'string' ? 'text/plain' : undefined,
      ...sent,
    } as Sent)

    expect(refusal).toMatch(/^400 Invalid form data: /)
  })
})

describe('whatever the proxy lets pass, React decodes', () => {
  const encoded = fc.oneof(
    fc.constantFrom(
      '$T',
      '$',
      '$$x',
      '$undefined',
      '$u',
      '$NaN',
      '$N',
      '$-0',
      '$-',
      '$I',
      '$n1',
      '$n',
      '$n-',
      '$n 1',
      '$D',
      '$H',
      '$K9',
    ),
    fc
      .tuple(
        fc.constantFrom('', '@', 'h', 'Q', 'W', 'K', 'B', 'i', 'R', 'r', 'X', 'x', 'A', 'o', 'V'),
        fc.constantFrom('0', '1', '2', '3', 'a', '0a', '-1', ' 1', 'g'),
      )
      .map(([kind, id]) => `$${kind}${id}`),
    fc
      .array(fc.constantFrom('0', '1', 'a', 'length', '__proto__', 'constructor', ''), {
        minLength: 1,
        maxLength: 3,
      })
      .map((path) => `$0:${path.join(':')}`),
  )
  const value = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      { arbitrary: encoded, weight: 3 },
      { arbitrary: fc.constantFrom('x', '', 1, null, true, 'https://x'), weight: 2 },
      fc.array(tie('value'), { maxLength: 3 }),
      fc.array(fc.tuple(fc.constantFrom('a', 'b'), tie('value')), { maxLength: 2 }),
      fc.dictionary(fc.constantFrom('0', 'a', 'a:b', '__proto__', 'then', ''), tie('value'), { maxKeys: 3 }),
    ),
  })).value
  const args = fc.array(value, { maxLength: 4 })
  const text = fc.oneof(
    { arbitrary: args.map((list) => JSON.stringify(list)), weight: 8 },
    value.map((one) => JSON.stringify(one) ?? ''),
    fc.constantFrom('', '[', 'null', '[]', 'C', '\uFEFF[]'),
  )
  const part = fc.oneof({ arbitrary: text, weight: 4 }, fc.constant(new Blob(['x'])))
  const name = fc.constantFrom('0', '1', '2', '3', '10', '_1_a', '_2_0', 'S1', 'S0', ' 0', '00', '0x1', 'a')
  const parts = fc
    .tuple(fc.array(fc.tuple(name, part), { maxLength: 4 }), fc.option(text, { freq: 5 }))
    .map(([list, root]) => formOf(root === null ? list : [...list, ['0', root]]))
  const fields = fc
    .tuple(
      fc.constantFrom(
        `{"id":"${ACTION}","bound":"$@1"}`,
        `{"id":"${ACTION}","bound":null}`,
        'null',
        '{}',
        '"$1"',
      ),
      fc.array(fc.tuple(fc.constantFrom('1', '2', '10', 'S1', '_1_a'), part), { maxLength: 4 }),
    )
    .map(([action, list]) =>
      formOf([
        ['$ACTION_REF_1', ''],
        ['$ACTION_1:0', action],
        ['$ACTION_KEY', 'k'],
        ...list.map(([n, v]): [string, string | Blob] => [`$ACTION_1:${n}`, v]),
      ]),
    )

  test.each<[string, fc.Arbitrary<Sent>]>([
    ['texts', text.map((body) => ({ body, type: 'text/plain;charset=UTF-8' }))],
    ['forms', parts.map((body) => ({ body }))],
    ['forms of pages without JavaScript', fields.map((body) => ({ body, hasScripts: false }))],
  ])('%s', async (_, sent) => {
    let passed = 0

    await fc.assert(
      fc.asyncProperty(sent, async (one) => {
        const [refusal, thrown] = await attempt(one)
        if (refusal) return
        passed += 1
        expect(thrown).toBeNull()
      }),
      { numRuns: 500 },
    )

    expect(passed).toBeGreaterThan(20)
  })
})
