import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import zlib from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { EGRESS_BUDGET, refusalOf, setUpGuard } from '../../lib/testing/setup/sandbox/egress-guard.ts'

const egress = setUpGuard()
const { admit, ask, urlOf } = egress

describe('a budget', () => {
  test('of requests ends the run', async () => {
    const { overspent, trace } = admit({ budget: { ...EGRESS_BUDGET, requests: 1 } })
    egress.answer = (_request, response) => response.end('ok')
    await (await ask(urlOf('api.example'))).resume()
    await ask(urlOf('api.example'))

    expect(overspent).toEqual(['The skill exceeded its limit of 1 requests.'])
    expect(trace).toHaveLength(1)
  })

  test('of bytes sent ends the run, and the origin gets no whole request', async () => {
    const { overspent } = admit({ budget: { ...EGRESS_BUDGET, requestBytes: 1000 } })
    let isWhole = false
    egress.answer = async (request) => {
      isWhole = await buffer(request).then(
        () => true,
        () => false,
      )
    }
    const sent = { method: 'POST', body: Readable.from([randomBytes(5000)]) }

    expect(refusalOf(await ask(urlOf('api.example'), sent))).toContain('sent more than')
    expect(overspent).toEqual([expect.stringContaining('sent more than')])
    expect(isWhole).toBe(false)
  })

  test('of bytes counts unpacked data, so that a small response cannot be a bomb', async () => {
    const { overspent } = admit({ budget: { ...EGRESS_BUDGET, responseBytes: 1_000 } })
    egress.answer = (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(zlib.gzipSync('x'.repeat(100_000)))

    await ask(urlOf('api.example'))
      .then(buffer, () => {})
      .catch(() => {})

    expect(overspent).toEqual([expect.stringContaining('fetched more than')])
  })

  test('of all answers together ends the run at the answer that exceeds it', async () => {
    const { overspent, trace } = admit({ budget: { ...EGRESS_BUDGET, answerBytes: 1000 } })
    egress.answer = (_request, response) => response.end(randomBytes(600))

    expect(await ask(urlOf('api.example')).then(buffer)).toHaveLength(600)
    await expect(ask(urlOf('api.example')).then(buffer)).rejects.toThrow()

    expect(trace.map(({ bytes }) => bytes)).toEqual([600, 600])
    expect(overspent).toEqual([expect.stringContaining('in all, the limit for one run')])
  })

  test('of bytes ends the run, and the answer breaks', async () => {
    const { overspent } = admit({ budget: { ...EGRESS_BUDGET, responseBytes: 1000 } })
    egress.answer = (_request, response) => response.end(randomBytes(5000))

    await expect(ask(urlOf('api.example')).then(buffer)).rejects.toThrow()
    expect(overspent).toEqual([expect.stringContaining('fetched more than')])
  })
})
