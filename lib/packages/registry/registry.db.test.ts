// What the operator's registry answers besides packages: search and advisories, or neither.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { DependencyLock } from '../../contracts/packages/dependencies.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { freshName } from '../../testing/factories.ts'
import { openPackageRegistry, type PackageRegistry } from '../../testing/package-registry.ts'
import { findAdvisories } from './find-advisories.ts'
import { searchPackages } from './search-packages.ts'

type Asked = { path: string; body: unknown; authorization?: string | undefined }
type Answer = { status: number; body?: unknown }

const db = database()
const asked: Asked[] = []
let answers: Record<string, Answer> = {}
const server = http.createServer(async (request, response) => {
  const text = (await Array.fromAsync(request as AsyncIterable<Buffer>)).join('')
  const path = (request.url ?? '').split('?')[0]!
  asked.push({
    path: request.url ?? '',
    body: text ? JSON.parse(text) : undefined,
    authorization: request.headers.authorization,
  })
  const { status, body } = answers[path] ?? { status: 404 }
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(body === undefined ? '' : JSON.stringify(body))
})
let registry: string
let verdaccio: PackageRegistry

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  verdaccio = await openPackageRegistry()
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await verdaccio.close()
})
beforeEach(() => {
  vi.unstubAllEnvs()
  vi.stubEnv('GUILDHALL_PACKAGE_REGISTRY', registry)
  answers = {}
  asked.length = 0
})

describe('a search for packages', () => {
  const SEARCH = '/-/v1/search'
  const found = (...names: string[]) => ({
    status: 200,
    body: {
      objects: names.map((name) => ({ package: { name, version: '1.0.0', description: `About ${name}` } })),
    },
  })

  test('finds packages in a real registry', async () => {
    const name = freshName('tide').replaceAll('_', '-')
    await verdaccio.publish({
      name,
      manifest: { description: 'Reads tide tables.' },
      files: { 'index.js': '' },
    })
    vi.stubEnv('GUILDHALL_PACKAGE_REGISTRY', verdaccio.url)

    // Verdaccio leaves the version out.
    expect(await searchPackages(db, name)).toEqual({
      isOffered: true,
      packages: [{ name, version: '', description: 'Reads tide tables.' }],
    })
  })

  test('asks with the text and the token of the operator, and leaves out what this site does not allow', async () => {
    vi.stubEnv('GUILDHALL_PACKAGE_DENY', 'left-pad @evil/*')
    vi.stubEnv('GUILDHALL_PACKAGE_REGISTRY_TOKEN', 'secret')
    answers[SEARCH] = found('pad', 'left-pad', '@evil/pad', 'Not A Name')

    const { packages } = (await searchPackages(db, 'pad & more')) as { packages: { name: string }[] }

    expect(packages.map(({ name }) => name)).toEqual(['pad'])
    expect(asked).toMatchObject([
      { path: `${SEARCH}?text=pad+%26+more&size=20`, authorization: 'Bearer secret' },
    ])
  })

  test.each([
    ['no such address', { status: 404 }],
    ['an error', { status: 501, body: { error: 'not implemented' } }],
    ['something else', { status: 200, body: [] }],
  ])('is not offered where the registry has %s', async (_, answer) => {
    answers[SEARCH] = answer

    expect(await searchPackages(db, 'pad')).toEqual({ isOffered: false })
  })

  test('is TOOL_NOT_AVAILABLE while the registry does not answer', async () => {
    vi.stubEnv('GUILDHALL_PACKAGE_REGISTRY', 'http://127.0.0.1:1/')

    await expect(searchPackages(db, 'pad')).rejects.toMatchObject({ code: 'TOOL_NOT_AVAILABLE' })
  })
})

let number = 0
/** Each test has a lock of its own, because answers are kept. */
function lockOf(
  packages: [name: string, version: string][],
  more: Partial<DependencyLock> = {},
): DependencyLock {
  const published = { integrity: 'sha512-x', license: 'MIT', unpackedBytes: 1, requiredBy: [] }
  return {
    registry,
    dependencies: { [`test-${number++}`]: '1.0.0' },
    packages: packages.map(([name, version]) => ({
      path: `node_modules/${name}`,
      name,
      version,
      ...published,
    })),
    ...more,
  }
}

