import { buffer, text } from 'node:stream/consumers'
import zlib from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { placeholder, refusalOf, setUpGuard } from '../../lib/testing/setup/sandbox/egress-guard.ts'

const egress = setUpGuard()
const { admit, ask, urlOf } = egress

describe('the egress guard and compressed responses', () => {
  // biome-ignore format: table
  test.each<[string, (bytes: string) => Buffer]>([
    ['gzip', zlib.gzipSync], ['x-gzip', zlib.gzipSync], ['deflate', zlib.deflateSync], ['br', zlib.brotliCompressSync],
    ['zstd', zlib.zstdCompressSync], ['gzip, BR', (bytes) => zlib.brotliCompressSync(zlib.gzipSync(bytes))],
  ])('the guard redacts a secret in a response compressed as %s, though it asked for none', async (packing, pack) => {
    admit()
    const asked: unknown[] = []
    egress.answer = (request, response) => {
      asked.push(request.headers['accept-encoding'])
      response.writeHead(200, { 'content-encoding': packing }).end(pack('It is s3cret-value.'))
    }
    const there = await ask(urlOf('api.example'), { headers: { 'accept-encoding': 'gzip' } })

    expect(await text(there)).toBe(`It is ${placeholder}.`)
    expect(there.headers['content-encoding']).toBeUndefined()
    expect(asked).toEqual(['identity'])
  })

  test('a response of a host that receives no secret stays compressed', async () => {
    admit()
    egress.answer = (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(zlib.gzipSync('plain'))
    const there = await ask(urlOf('other.example'))

    expect(there.headers['content-encoding']).toBe('gzip')
    expect(zlib.gunzipSync(await buffer(there)).toString()).toBe('plain')
  })

  test('the guard redacts a secret in a response compressed by its Transfer-Encoding', async () => {
    admit()
    const packed = zlib.gzipSync('It is s3cret-value.')
    egress.answer = ({ socket }) => {
      socket.write(
        `HTTP/1.1 200 OK\r\ntransfer-encoding: gzip, chunked\r\n\r\n${packed.length.toString(16)}\r\n`,
      )
      socket.end(Buffer.concat([packed, Buffer.from('\r\n0\r\n\r\n')]))
    }

    expect(await text(await ask(urlOf('api.example')))).toBe(`It is ${placeholder}.`)
  })

  test('a response in an unknown content encoding is refused unless its body is empty', async () => {
    const { trace } = admit()
    egress.answer = (request, response) =>
      response
        .writeHead(request.url === '/empty' ? 304 : 200, {
          'content-encoding': request.url === '/empty' ? 'gzip' : 'compress',
        })
        .end()
    const packed = await ask(urlOf('api.example', '/packed'))
    const empty = await ask(urlOf('api.example', '/empty'))

    expect(refusalOf(packed)).toContain('cannot be searched for secrets')
    expect([empty.statusCode, await text(empty)]).toEqual([304, ''])
    expect(trace).toMatchObject([{ refused: expect.stringContaining('content encoding') }, { status: 304 }])
  })
})
