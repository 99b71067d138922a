import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { fillBody, openSecretBroker, redactEchoes } from './secret-broker.ts'

const placeholder = `sbxsec_${'a1-_'.repeat(6)}`
const secretOf = (value: string) => [{ key: 'api_key', value, placeholder, hosts: ['*.example.com'] }]
const broker = openSecretBroker(secretOf('s3cr&t"é'), 'api.example.com')
const basic = (credentials: string) => `Basic ${Buffer.from(credentials).toString('base64')}`

describe('a placeholder is filled', () => {
  test('in a header', () => {
    expect(broker.inHeader('x-api-key', `key ${placeholder}.`)).toBe('key s3cr&t"é.')
  })

  test('in a bearer and in Basic credentials', () => {
    expect(broker.inHeader('Authorization', `Bearer ${placeholder}`)).toBe('Bearer s3cr&t"é')
    expect(broker.inHeader('authorization', basic(`me:${placeholder}`))).toBe(basic('me:s3cr&t"é'))
  })

  test('in a URL, encoded', () => {
    expect(broker.inUrl(`https://api.example.com/?k=${placeholder}&l=1`)).toBe(
      'https://api.example.com/?k=s3cr%26t%22%C3%A9&l=1',
    )
  })

  // biome-ignore format: table
  test.each([
    ['application/json', `{"k":"${placeholder}"}`, '{"k":"s3cr&t\\"é"}'],
    ['application/problem+json; charset=utf-8', `"${placeholder}"`, '"s3cr&t\\"é"'],
    ['application/x-www-form-urlencoded', `k=${placeholder}&l=1`, 'k=s3cr%26t%22%C3%A9&l=1'],
    ['text/plain', `${placeholder} ${placeholder}`, 's3cr&t"é s3cr&t"é'],
  ])('in a body of %s', async (type, sent, arrives) => {
    expect(await text(Readable.from([Buffer.from(sent)]).pipe(fillBody(broker, type)))).toBe(arrives)
  })

  test('in a body, wherever it is split', async () => {
    const sent = Buffer.from(`<sbx${placeholder}sbxsec_>`)
    for (let at = 0; at <= sent.length; at += 1) {
      const cut = Readable.from([sent.subarray(0, at), sent.subarray(at)])

      expect(await text(cut.pipe(fillBody(broker, 'text/plain')))).toBe('<sbxs3cr&t"ésbxsec_>')
    }
  })
})

describe('a secret that is sent in one place', () => {
  const sentIn = (where: { header: string } | { query: string }) =>
    openSecretBroker([{ ...secretOf('s3cr&t"é')[0]!, sentIn: where }], 'api.example.com')

  test('is put into that header, and into nothing else', () => {
    const header = sentIn({ header: 'authorization' })

    expect(header.inHeader('Authorization', `Bearer ${placeholder}`)).toBe('Bearer s3cr&t"é')
    expect(header.inHeader('x-other', placeholder)).toBe(placeholder)
    const url = `https://api.example.com/${placeholder}?key=${placeholder}`
    expect(header.inUrl(url)).toBe(url)
    expect(header.inBody(placeholder, 'text/plain')).toBe(placeholder)
  })

  test('is put into that query parameter, and into nothing else', () => {
    const query = sentIn({ query: 'key' })

    expect(
      query.inUrl(`https://api.example.com/${placeholder}?a=${placeholder}&key=${placeholder}#key=1`),
    ).toBe(`https://api.example.com/${placeholder}?a=${placeholder}&key=s3cr%26t%22%C3%A9#key=1`)
    expect(query.inHeader('key', placeholder)).toBe(placeholder)
    expect(query.inBody(`key=${placeholder}`, 'application/x-www-form-urlencoded')).toBe(`key=${placeholder}`)
  })
})

