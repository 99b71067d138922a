import { describe, expect, test } from 'vitest'
import { cpuMsUntil } from '../../../testing/measure-cpu.ts'
import { maxActionBytes, refuseActionBody } from './action-body.ts'

const MEGABYTE = 1024 * 1024
const TEXT = 'text/plain;charset=UTF-8'

function post(body: BodyInit, contentType?: string): Request {
  const headers = { 'next-action': '40'.padEnd(42, 'a'), ...(contentType && { 'content-type': contentType }) }
  return new Request('http://localhost/', { method: 'POST', headers, body })
}

function form(fields: [string, string | Blob][]): Request {
  const data = new FormData()
  for (const [name, value] of fields) data.append(name, value)
  return post(data)
}

describe('a body posted to a page', () => {
  // biome-ignore format: table
  test.each([
    ['/sign-in',                false, 64 * 1024],
    ['/publish/some-id',        false, 64 * 1024],
    ['/press/set/skill',        true,  2 * MEGABYTE],
    ['/publisher_tools/x/y',    true,  2 * MEGABYTE],
    ['/publish',                true,  4 * MEGABYTE],
    ['/publish/some-id',        true,  4 * MEGABYTE],
  ])('at %s, signed in: %j, can be at most %i bytes', (path, isSignedIn, bytes) => {
    expect(maxActionBytes(path, isSignedIn)).toBe(bytes)
  })

  test('is passed on if it is small enough', async () => {
    expect(await refuseActionBody(post('["x"]', TEXT), 5)).toBeNull()
    expect(await refuseActionBody(new Request('http://localhost/', { method: 'POST' }), 5)).toBeNull()
  })

  test('is refused with 413 when it is larger, in a sentence', async () => {
    const answer = await refuseActionBody(post('["xy"]', TEXT), 5)

    expect(answer?.status).toBe(413)
    expect(answer?.headers.get('content-type')).toBe('text/plain')
    expect(answer?.headers.get('connection')).toBe('close')
    expect(await answer?.text()).toMatch(/at most/)
  })

  test('is not read when it declares that it is larger', async () => {
    let pulled = 0
    const body = new ReadableStream(
      {
        pull(controller) {
          pulled += 1
          controller.enqueue(new Uint8Array(1024))
        },
      },
      { highWaterMark: 0 },
    )
    const request = new Request('http://localhost/', {
      ...{ method: 'POST', body, headers: { 'content-length': '5000000' } },
      duplex: 'half',
    } as RequestInit)

    expect((await refuseActionBody(request, 64 * 1024))?.status).toBe(413)
    expect(pulled).toBe(0)
  })
})

describe('a form', () => {
  const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nv'

  // biome-ignore format: table
  test.each([
    ['without a boundary',     'x',                                                      'multipart/form-data'],
    ['without parts',          'abc',                                                    'multipart/form-data; boundary=x'],
    ['that is empty',          '',                                                       'multipart/form-data; boundary=x'],
    ['that ends in a part',    part,                                                     'multipart/form-data; boundary=x'],
    ['with a nameless part',   '--x\r\nContent-Disposition: form-data\r\n\r\nv\r\n--x--\r\n', 'multipart/form-data; boundary=x'],
    ['of another kind',        `${part}\r\n--x--\r\n`,                                 'multipart/mixed; boundary=x'],
  ])('%s is refused with 400', async (_, body, type) => {
    const answer = await refuseActionBody(post(body, type), MEGABYTE)

    expect(answer?.status).toBe(400)
    expect(await answer?.text()).toMatch(/^Invalid form data/)
  })

  test.each([
    '["$Q0"]',
    '["$F1"]',
    '[{"a":"$1"}]',
    '["$@1"]',
    '["$W1"]',
    '[["$B0"]]',
    '["$1:a:b"]',
    '["$def"]',
  ])('whose arguments %s refer to a part that was not sent is refused with 400', async (body) => {
    expect((await refuseActionBody(post(body, TEXT), MEGABYTE))?.status).toBe(400)
  })

  test.each(['[', '', '"x"', '{"a":1}', '\uFEFF[]', '["$nxyz"]', 'null'])(
    'whose arguments are %j is refused with 400',
    async (body) => {
      expect((await refuseActionBody(post(body, TEXT), MEGABYTE))?.status).toBe(400)
    },
  )

  test.each([
    '[{"a":[]},"$$5","$undefined","$NaN","$-0","$Infinity","$-Infinity","$n12","$D2026-01-01T00:00:00.000Z","$T","$0:0:a"]',
    JSON.stringify(['costs "$5" or \\"$6', 'a\\', { $: '"$1' }]),
  ])('whose arguments %s are values is passed on', async (body) => {
    expect(await refuseActionBody(post(body, TEXT), MEGABYTE)).toBeNull()
  })

  test.each<[string, [string, string][]]>([
    [
      'a part that refers to the body',
      [
        ['1', '["$Q0"]'],
        ['0', '["$W1"]'],
      ],
    ],
    [
      'a map that is an object',
      [
        ['1', '{"x":1}'],
        ['0', '["$Q1"]'],
      ],
    ],
    [
      'a file that is a text',
      [
        ['1', 'x'],
        ['0', '["$B1"]'],
      ],
    ],
    [
      'a long chain',
      Array.from({ length: 500 }, (_, at) => [String(499 - at), `["$W${(500 - at).toString(16)}"]`]),
    ],
  ])('with %s is refused with 400', async (_, parts) => {
    expect((await refuseActionBody(form(parts), MEGABYTE))?.status).toBe(400)
  })

  test('with a map, a file and a value that occurs twice is passed on', async () => {
    const data = new FormData()
    data.set('1', '[["a",{"x":1}]]')
    data.set('2', new Blob(['x']))
    data.set('_3_name', 'Ada')
    data.set('0', '["$Q1","$B2","$1:0:1","$1:0:1","$K3",{"a":[]},"$0:5:a"]')

    expect(await refuseActionBody(post(data), MEGABYTE)).toBeNull()
  })

  test('with a field and a file is passed on', async () => {
    const data = new FormData()
    data.set('_1_name', 'Ada “Augusta” Lovelace\r\n')
    data.set('_1_file', new File([new Uint8Array([0, 255, 13, 10])], 'ünïcode "quoted".bin'))
    data.set('0', '["$K1"]')

    expect(await refuseActionBody(post(data), MEGABYTE)).toBeNull()
  })
})

