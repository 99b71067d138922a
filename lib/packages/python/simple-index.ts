/**
 * The operator's index of Python packages: PEP 503 (HTML) or PEP 691 (JSON), over HTTP or as a folder. A folder may also
 * hold the wheels themselves.
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { normaliseName } from '../../contracts/packages/python-name.ts'
import { isObject, type Json, type JsonObject } from '../../kernel/json/json.ts'
import { BuildError } from '../request/build-request.ts'

/** A file of a package, as the index lists it. */
export type IndexFile = {
  filename: string
  url: string
  /** In hexadecimal; absent if the index does not tell. */
  sha256?: string
  requiresPython?: string
  isYanked: boolean
  /** ISO 8601; absent if the index does not tell (PEP 700). */
  uploadedAt?: string
  /** Whether its metadata can be read apart from it: PEP 658. A hexadecimal SHA-256 if the index tells it. */
  metadata?: true | string
}

export type SimpleIndex = {
  /** Returns null if the index does not have the package. */
  listFiles(name: string): Promise<IndexFile[] | null>
  /** Throws BuildError if the file is larger, or does not have the SHA-256. */
  download(url: string, limits: { maxBytes: number; sha256?: string | undefined }): Promise<Buffer>
}

type Options = { index: string; credentials?: string | undefined }

const MAX_PAGE_BYTES = 40 * 1024 * 1024
const TIMEOUT_MS = 30_000
const MAX_REDIRECTS = 5
const JSON_TYPE = 'application/vnd.pypi.simple.v1+json'

/** Indexes that keep their files on another host. Others, such as mirrors, have them on their own. */
const FILE_HOSTS: Readonly<Record<string, string>> = { 'pypi.org': 'files.pythonhosted.org' }