describe('a placeholder stays', () => {
  test('on the way to a host that the secret is not meant for', () => {
    const other = openSecretBroker(secretOf('secret'), 'evil.example')

    expect(other.isIdle).toBe(true)
    expect(other.inHeader('authorization', `Bearer ${placeholder}`)).toBe(`Bearer ${placeholder}`)
    expect(other.inUrl(`https://evil.example/${placeholder}`)).toBe(`https://evil.example/${placeholder}`)
  })

  test('if it belongs to no secret', () => {
    const unknown = `sbxsec_${'z'.repeat(24)}`

    expect(broker.inHeader('x', unknown)).toBe(unknown)
  })

  test('and a binary body passes byte by byte', async () => {
    const bytes = Buffer.from(Array.from({ length: 512 }, (_, index) => index % 256))
    const chunks = await Readable.from([bytes]).pipe(fillBody(broker, 'image/png')).toArray()

    expect(Buffer.concat(chunks)).toEqual(bytes)
  })
})

describe('an origin that echoes', () => {
  const value = 's3cr&t"é'
  // biome-ignore format: table
  test.each([
    ['as it is',     value],
    ['in JSON',      JSON.stringify(value).slice(1, -1)],
    ['in a URL',     encodeURIComponent(value)],
    ['in base64',    Buffer.from(value).toString('base64')],
    ['in hex',       Buffer.from(value).toString('hex')],
    ['escaped',      [...value].map((each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')],
    ['escaped twice', [...Buffer.from(value)].map((byte) => `%25${byte.toString(16)}`).join('')],
    ['in HTML',      [...value].map((each) => `&#${each.charCodeAt(0)};`).join('')],
    ['in base64 of lines', Buffer.from(value).toString('base64').match(/.{1,5}/g)!.join('\\n')],
  ])('%s is replaced by the placeholder, wherever it is split', async (_, spelled) => {
    const body = Buffer.from(`<s3${spelled}s3c>`)
    for (let at = 0; at <= body.length; at += 1) {
      const cut = Readable.from([body.subarray(0, at), body.subarray(at)])

      expect(await text(cut.pipe(redactEchoes(broker)))).toBe(`<s3${placeholder}s3c>`)
    }
  })

  test.each([
    ['little-endian', Buffer.from(`<s3${value}s3c>`, 'utf16le')],
    ['big-endian', Buffer.from(`<s3${value}s3c>`, 'utf16le').swap16()],
  ])('in UTF-16, %s, is replaced by the placeholder, wherever it is split', async (_, body) => {
    for (let at = 0; at <= body.length; at += 1) {
      const cut = Readable.from([body.subarray(0, at), body.subarray(at)])
      const arrived = await text(cut.pipe(redactEchoes(broker)))

      expect(arrived).toContain(placeholder)
      expect(arrived.replaceAll('\0', '')).toBe(`<s3${placeholder}s3c>`)
    }
  })

  test('another secret is left alone', () => {
    expect(openSecretBroker(secretOf(value), 'evil.example').echoes.replace(value)).toBe(value)
  })

  test('takes no longer for a long secret of many lines', async () => {
    const lines = Array.from({ length: 960 }, (_, index) => `${index}/${'line'.repeat(8)}`.slice(0, 16))
    const long = openSecretBroker(secretOf(lines.join('\n')), 'api.example.com')
    const chunks = Array.from({ length: 16 }, () => randomBytes(48 * 1024).toString('base64'))
    // Spaces set the line apart, because a digit before it would turn it into another line.
    const sent = [...chunks, ` ${lines[7]} `, ...chunks].join('')
    const began = process.cpuUsage()
    const arrived = await text(Readable.from(cutEvery(64 * 1024, Buffer.from(sent))).pipe(redactEchoes(long)))

    expect(arrived).toBe([...chunks, ` ${placeholder} `, ...chunks].join(''))
    // It takes some 300 ms, mostly to prepare. Trying every spelling at each character takes over a minute.
    expect(process.cpuUsage(began).user / 1_000).toBeLessThan(5_000)
  })
})

function cutEvery(length: number, bytes: Buffer): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / length) }, (_, index) =>
    bytes.subarray(index * length, (index + 1) * length),
  )
}
