import { describe, expect, test } from 'vitest'
import { readCorpus } from '../../lib/testing/corpus.ts'
import { isPublicAddress } from './address.ts'
import { covers, readDestination } from './destination.ts'
import { pinHost, pinnedLookup, THE_INTERNET } from './pin-host.ts'

type UrlRow = { name: string; url: string; expect: 'block' | 'allow'; decidable: string }
type RangeRow = { ip: string; expect: 'block' | 'allow' }

describe('an address', () => {
  // biome-ignore format: a table reads in rows
  test.each([
    ['8.8.8.8', true], ['2001:4860:4860::8888', true],
    ['127.0.0.1', false], ['10.0.0.1', false], ['169.254.169.254', false], ['0.0.0.0', false], ['100.64.0.1', false],
    ['192.88.99.1', false], ['224.0.0.1', false], ['255.255.255.255', false],
    ['::', false], ['::1', false], ['::127.0.0.1', false], ['::ffff:10.0.0.1', false], ['64:ff9b::10.0.0.1', false],
    ['2002:7f00:1::', false], ['2001:0:4136:e378::', false], ['2001:db8::1', false], ['fd00::1', false], ['fe80::1%1', false],
    ['ff02::1', false], ['no address', false], ['', false],
  ])('%s is public: %s', (address, isPublic) => {
    expect(isPublicAddress(address)).toBe(isPublic)
  })

  test.skipIf(!readCorpus('egress-ip-ranges'))('of every special range is refused', () => {
    const rows = readCorpus<RangeRow>('egress-ip-ranges') ?? []

    expect(rows.filter((row) => isPublicAddress(row.ip) !== (row.expect === 'allow'))).toEqual([])
  })
})

describe('a declared host', () => {
  // biome-ignore format: a table reads in rows
  test.each([
    ['api.example.com', 'api.example.com', true], ['API.Example.com', 'api.example.com', true],
    ['example.com', 'api.example.com', false], ['example.com', 'evilexample.com', false],
    ['*.example.com', 'a.b.example.com', true], ['*.example.com', 'example.com', false], ['*.example.com', 'evilexample.com', false],
    ['münchen.example', 'xn--mnchen-3ya.example', true], ['example.com.', 'example.com', true],
    ['2001:4860:4860::8888', '2001:4860:4860::8888', true], ['*.8.8.8', '8.8.8.8', false], ['*', 'example.com', false],
  ])('%s covers %s: %s', (pattern, host, isCovered) => {
    expect(covers(pattern, host)).toBe(isCovered)
  })
})

describe('a destination', () => {
  // biome-ignore format: a table reads in rows
  test.each([
    ['https://api.example.com/x', 'api.example.com', 443], ['http://api.example.com.:8080/', 'api.example.com', 8080],
    ['HTTPS://API.EXAMPLE.COM', 'api.example.com', 443],
  ])('%s is %s, port %i', (url, host, port) => {
    expect(readDestination(url, ['api.example.com'])).toMatchObject({ host, port })
  })

  // biome-ignore format: a table reads in rows
  test.each([
    ['nothing', 'no URL'], ['ftp://api.example.com/', 'not ftp:'], ['https://user:pass@api.example.com/', 'user name'],
    ['https://other.example/', 'did not declare'], ['http://0x7f.1/', '127.0.0.1 is not in the public'],
    ['http://2130706433/', '127.0.0.1 is not'], ['http://[::ffff:7f00:1]/', 'is not in the public'],
    ['http://localhost/', 'is not in the public'], ['http://a.localhost/', 'is not in the public'],
    [`https://${'a'.repeat(16_000)}.example/`, 'at most 253 characters'],
  ])('%s is refused: %s', (url, why) => {
    expect(readDestination(url, ['api.example.com', '127.0.0.1', 'localhost'])).toEqual({ refusal: expect.stringContaining(why) })
  })

  test.skipIf(!readCorpus('egress-urls'))('of the outside cases is judged as they say', async () => {
    const rows = readCorpus<UrlRow>('egress-urls') ?? []
    const wrong: string[] = []
    for (const row of rows) if ((await isReachable(row)) !== (row.expect === 'allow')) wrong.push(row.url)

    expect(wrong).toEqual([])
  })

  /** Its own host is declared, and its name answers inside when the case says that it is to be blocked. */
  async function isReachable({ url, expect: wanted }: UrlRow): Promise<boolean> {
    const declared = URL.canParse(url) ? [new URL(url).hostname.replace(/^\[|\]$/g, '')] : []
    const destination = readDestination(url, declared)
    if ('refusal' in destination) return false
    const resolve = async () => [wanted === 'allow' ? '93.184.215.14' : '10.0.0.1']
    return !('refusal' in (await pinHost(destination.host, { ...THE_INTERNET, resolve })))
  }
})

describe('a pinned host', () => {
  test('is refused when one of its addresses is inside', async () => {
    const resolve = async () => ['93.184.215.14', '127.0.0.1']

    expect(await pinHost('mixed.example', { ...THE_INTERNET, resolve })).toEqual({
      refusal: expect.stringContaining('not in the public'),
    })
  })

  test('is refused when its name does not resolve', async () => {
    const resolve = () => Promise.reject(new Error('ENOTFOUND'))

    expect(await pinHost('nowhere.example', { ...THE_INTERNET, resolve })).toEqual({
      refusal: 'There is no host nowhere.example.',
    })
  })

  test('is asked for once, whatever its name answers later', () => {
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
