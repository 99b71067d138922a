import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { refusalOf, setUpGuard } from '../../lib/testing/setup/sandbox/egress-guard.ts'

const egress = setUpGuard()
const { admit, ask, urlOf } = egress

describe('a host in the network of the operator', () => {
  test('is reached at its port, and its other ports are refused', async () => {
    admit({
      network: ['127.0.0.1'],
      ownHosts: [{ host: '127.0.0.1', port: egress.port, mayBeThisMachine: true }],
    })
    egress.answer = (_request, response) => response.end('inside')

    expect(await text(await ask(urlOf('127.0.0.1')))).toBe('inside')
    expect(refusalOf(await ask(`http://127.0.0.1:${egress.port + 1}/`))).toContain(
      'not on the public internet',
    )
  })

  test('is refused unless the skill declares it, too', async () => {
    admit({ network: ['api.example'], ownHosts: [{ host: '127.0.0.1' }] })

    expect(refusalOf(await ask(urlOf('127.0.0.1')))).toContain('does not declare the host 127.0.0.1')
  })

  test.each(['169.254.169.254', '[fd00:ec2::254]', '0.0.0.0'])(
    'is never the metadata or unspecified address %s',
    async (host) => {
      const plain = host.replace(/^\[|\]$/g, '')
      admit({ network: [plain], ownHosts: [{ host: plain }] })

      expect(refusalOf(await ask(`http://${host}/latest`))).toContain('not on the public internet')
    },
  )

  test('is refused if an admin listed it and its name leads to this machine', async () => {
    const network = ['wiki.example']
    egress.answer = (_request, response) => response.end('inside')

    admit({ network, ownHosts: [{ host: 'wiki.example' }] })
    expect(refusalOf(await ask(urlOf('wiki.example')))).toContain('not on the public internet')
    admit({ network, ownHosts: [{ host: 'wiki.example', mayBeThisMachine: true }] })
    expect(await text(await ask(urlOf('wiki.example')))).toBe('inside')
  })

  test('does not open the others', async () => {
    admit({ ownHosts: [{ host: 'wiki.example' }] })

    expect(refusalOf(await ask(urlOf('inside.example')))).toContain('not on the public internet')
  })
})

test('a mock answers for a declared host of a draft, by plain HTTP and with the name of the host', async () => {
  admit({ network: ['shop.example'], ownHosts: [{ host: 'shop.example', mockPort: egress.port }] })
  egress.answer = (request, response) => response.end(`${request.headers.host}${request.url}`)

  expect(await text(await ask('https://shop.example/orders?id=7'))).toBe('shop.example/orders?id=7')
})