describe('a body that is nested too deeply', () => {
  const deep = '['.repeat(1_001)

  test.each([
    ['as the arguments', post(deep, TEXT)],
    ['behind a quote in a string', post(`["\\"",${deep}`, TEXT)],
    ['in a field of a form', form([['0', deep]])],
    [
      'in a field after one with a quote',
      form([
        ['_1_a', 'say "hello'],
        ['0', deep],
      ]),
    ],
  ])('%s is refused with 400', async (_, request) => {
    expect((await refuseActionBody(request, 4 * MEGABYTE))?.status).toBe(400)
  })

  test.each([
    ['in a string', post(`["${deep}"]`, TEXT)],
    ['that closes again', post(`[[${'[],'.repeat(1_900)}1]]`, TEXT)],
  ])('brackets %s are not', async (_, request) => {
    expect(await refuseActionBody(request, 4 * MEGABYTE)).toBeNull()
  })

  // Next's decoder took 2.5 seconds for this body.
  test('3.8 MB of brackets cost little', async () => {
    const cost = await cpuMsUntil(() => refuseActionBody(post('['.repeat(3_800_000), TEXT), 4 * MEGABYTE))

    expect(cost).toBeLessThan(1_000)
  })
})

describe('a body of many values', () => {
  const many = (count: number) => `[${'[],'.repeat(count)}1]`

  test.each<[string, () => Request]>([
    ['as the arguments', () => post(many(2_000), TEXT)],
    ['as the arguments of 1.8 MB', () => post(many(600_000), TEXT)],
    ['of short texts', () => post(JSON.stringify(Array(2_100).fill('a')), TEXT)],
    ['in a part of a form', () => form([['0', many(2_000)]])],
    ['in parts of a form together', () => form([1, 2, 3].map((n) => [String(n), many(900)]))],
    ['bound to an action without JavaScript', () => form([['$ACTION_1:0', many(2_000)]])],
    ['in 30,000 parts', () => form(Array.from({ length: 30_000 }, (_, n) => [String(n), '1']))],
    ['in 30,000 fields', () => form(Array.from({ length: 30_000 }, (_, n) => [`field ${n}`, '1']))],
  ])('%s is refused with 400, and costs little', async (_, make) => {
    const sent = make()
    const contentType = sent.headers.get('content-type') ?? ''
    const request = post(await sent.arrayBuffer(), contentType)
    let answer: Response | null = null

    const cost = await cpuMsUntil(async () => {
      answer = await refuseActionBody(request, 4 * MEGABYTE)
    })

    expect((answer as Response | null)?.status).toBe(400)
    expect(cost).toBeLessThan(500)
  })

  test.each<[string, () => Request]>([
    ['in a text', () => post(JSON.stringify([many(100_000)]), TEXT)],
    [
      'in a field of a form',
      () =>
        form([
          ['_1_name', many(10_000)],
          ['0', '["$K1"]'],
        ]),
    ],
    [
      'in a file',
      () =>
        form([
          ['1', new Blob([many(10_000)])],
          ['0', '["$B1"]'],
        ]),
    ],
  ])('%s is passed on', async (_, make) => {
    expect(await refuseActionBody(make(), 4 * MEGABYTE)).toBeNull()
  })
})
