import { describe, expect, test } from 'vitest'
import type { Json } from '../../kernel/json/json.ts'
import { matchesHost } from '../../kernel/network/destination.ts'
import { makeSkillDocument, makeSkillSetDocument } from '../../testing/factories.ts'
import { checkDocument } from '../checks/check-document.ts'
import { newPermissions } from './permission-lines.ts'
import { hostsInParameters } from './url-parameters.ts'

const address = { type: 'string', format: 'uri' }
const schema = {
  type: 'object',
  properties: { url: address, pages: { type: 'array', items: address }, note: { type: 'string' } },
}
const PERMISSIONS = { urlParameters: ['url', 'pages', 'note'] }
const hostsOf = (parameters: Json) => hostsInParameters(PERMISSIONS, { schema, parameters })

describe('the hosts that a run may reach because its caller named them', () => {
  // biome-ignore format: table
  test.each<[string, Json, string[]]>([
    ['that of the address',                      { url: 'https://Blog.Example.com:8443/a?b' },                        ['blog.example.com']],
    ['those of a list, each once',               { pages: ['http://a.example', 'http://b.example', 'http://a.example/2'] }, ['a.example', 'b.example']],
    ['an address by number, which the guard judges', { url: 'http://[2001:db8::1]/' },                                ['2001:db8::1']],
    ['none of a text that is not declared as an address', { note: 'https://a.example' },                              []],
    ['none of another scheme',                   { url: 'ftp://a.example/' },                                         []],
    ['none of what is no address',               { url: 'a.example', pages: [7, null] },                              []],
    ['none without parameters',                  null,                                                                []],
  ])('the hosts that a run may reach because its caller named them are %s', (_, parameters, hosts) => {
    expect(hostsOf(parameters)).toEqual(hosts)
  })

  test.each(['http://*.com/', 'http://*.example.com/', 'http://%2A.com/'])(
    'a run may not reach hosts because its caller named %s, which would permit others',
    (url) => {
      expect(hostsOf({ url }).some((host) => matchesHost(host, 'evil.com'))).toBe(false)
      expect(hostsOf({ url })).toEqual([])
    },
  )

  test('the hosts that a run may reach because its caller named them are at most fifty', () => {
    const pages = Array.from({ length: 60 }, (_, n) => `https://a${n}.example`)

    expect(hostsOf({ pages })).toHaveLength(50)
  })
})

describe('the permission to reach any public web address', () => {
  const documentWith = (urlParameters?: string[]) =>
    makeSkillSetDocument({
      skills: [makeSkillDocument({ parameters: { ...schema, required: ['url'] }, examples: [] })],
      ...(urlParameters && { permissions: { urlParameters } }),
    })

  test.each([
    [['url'], []],
    [['pages'], []],
    [['note'], ['/permissions/urlParameters/0']],
    [['none'], ['/permissions/urlParameters/0']],
  ])('the permission to reach any public web address for %j has the problems %j', (names, paths) => {
    const issues = checkDocument(documentWith(names) as unknown as Json)

    expect(issues.map(({ path }) => path)).toEqual(paths)
  })

  test('the permission to reach any public web address is highlighted, and an update that adds it needs consent', () => {
    expect(newPermissions(documentWith(), documentWith(['url']))).toEqual([
      {
        kind: 'network',
        sentence: 'Connects to any public web address that is entered as “url”.',
        isSevere: true,
        grants: ['network any address in url'],
      },
    ])
    expect(newPermissions(documentWith(['url']), documentWith(['url']))).toEqual([])
  })
})