export function openIndex({ index, credentials }: Options): SimpleIndex {
  const base = new URL(index)
  const pages = new Map<string, Promise<IndexFile[] | null>>()
  const isFolder = base.protocol === 'file:'

  function listFiles(name: string): Promise<IndexFile[] | null> {
    const known = pages.get(name)
    if (known) return known
    const listed = isFolder ? listFolder(base, name) : listPage(name)
    pages.set(name, listed)
    return listed
  }

  async function listPage(name: string): Promise<IndexFile[] | null> {
    const url = new URL(`${name}/`, base)
    const answer = await request(url, `${JSON_TYPE}, text/html;q=0.5`)
    if (answer.status === 404) {
      await answer.body?.cancel()
      return null
    }
    const text = (await readWithin(answer, MAX_PAGE_BYTES)).toString()
    const isJson = /json/.test(answer.headers.get('content-type') ?? '')
    return isJson ? readJsonPage(text, answer.url || url.href) : readHtmlPage(text, answer.url || url.href)
  }

  async function request(url: URL, accept: string, redirects = MAX_REDIRECTS): Promise<Response> {
    requireOwnHost(url, base)
    const isOwn = url.origin === base.origin
    const authorization = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`
    const answer = await fetch(url, {
      headers: { accept, ...(authorization && isOwn && { authorization }) },
      // Each address is checked before it is requested.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: Error) => {
      throw unreachable(String((error.cause as { code?: string } | undefined)?.code ?? error.message))
    })
    if (answer.ok || answer.status === 404) return answer
    await answer.body?.cancel()
    const location = answer.headers.get('location')
    const isMoved = [301, 302, 303, 307, 308].includes(answer.status) && location !== null
    if (isMoved && redirects > 0) return request(new URL(location, url), accept, redirects - 1)
    throw unreachable(`HTTP ${answer.status}`)
  }

  async function download(
    address: string,
    { maxBytes, sha256 }: { maxBytes: number; sha256?: string | undefined },
  ): Promise<Buffer> {
    const url = new URL(address)
    const bytes = isFolder ? await readFile(url, maxBytes) : await readWithin(await found(url), maxBytes)
    if (sha256 !== undefined && sha256Of(bytes) !== sha256)
      throw new BuildError(`${fileName(url)} does not match its checksum.`)
    return bytes
  }

  async function found(url: URL): Promise<Response> {
    const answer = await request(url, '*/*')
    if (answer.status !== 404) return answer
    throw new BuildError(`The index lists ${fileName(url)}, but does not have it.`, {
      code: 'TOOL_NOT_AVAILABLE',
    })
  }

  return { listFiles, download }
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function fileName({ pathname }: URL): string {
  return decodeURIComponent(pathname.split('/').at(-1) ?? '').slice(0, 200)
}

/** The page of an index names the addresses of files, which must not lead into the operator's network. */
function requireOwnHost(url: URL, base: URL): void {
  if (url.origin === base.origin) return
  if (url.protocol === 'https:' && url.host === FILE_HOSTS[base.host]) return
  throw new BuildError(`${fileName(url)} is not on the index’s own host.`)
}

function unreachable(reason: string): BuildError {
  return new BuildError(`The index of Python packages cannot be reached (${reason}).`, {
    code: 'TOOL_NOT_AVAILABLE',
  })
}

async function readWithin(answer: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length
    if (bytes > maxBytes) throw tooLarge(new URL(answer.url), maxBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function tooLarge(url: URL, maxBytes: number): BuildError {
  return new BuildError(`${fileName(url)} is larger than ${Math.round(maxBytes / 1024 / 1024)} MB.`, {
    code: 'POLICY_DENIED',
  })
}

async function readFile(url: URL, maxBytes: number): Promise<Buffer> {
  if (url.protocol !== 'file:') throw new BuildError(`${fileName(url)} is not in the folder of the index.`)
  const file = fileURLToPath(url)
  const { size } = await fs.stat(file).catch(() => {
    throw unreachable(`no file ${fileName(url)}`)
  })
  if (size > maxBytes) throw tooLarge(url, maxBytes)
  return fs.readFile(file)
}

async function listFolder(base: URL, name: string): Promise<IndexFile[] | null> {
  const page = new URL(`${name}/index.html`, base)
  const html = await fs.readFile(page, 'utf8').catch(() => undefined)
  if (html !== undefined) return readHtmlPage(html, page.href)
  const names = await fs.readdir(base).catch((error: NodeJS.ErrnoException) => {
    throw unreachable(String(error.code))
  })
  const own = names.filter((each) => packageOfFile(each) === name)
  const files = own.map(async (filename) => {
    const url = new URL(encodeURIComponent(filename), base)
    return { filename, url: url.href, isYanked: false, sha256: sha256Of(await fs.readFile(url)) }
  })
  return own.length > 0 ? Promise.all(files) : null
}

function packageOfFile(filename: string): string | undefined {
  return filename.endsWith('.whl') ? normaliseName(path.basename(filename).split('-')[0] ?? '') : undefined
}

function readJsonPage(text: string, address: string): IndexFile[] {
  const page = parseObject(text)
  const files = Array.isArray(page?.files) ? page.files.filter(isObject) : undefined
  if (!files) throw unreachable('its answer is not an index')
  return files.flatMap((file) => toIndexFile(file, address))
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const value: Json = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function toIndexFile(file: JsonObject, address: string): IndexFile[] {
  const { filename, url, hashes, yanked } = file
  if (typeof filename !== 'string' || typeof url !== 'string' || !URL.canParse(url, address)) return []
  const metadata = file['core-metadata'] ?? file['dist-info-metadata']
  const requiresPython = file['requires-python']
  const uploadedAt = file['upload-time']
  return [
    {
      ...{ filename, url: new URL(url, address).href },
      ...(isObject(hashes) && typeof hashes.sha256 === 'string' && { sha256: hashes.sha256.toLowerCase() }),
      ...(typeof requiresPython === 'string' && { requiresPython }),
      isYanked: typeof yanked === 'string' || yanked === true,
      ...(typeof uploadedAt === 'string' && Number.isFinite(Date.parse(uploadedAt)) && { uploadedAt }),
      ...(metadata && { metadata: isObject(metadata) ? sha256Text(metadata.sha256) : true }),
    },
  ]
}

const sha256Text = (value: Json | undefined): true | string =>
  typeof value === 'string' ? value.toLowerCase() : true

const ANCHOR = /<a\s([^>]*)>/gi
const ATTRIBUTE = /([\w-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'))?/g

/** The hash is in the fragment of a link: PEP 503. */
function readHtmlPage(html: string, address: string): IndexFile[] {
  return [...html.matchAll(ANCHOR)].flatMap(([, text = '']): IndexFile[] => {
    const attributes = new Map(
      [...text.matchAll(ATTRIBUTE)].map(([, name = '', quoted, single]) => [
        name.toLowerCase(),
        decodeEntities(quoted ?? single ?? ''),
      ]),
    )
    const href = attributes.get('href')
    if (href === undefined || !URL.canParse(href, address)) return []
    const url = new URL(href, address)
    const sha256 = /^#sha256=([0-9a-f]{64})$/i.exec(url.hash)?.[1]?.toLowerCase()
    url.hash = ''
    const requiresPython = attributes.get('data-requires-python')
    const metadata = attributes.get('data-core-metadata') ?? attributes.get('data-dist-info-metadata')
    const metadataHash = metadata === undefined ? undefined : /^sha256=(.*)$/.exec(metadata)?.[1]
    return [
      {
        ...{ filename: fileName(url), url: url.href, isYanked: attributes.has('data-yanked') },
        ...(sha256 && { sha256 }),
        ...(requiresPython && { requiresPython }),
        ...(metadata !== undefined && { metadata: metadataHash?.toLowerCase() ?? true }),
      },
    ]
  })
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" }

function decodeEntities(text: string): string {
  return text.replaceAll(/&(#39|\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity)
}
