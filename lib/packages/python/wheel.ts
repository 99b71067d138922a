/** Wheels: their names, their metadata and their files. A wheel is hostile input. */
import { eq, valid } from '@renovatebot/pep440'
import { normaliseName } from '../../contracts/packages/python-name.ts'
import { type FolderFile, openZip } from '../../kernel/zip/read-zip.ts'
import { BuildError } from '../request/build-request.ts'

export type WheelName = { name: string; version: string; python: string; abi: string; platform: string }

const WHEEL = /^([^-]+)-([^-]+)(?:-\d[^-]*)?-([^-]+)-([^-]+)-([^-]+)\.whl$/

/** Returns undefined for anything but a wheel, such as a source archive. */
export function parseWheelName(filename: string): WheelName | undefined {
  const [, name, version, python, abi, platform] = WHEEL.exec(filename) ?? []
  if (!name || !version || !python || !abi || !platform) return undefined
  return { name: normaliseName(name), version, python, abi, platform }
}

const SOURCE = /\.(?:tar\.gz|zip|tar\.bz2)$/

/** Returns the version of a source archive; undefined for other files and other packages. */
export function sourceVersion(filename: string, name: string): string | undefined {
  if (!SOURCE.test(filename)) return undefined
  const stem = filename.replace(SOURCE, '')
  const at = stem.lastIndexOf('-')
  return normaliseName(stem.slice(0, at)) === name ? stem.slice(at + 1) : undefined
}

export type Metadata = {
  name: string
  version: string
  license: string
  requiresPython?: string
  requires: string[]
}

/** Reads the headers of a METADATA file (PEP 566, an email without its body). */
export function parseMetadata(text: string): Metadata {
  const headers = readHeaders(text)
  const first = (name: string) => headers.find(([key]) => key === name)?.[1]
  const all = (name: string) => headers.flatMap(([key, value]) => (key === name ? [value] : []))
  const requiresPython = first('requires-python')
  return {
    name: normaliseName(first('name') ?? ''),
    version: first('version') ?? '',
    license: chooseLicense(first('license-expression'), first('license'), all('classifier')),
    ...(requiresPython && { requiresPython }),
    requires: all('requires-dist'),
  }
}

function readHeaders(text: string): [string, string][] {
  const headers: [string, string][] = []
  for (const line of text.split(/\r?\n/)) {
    if (line === '') break
    const last = headers.at(-1)
    if (/^[ \t]/.test(line) && last) last[1] += `\n${line.trim()}`
    else {
      const [, key = '', value = ''] = /^([\w-]+):[ \t]*(.*)$/.exec(line) ?? []
      headers.push([key.toLowerCase(), value.trim()])
    }
  }
  return headers
}

const MAX_LICENSE_NAME = 60

/** Older packages have the whole text of their licence there, and its name in a classifier. */
function chooseLicense(expression: string | undefined, license = '', classifiers: readonly string[]): string {
  const classified = classifiers
    .filter((each) => each.startsWith('License ::'))
    .map((each) => each.split('::').at(-1)?.trim() ?? '')
    .filter((each) => each !== 'OSI Approved')
  const isName = license !== '' && license.length <= MAX_LICENSE_NAME && !license.includes('\n')
  const chosen = expression ?? (isName && license !== 'UNKNOWN' ? license : classified.join(', '))
  return chosen.slice(0, 200)
}

/** "1.0" and "1.0.0" are the same. */
export function isSameVersion(a: string, b: string): boolean {
  return a === b || (valid(a) !== null && valid(b) !== null && eq(a, b))
}

export type UnpackedWheel = {
  metadata: Metadata
  /** As they are below site-packages. */
  files: FolderFile[]
  unpackedBytes: number
}

const MAX_FILES = 20_000
const MB = 1024 * 1024

/** `NAME-VERSION.data/purelib/…` belongs beside the packages; its scripts, headers and data have no place here. */
const DATA = /^[^/]+\.data\/(?:(?:purelib|platlib)\/(.+)|.*)$/
const NATIVE = /\.(?:so|pyd|dylib|dll|a|wasm)(?:\.\d+)*$/

/** Throws BuildError for an archive that is none, is too large, has native code, or contains another package. */
export function unpackWheel(
  bytes: Uint8Array,
  { name, version }: Pick<WheelName, 'name' | 'version'>,
  maxBytes: number,
): UnpackedWheel {
  const limits = { archiveBytes: bytes.length, totalBytes: maxBytes, files: MAX_FILES }
  const opened = openZip(bytes, limits)
  if (opened.issues) {
    const reason = opened.issues[0]?.message ?? ''
    throw new BuildError(
      /unpacks to more|contains \d+ files/.test(reason)
        ? `${name} is larger than ${Math.floor(maxBytes / MB)} MB when unpacked, or has more than ${MAX_FILES.toLocaleString('en')} files.`
        : `The files of ${name} ${version} cannot be read. ${reason}`,
    )
  }
  const all = opened.entries.map((entry) => {
    const unpacked = opened.read(entry)
    if (!unpacked) throw new BuildError(`The files of ${name} ${version} are damaged.`)
    return { path: entry.path, bytes: unpacked }
  })
  const metadata = all.find(({ path }) => /^[^/]+\.dist-info\/METADATA$/.test(path))
  const described = metadata && parseMetadata(Buffer.from(metadata.bytes).toString())
  if (described?.name !== name || !isSameVersion(described.version, version))
    throw new BuildError(`The files of ${name} ${version} do not contain that package.`)
  const native = all.find(({ path }) => NATIVE.test(path))
  if (native)
    throw new BuildError(`${name} contains ${native.path}, native code that the sandbox cannot load.`)
  const files = all.flatMap((file) => {
    const data = DATA.exec(file.path)
    if (data && data[1] === undefined) return []
    const path = data?.[1] ?? file.path
    // Bytecode is not what reviewers can read, and a `.pth` file would run code at start.
    return /\.py[co]$|^[^/]+\.pth$/.test(path) ? [] : [{ path, bytes: file.bytes }]
  })
  return {
    metadata: described,
    files,
    unpackedBytes: all.reduce((sum, { bytes: each }) => sum + each.length, 0),
  }
}
