import os from 'node:os'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { readCorpus, withCorpus } from '../../testing/corpus.ts'
import { isPublicAddress, matchesHost, parseDestination } from './destination.ts'
import { PUBLIC_INTERNET, pinHost, pinnedLookup } from './pin-host.ts'

type UrlRow = { name: string; url: string; expect: 'block' | 'allow'; decidable: string }
type RangeRow = { ip: string; expect: 'block' | 'allow' }

afterEach(() => vi.restoreAllMocks())

describe('an address', () => {
  // biome-ignore format: table
  test.each([
    ['8.8.8.8', true], ['2001:4860:4860::8888', true],
    ['127.0.0.1', false], ['10.0.0.1', false], ['169.254.169.254', false], ['0.0.0.0', false], ['100.64.0.1', false],
    ['192.88.99.1', false], ['224.0.0.1', false], ['255.255.255.255', false],
    ['::', false], ['::1', false], ['::127.0.0.1', false], ['::ffff:10.0.0.1', false], ['64:ff9b::10.0.0.1', false],
    ['2002:7f00:1::', false], ['2001:0:4136:e378::', false], ['2001:db8::1', false], ['fd00::1', false], ['fe80::1%1', false],
    ['ff02::1', false], ['no address', false], ['', false],
  ])('whether the address %s is public: %s', (address, isPublic) => {
    expect(isPublicAddress(address)).toBe(isPublic)
  })

  // biome-ignore format: table
  test.each([
    ['Azure',           '168.63.129.16'],   ['Azure, mapped into IPv6', '::ffff:168.63.129.16'],
    ['Azure, by NAT64', '64:ff9b::a83f:8110'], ['Azure, by 6to4',       '2002:a83f:8110::1'],
    ['AWS',             '169.254.169.254'], ['AWS over IPv6',           'fd00:ec2::254'],
    ['AWS containers',  '169.254.170.2'],   ['AWS name servers',        'fd00:ec2::253'],
    ['Google Cloud',    '169.254.169.254'], ['Google Cloud over IPv6',  'fd20:ce::254'],
    ['Alibaba Cloud',   '100.100.100.200'], ['Alibaba name servers',    '100.100.2.136'],
    ['Oracle Cloud',    '192.0.0.192'],     ['Oracle over IPv6',        'fd00:c1::a9fe:a9fe'],
    ['Scaleway',        '169.254.42.42'],   ['Scaleway over IPv6',      'fd00:42::42'],
    ['Tencent Cloud',   '169.254.0.23'],    ['IBM Cloud',               '161.26.0.10'],
    ['IBM Cloud',       '166.9.12.1'],      ['Equinix Metal',           '192.80.8.124'],
  ])('an address of the host services of %s is not public: %s', (_provider, address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  test.each(['168.63.129.15', '168.63.129.17', '161.25.0.1', '166.12.0.1', '192.80.8.123'])(
    'next to one of those is public: %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )

  test('a public address of an interface of this machine is not reached', async () => {
    const [v4, v6] = ['8.8.4.4', '2001:4860:4860::8844']
    const interfaces = { eth0: [v4, v6, 'fe80::1%eth0'].map((address) => ({ address })) }
    vi.spyOn(os, 'networkInterfaces').mockReturnValue(interfaces as never)
    const reached = [v4, v6, '8.8.8.8'].map(PUBLIC_INTERNET.isAllowed)

    expect(reached).toEqual([false, false, true])
    expect(await pinHost(v4, PUBLIC_INTERNET)).toEqual({
      refusal: expect.stringContaining('public internet'),
    })
  })

  test('an address of every special range is refused', withCorpus(readCorpus('egress-ip-ranges')), () => {
    const rows = readCorpus<RangeRow>('egress-ip-ranges') ?? []

    expect(rows.filter((row) => isPublicAddress(row.ip) !== (row.expect === 'allow'))).toEqual([])
  })
})

describe('a declared host', () => {
  // biome-ignore format: table
  test.each([
    ['api.example.com', 'api.example.com', true], ['API.Example.com', 'api.example.com', true],
    ['example.com', 'api.example.com', false], ['example.com', 'evilexample.com', false],
    ['*.example.com', 'a.b.example.com', true], ['*.example.com', 'example.com', false], ['*.example.com', 'evilexample.com', false],
    ['münchen.example', 'xn--mnchen-3ya.example', true], ['example.com.', 'example.com', true],
    ['2001:4860:4860::8888', '2001:4860:4860::8888', true], ['*.8.8.8', '8.8.8.8', false], ['*', 'example.com', false],
  ])('whether the declared host %s covers %s: %s', (pattern, host, isCovered) => {
    expect(matchesHost(pattern, host)).toBe(isCovered)
  })
})

describe('a destination', () => {
  // biome-ignore format: table
  test.each([
    ['https://api.example.com/x', 'api.example.com', 443], ['http://api.example.com.:8080/', 'api.example.com', 8080],
    ['HTTPS://API.EXAMPLE.COM', 'api.example.com', 443],
  ])('the destination %s has host %s and port %i', (url, host, port) => {
    expect(parseDestination(url, ['api.example.com'])).toMatchObject({ host, port })
  })

  // biome-ignore format: table
  test.each([
    ['nothing', 'not a valid URL'], ['ftp://api.example.com/', 'not ftp:'], ['https://user:pass@api.example.com/', 'user name'],
    ['https://other.example/', 'does not declare'], ['http://0x7f.1/', '127.0.0.1 is not on the public'],
    ['http://2130706433/', '127.0.0.1 is not'], ['http://[::ffff:7f00:1]/', 'is not on the public'],
    ['http://localhost/', 'is not on the public'], ['http://a.localhost/', 'is not on the public'],
    [`https://${'a'.repeat(16_000)}.example/`, 'more than 253 characters'],
  ])('the destination %s is refused: %s', (url, reason) => {
    expect(parseDestination(url, ['api.example.com', '127.0.0.1', 'localhost'])).toEqual({ refusal: expect.stringContaining(reason) })
  })

  test.each([
    'http://168.63.129.16/',
    'http://2822734096/',
    'http://0xa8.63.33040/',
    'http://0250.077.0201.020/',
  ])('%s is Azure’s host service, however it is spelled', (url) => {
    expect(parseDestination(url, ['168.63.129.16'])).toEqual({
      refusal: expect.stringContaining('168.63.129.16 is not on the public'),
    })
  })

  test(
    'external cases of destinations are judged as expected',
    withCorpus(readCorpus('egress-urls')),
    async () => {
      const rows = readCorpus<UrlRow>('egress-urls') ?? []
      const wrong: string[] = []
      for (const row of rows) if ((await isReachable(row)) !== (row.expect === 'allow')) wrong.push(row.url)

      expect(wrong).toEqual([])
    },
  )

  /** Declares the URL's own host, whose name resolves to a private address if the case must be blocked. */
  async function isReachable({ url, expect: wanted }: UrlRow): Promise<boolean> {
    const declared = URL.canParse(url) ? [new URL(url).hostname.replace(/^\[|\]$/g, '')] : []
    const destination = parseDestination(url, declared)
    if ('refusal' in destination) return false
    const resolve = async () => [wanted === 'allow' ? '93.184.215.14' : '10.0.0.1']
    return !('refusal' in (await pinHost(destination.host, { ...PUBLIC_INTERNET, resolve })))
  }
})

describe('a pinned host', () => {
  test('a host is refused when one of its addresses is private', async () => {
    const resolve = async () => ['93.184.215.14', '127.0.0.1']

    expect(await pinHost('mixed.example', { ...PUBLIC_INTERNET, resolve })).toEqual({
      refusal: expect.stringContaining('not on the public'),
    })
  })

  test('a host is refused when its name does not resolve', async () => {
    const resolve = () => Promise.reject(new Error('ENOTFOUND'))

    expect(await pinHost('nowhere.example', { ...PUBLIC_INTERNET, resolve })).toEqual({
      refusal: 'There is no host nowhere.example.',
    })
  })

  test('a pinned host is resolved once, whatever its name resolves to later', () => {
    const answers: unknown[] = []
    const lookup = pinnedLookup({ addresses: ['93.184.215.14', '2001:db8::1'] })
    lookup('a.example', {}, (...answer) => answers.push(answer))
    lookup('a.example', { all: true }, (...answer) => answers.push(answer))

    expect(answers).toEqual([
      [null, '93.184.215.14', 4],
      [
        null,
        [
          { address: '93.184.215.14', family: 4 },
          { address: '2001:db8::1', family: 6 },
        ],
      ],
    ])
  })
})
