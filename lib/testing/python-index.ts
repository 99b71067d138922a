/** A small index of Python packages on this machine, with wheels that tests make. */
import { createHash } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { zipSync } from 'fflate'
import { normaliseName } from '../contracts/packages/python-name.ts'

export type TestWheel = {
  name: string
  version?: string
  /** Requires-Dist of its metadata. */
  requires?: string[]
  /** More headers of its metadata, such as "Requires-Python: >=3.9". */
  headers?: string[]
  files?: Record<string, string>
  /** Instead of "py3-none-any". */
  tags?: string
  /** Replaces the whole archive. */
  archive?: Buffer
  /** Replaces the name of the file: an index also lists source archives. */
  filename?: string
  listed?: ListedFields
}

/** What an index says about a file. */
export type ListedFields = {
  'requires-python'?: string
  yanked?: boolean | string
  'upload-time'?: string
  hashes?: Record<string, string>
  url?: string
  'core-metadata'?: boolean | { sha256: string }
}

export type PythonIndex = {
  /** Its address, as a setting has it. */
  url: string
  publish(...wheels: TestWheel[]): void
  /** Paths that were requested, in order. */
  requested: string[]
  close(): Promise<void>
}

type Options = {
  /** HTML, as PEP 503 indexes answer. */
  isHtml?: boolean
  /** Whether metadata can be read apart from wheels: PEP 658. */
  hasMetadata?: boolean
}

export async function openPythonIndex({
  isHtml = false,
  hasMetadata = true,
}: Options = {}): Promise<PythonIndex> {
  const files = new Map<string, Buffer>()
  const pages = new Map<string, (ListedFields & { filename: string; url: string })[]>()
  const requested: string[] = []
  const server = http.createServer(({ url: path = '' }, answer) => {
    requested.push(path)
    const file = files.get(path)
    if (file) return answer.end(file)
    const page = pages.get(/^\/simple\/([^/]+)\/$/.exec(path)?.[1] ?? '')
    if (!page) return answer.writeHead(404).end()
    const type = isHtml ? 'text/html' : 'application/vnd.pypi.simple.v1+json'
    answer.writeHead(200, { 'content-type': type })
    return answer.end(isHtml ? toHtml(page) : JSON.stringify({ meta: { 'api-version': '1.1' }, files: page }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  function publish(wheel: TestWheel): void {
    const { name, version = '1.0.0', tags = 'py3-none-any', listed = {} } = wheel
    const filename = wheel.filename ?? `${name.replaceAll('-', '_')}-${version}-${tags}.whl`
    const archive = wheel.archive ?? packWheel(wheel)
    const metadata = metadataOf(wheel)
    files.set(`/files/${filename}`, archive)
    if (hasMetadata) files.set(`/files/${filename}.metadata`, Buffer.from(metadata))
    const page = pages.get(normaliseName(name)) ?? []
    page.push({
      ...{ filename, url: `../../files/${filename}`, hashes: { sha256: sha256(archive) } },
      ...(hasMetadata && { 'core-metadata': { sha256: sha256(metadata) } }),
      ...listed,
    })
    pages.set(normaliseName(name), page)
  }

  return {
    url: `${base}/simple/`,
    requested,
    publish: (...wheels) => wheels.forEach(publish),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')

/** A wheel as build tools make it: PEP 427. */
export function packWheel(wheel: TestWheel): Buffer {
  const { name, version = '1.0.0', tags = 'py3-none-any', files = {} } = wheel
  const info = `${name.replaceAll('-', '_')}-${version}.dist-info`
  const all = {
    ...files,
    [`${info}/METADATA`]: metadataOf(wheel),
    [`${info}/WHEEL`]: `Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: ${tags}\n`,
    [`${info}/RECORD`]: '',
  }
  return Buffer.from(
    zipSync(Object.fromEntries(Object.entries(all).map(([path, text]) => [path, Buffer.from(text)]))),
  )
}

function metadataOf({ name, version = '1.0.0', requires = [], headers = [] }: TestWheel): string {
  const hasLicense = headers.some((each) => /^license/i.test(each))
  return [
    ...['Metadata-Version: 2.4', `Name: ${name}`, `Version: ${version}`],
    ...(hasLicense ? [] : ['License-Expression: MIT']),
    ...headers,
    ...requires.map((each) => `Requires-Dist: ${each}`),
    '',
    'Requires-Dist: not-a-header',
  ].join('\n')
}

function toHtml(page: (ListedFields & { filename: string; url: string })[]): string {
  const escapeHtml = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const links = page.map((file) => {
    const metadata = file['core-metadata']
    const attributes = [
      `href="${file.url}#sha256=${file.hashes?.sha256}"`,
      ...(file['requires-python'] ? [`data-requires-python="${escapeHtml(file['requires-python'])}"`] : []),
      ...(file.yanked ? ['data-yanked=""'] : []),
      ...(typeof metadata === 'object' ? [`data-core-metadata="sha256=${metadata.sha256}"`] : []),
    ]
    return `<a ${attributes.join(' ')}>${file.filename}</a><br/>`
  })
  return `<!DOCTYPE html><html><body>\n${links.join('\n')}\n</body></html>`
}
