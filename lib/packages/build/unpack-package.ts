/**
 * Fetches the tarball of a package and unpacks its plain files. A tarball is hostile input: links, paths that leave the
 * folder, nested packages and everything above the budget are refused, and its checksum is verified.
 */
import { createReadStream, createWriteStream } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pacote from 'pacote'
import { Unpack } from 'tar'
import {
  type Dependencies,
  type LockedPackage,
  readDependencies,
} from '../../contracts/packages/dependencies.ts'
import { alternativeTo } from '../../contracts/packages/unsuited-packages.ts'
import { isObject, type Json, type JsonObject } from '../../kernel/json/json.ts'
import { toPointer } from '../../kernel/json/json-pointer.ts'
import { BuildError, type BuildOptions } from '../request/build-request.ts'
import { registryError } from './registry-error.ts'
import type { ChosenPackage, RegistryOptions } from './resolve-tree.ts'

/** Shared by all packages of a build. */
export type Budget = { bytes: number; files: number; readonly limitBytes: number }

const MAX_FILES = 20_000
/** A tar archive has a header of 512 bytes for each file, and pads its content. */
const TAR_OVERHEAD = 2

export function openBudget({ limits }: BuildOptions): Budget {
  return { bytes: 0, files: 0, limitBytes: limits.unpackedBytes }
}

type Unpacking = { root: string; budget: Budget; options: BuildOptions; fetching: RegistryOptions }

export type UnpackedPackage = Omit<LockedPackage, 'requiredBy'> & {
  /** Ranges of the packages that it depends on. */
  needs: Dependencies
}

/** Returns the package as its own files describe it. Throws BuildError. */
export async function unpackPackage(
  chosen: ChosenPackage,
  { root, budget, options, fetching }: Unpacking,
): Promise<UnpackedPackage> {
  const { name, version, integrity } = chosen
  const target = path.join(root, ...chosen.path.split('/'))
  const tarball = `${target}.tgz`
  await fs.mkdir(target, { recursive: true })
  let unpackedBytes = 0
  try {
    const spec = `${name}@${version}`
    const manifest = await pacote.manifest(spec, { ...fetching, before: undefined })
    requireOwnHost(String(manifest._resolved), chosen, options)
    const fetched = { ...fetching, before: undefined, integrity }
    const limit = limitBytes(budget.limitBytes, new BuildError(tooLarge(budget), faultOf(name)))
    await pacote.tarball.stream(
      spec,
      (stream) => pipeline(stream, limit, createWriteStream(tarball)),
      fetched,
    )
    unpackedBytes = await unpack(tarball, target, chosen, budget)
  } catch (thrown) {
    throw registryError(thrown as Error, options)
  } finally {
    await fs.rm(tarball, { force: true })
  }
  const manifest = await readManifest(target, chosen)
  const needs = {
    ...readDependencies({ dependencies: manifest.peerDependencies }),
    ...readDependencies(manifest),
  }
  return { ...chosen, license: readLicense(manifest), unpackedBytes, needs }
}

/** A registry's answer names the address of the tarball, which must not be a host of the operator's network. */
function requireOwnHost(resolved: string, { name }: ChosenPackage, { registry }: BuildOptions): void {
  if (URL.canParse(resolved) && new URL(resolved).origin === new URL(registry).origin) return
  throw new BuildError(`The files of ${name} are not on the registry’s own host.`, faultOf(name))
}

async function unpack(
  tarball: string,
  target: string,
  chosen: ChosenPackage,
  budget: Budget,
): Promise<number> {
  const fail = (message: string) => new BuildError(message, faultOf(chosen.name))
  let refused: BuildError | undefined
  let bytes = 0
  const extractor = new Unpack({
    cwd: target,
    strip: 1,
    strict: false,
    preservePaths: false,
    filter(name, entry) {
      if (!('type' in entry) || !/^(Old|Contiguous)?File$/.test(entry.type)) return false
      // These are packages within a package. Bundlers also write folders of this name, below that of their output.
      if (/^[^/]+\/node_modules\//.test(name)) return false
      if (/(^|\/)binding\.gyp$|\.node$/.test(name)) refused ??= fail(nativeSentence(chosen.name))
      bytes += entry.size
      budget.bytes += entry.size
      budget.files += 1
      if (budget.bytes > budget.limitBytes || budget.files > MAX_FILES) refused ??= fail(tooLarge(budget))
      return refused === undefined
    },
  })
  const limit = Math.max(1024 * 1024, (budget.limitBytes - budget.bytes) * TAR_OVERHEAD)
  await pipeline(
    createReadStream(tarball),
    createGunzip(),
    limitBytes(limit, fail(tooLarge(budget))),
    (chunks) => writeAll(chunks, extractor, () => refused),
  )
  if (refused) throw refused
  return bytes
}

/** `tar` has streams of its own, which `pipeline` does not wait for. */
async function writeAll(
  chunks: AsyncIterable<Buffer>,
  extractor: Unpack,
  refused: () => BuildError | undefined,
): Promise<void> {
  const closed = new Promise<void>((resolve, reject) => {
    extractor.once('close', resolve).once('error', reject)
  })
  closed.catch(() => {})
  for await (const chunk of chunks) {
    const error = refused()
    if (error) throw error
    if (!extractor.write(chunk)) await new Promise<void>((resolve) => extractor.once('drain', resolve))
  }
  extractor.end()
  await closed
}

/** Ends a decompression bomb, whatever its headers say. */
function limitBytes(limit: number, error: BuildError): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > limit) done(error)
      else done(null, chunk)
    },
  })
}

function tooLarge({ limitBytes }: Budget): string {
  return `These packages are larger than ${Math.round(limitBytes / (1024 * 1024))} MB when unpacked, or have more than ${MAX_FILES.toLocaleString('en')} files.`
}

function nativeSentence(name: string): string {
  const alternative = alternativeTo(name)
  return `${name} needs a native add-on, which the sandbox cannot load.${alternative ? ` ${alternative}` : ''}`
}

/** The registry's answer and the tarball may differ, and only the tarball is run. */
async function readManifest(target: string, { name, version }: ChosenPackage): Promise<JsonObject> {
  const text = await fs.readFile(path.join(target, 'package.json'), 'utf8').catch(() => '')
  const manifest = parseObject(text)
  const isSame = manifest?.name === name && String(manifest.version).replace(/^[v=]+/, '') === version
  if (!manifest || !isSame)
    throw new BuildError(`The files of ${name} ${version} do not contain that package.`, faultOf(name))
  return manifest
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const value: Json = JSON.parse(text.replace(/^\uFEFF/, ''))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** A package.json has an SPDX expression, or one of two older forms. Returns '' if there is none. */
function readLicense({ license, licenses }: JsonObject): string {
  const given = license ?? (Array.isArray(licenses) ? licenses[0] : licenses)
  const name = isObject(given) ? given.type : given
  return typeof name === 'string' ? name.slice(0, 200) : ''
}

function faultOf(name: string): { path: string } {
  return { path: toPointer(['dependencies', name]) }
}