describe('advisories on npm packages', () => {
  const BULK = '/-/npm/v1/security/advisories/bulk'
  const advisory = (title: string, severity: string, versions: string, url = 'https://example.com/a') => ({
    ...{ id: 1, title, severity, vulnerable_versions: versions, url },
  })

  test('come with severity, range and link, the most severe first, and only for the locked versions', async () => {
    answers[BULK] = {
      status: 200,
      body: {
        boat: [
          advisory('Sinks', 'low', '<2.0.0', 'javascript:alert(1)'),
          advisory('Leaks secrets', 'critical', '>=1.0.0 <1.2.0'),
          advisory('Of another version', 'high', '<1.0.0'),
        ],
        unasked: [advisory('Not ours', 'high', '*')],
      },
    }

    const report = await findAdvisories(
      db,
      lockOf([
        ['boat', '1.1.0'],
        ['anchor', '3.0.0'],
      ]),
    )

    expect(asked).toMatchObject([{ path: BULK, body: { boat: ['1.1.0'], anchor: ['3.0.0'] } }])
    expect(report).toEqual({
      source: new URL(registry).host,
      advisories: [
        {
          name: 'boat',
          version: '1.1.0',
          title: 'Leaks secrets',
          severity: 'critical',
          range: '>=1.0.0 <1.2.0',
          url: 'https://example.com/a',
        },
        { name: 'boat', version: '1.1.0', title: 'Sinks', severity: 'low', range: '<2.0.0', url: null },
      ],
    })
  })

  test('are asked for once in ten minutes for the same lock', async () => {
    answers[BULK] = { status: 200, body: {} }
    const lock = lockOf([['boat', '1.1.0']])

    expect(await findAdvisories(db, lock)).toMatchObject({ advisories: [] })
    expect(await findAdvisories(db, lock)).toMatchObject({ advisories: [] })
    expect(asked).toHaveLength(1)
  })

  test.each([
    ['has none', { status: 404 }],
    ['fails', { status: 500, body: {} }],
    ['answers something else', { status: 200, body: { boat: 'none' } }],
  ])('have no source where the registry %s, which is not the same as none', async (_, answer) => {
    answers[BULK] = answer

    expect(await findAdvisories(db, lockOf([['boat', '1.1.0']]))).toEqual({ source: null, advisories: [] })
  })

  test('have no source while the registry does not answer, and none are asked for without packages', async () => {
    vi.stubEnv('GUILDHALL_PACKAGE_REGISTRY', 'http://127.0.0.1:1/')

    expect(await findAdvisories(db, lockOf([['boat', '1.1.0']]))).toEqual({ source: null, advisories: [] })
    expect(await findAdvisories(db, lockOf([]))).toBeNull()
    expect(await findAdvisories(db, undefined)).toBeNull()
  })
})

describe('advisories on Python packages', () => {
  const python = () =>
    lockOf(
      [
        ['jinja2', '2.0'],
        ['rich', '13.0'],
      ],
      { kind: 'python' },
    )

  test('have no source unless the operator names one, and nobody is asked', async () => {
    expect(await findAdvisories(db, python())).toEqual({ source: null, advisories: [] })
    expect(asked).toEqual([])
  })

  test('come from the OSV service that the operator names', async () => {
    vi.stubEnv('GUILDHALL_ADVISORIES', registry)
    answers['/v1/querybatch'] = { status: 200, body: { results: [{ vulns: [{ id: 'PYSEC-1' }] }, {}] } }
    answers['/v1/vulns/PYSEC-1'] = {
      status: 200,
      body: {
        id: 'PYSEC-1',
        summary: 'Template injection',
        database_specific: { severity: 'HIGH' },
        affected: [
          {
            package: { name: 'jinja2' },
            ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '2.11' }] }],
          },
        ],
      },
    }

    const report = await findAdvisories(db, python())

    expect(asked[0]?.body).toEqual({
      queries: [
        { package: { name: 'jinja2', ecosystem: 'PyPI' }, version: '2.0' },
        { package: { name: 'rich', ecosystem: 'PyPI' }, version: '13.0' },
      ],
    })
    expect(report?.advisories).toEqual([
      {
        ...{ name: 'jinja2', version: '2.0', title: 'Template injection', severity: 'high' },
        ...{ range: 'introduced 0, fixed 2.11', url: 'https://osv.dev/vulnerability/PYSEC-1' },
      },
    ])
  })
})
