/** Bundles what a definition imports into one module for the sandbox. Nothing of a package is executed. */
import fs from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { type Plugin, rolldown } from 'rolldown'
import { type LockedPackage, parsePackageName } from '../../contracts/packages/dependencies.ts'
import { findImportedModule } from '../../contracts/packages/own-modules.ts'
import { entryModule, type PackageImport } from '../../contracts/packages/package-imports.ts'
import { toPointer } from '../../kernel/json/json-pointer.ts'
import type { Bundle, BundledPackage } from '../model/bundle.ts'
import { BuildError, type BuildLimits, type BundleEntry } from '../request/build-request.ts'
import { nodeModule, unavailableNodeModule } from './node-modules.ts'
import { replaceCodeGeneration, replaceModuleLoading } from './replace-code.ts'

const ENTRY = '\0entry'

/** Isolates without Node's globals start faster. `process` is also how bundles get modules of Node. */
const NODE_GLOBALS = /\b(process|Buffer|global|setImmediate|clearImmediate)\b/

type Unpacked = { root: string; packages: readonly LockedPackage[]; limits: BuildLimits }

/** What a package publishes for browsers runs in more sandboxes than what it publishes for Node, which may want files. */
const BUILDS = {
  browser: ['workerd', 'worker', 'browser'],
  node: ['workerd', 'worker', 'node'],
} as const
type Build = keyof typeof BUILDS

/**
 * Throws BuildError if an import cannot be resolved, a package does not export it, or the bundle is too large. Where a
 * package's build for browsers lacks what is imported, as jimp's does, the one for Node is taken.
 */
export async function bundlePackages(entry: BundleEntry, unpacked: Unpacked): Promise<Bundle> {
  const ownFolder = await writeOwnModules(unpacked.root, entry)
  const forBrowsers = await bundleBuild(entry, { ...unpacked, ownFolder, build: 'browser' })
  if (forBrowsers.missing.length === 0) return forBrowsers.bundle
  const forNode = await bundleBuild(entry, { ...unpacked, ownFolder, build: 'node' })
  const [missing] = forNode.missing
  if (missing) throw new BuildError(`“${missing.specifier}” does not export “${missing.name}”.`)
  return forNode.bundle
}

type Wanted = Unpacked & { ownFolder: string; build: Build }

async function bundleBuild(
  entry: BundleEntry,
  { root, packages, limits, ownFolder, build }: Wanted,
): Promise<{ bundle: Bundle; missing: PackageImport[] }> {
  const finder = openPackageFinder(root, packages)
  const uses = new Map<string, Set<string>>()
  const unresolved: string[] = []
  const shimmed: Shimmed[] = []
  const bundle = await rolldown({
    input: ENTRY,
    cwd: root,
    // “browser” would add a condition of that name.
    platform: 'neutral',
    // Exports that are missing are logged as warnings.
    logLevel: 'warn',
    onLog: (_, { code, exporter, binding }) => {
      if (code === 'SHIMMED_EXPORT' && exporter && binding) shimmed.push({ file: exporter, name: binding })
    },
    shimMissingExports: true,
    resolve: {
      conditionNames: [...BUILDS[build]],
      mainFields: ['browser', 'module', 'main'],
      aliasFields: [['browser']],
      symlinks: false,
    },
    transform: {
      // A bundle has no folder of its own. Packages that read files beside them fail when they look for one.
      define: { 'process.env.NODE_ENV': '"production"', __dirname: '"/"', __filename: '"/packages.js"' },
    },
    plugins: [
      entryPlugin(entry, ownFolder),
      nodePlugin(finder, uses),
      missingPlugin(unresolved),
      fencePlugin(root, finder),
      codePlugin(finder, uses),
    ],
  })
  try {
    const { output } = await bundle.generate({ format: 'esm', codeSplitting: false })
    const [{ code: generated, modules }] = output
    if (unresolved[0] !== undefined) throw new BuildError(unresolved[0])
    const code = replaceModuleLoading(generated)
    const bytes = Buffer.byteLength(code)
    if (bytes > limits.bundledBytes) throw new BuildError(tooLargeSentence(bytes, modules, finder, limits))
    return {
      bundle: {
        ...{ key: entry.key, code, hasNode: NODE_GLOBALS.test(code) },
        packages: listBundled(modules, finder, uses),
      },
      missing: entry.imports.filter((each) => shimmed.some((one) => isShimOf(one, each, finder))),
    }
  } catch (thrown) {
    throw bundleError(thrown as Error)
  } finally {
    await bundle.close()
  }
}

/** An export that a module lacks. */
type Shimmed = { file: string; name: string }

/** Packages that import what another lacks are left alone: many look for a feature so. */
function isShimOf({ file, name }: Shimmed, wanted: PackageImport, finder: PackageFinder): boolean {
  return name === wanted.name && finder(file)?.name === parsePackageName(wanted.specifier)
}

/** Writes the skill's own modules to files, so that imports between them resolve as their author wrote them. */
async function writeOwnModules(root: string, { key, modules }: BundleEntry): Promise<string> {
  const folder = path.join(root, `own-${key}`)
  for (const [name, source] of Object.entries(modules)) {
    const file = path.join(folder, name)
    await fs.mkdir(path.dirname(file), { recursive: true })
    await fs.writeFile(file, source)
  }
  return folder
}

function entryPlugin({ imports, modules }: BundleEntry, ownFolder: string): Plugin {
  const names = Object.keys(modules)
  return {
    name: 'entry',
    async resolveId(source, importer) {
      if (source === ENTRY) return ENTRY
      if (importer !== ENTRY) return null
      const own = findImportedModule(source, names)
      // Packages are found from the folder that contains node_modules.
      return this.resolve(own ? `./${own}` : source, path.join(ownFolder, 'definition.js'), {
        skipSelf: true,
      })
    },
    load: (id) => (id === ENTRY ? entryModule(imports) : null),
  }
}

type PackageFinder = (file: string) => LockedPackage | undefined

function openPackageFinder(root: string, packages: readonly LockedPackage[]): PackageFinder {
  // The longest path is tried first, because a package may contain the folder of another.
  const byLength = packages.toSorted((a, b) => b.path.length - a.path.length)
  return (file) => {
    const relative = path.relative(root, file).replaceAll('\\', '/')
    return byLength.find((each) => relative.startsWith(`${each.path}/`))
  }
}

type Uses = Map<string, Set<string>>

function noteUse(uses: Uses, found: LockedPackage | undefined, use: string): void {
  if (!found) return
  const known = uses.get(found.path) ?? new Set()
  uses.set(found.path, known.add(use))
}

/** Replaces imports of Node's modules by those of the sandbox, or by a module that throws once it is used. */
function nodePlugin(finder: PackageFinder, uses: Uses): Plugin {
  return {
    name: 'node',
    async resolveId(source, importer) {
      if (/^(cloudflare|workerd):/.test(source)) {
        const by = finder(importer ?? '')?.name ?? 'Your code'
        throw new BuildError(`${by} imports ${source}, which the sandbox does not have.`)
      }
      if (!isBuiltin(source)) return null
      const found = finder(importer ?? '')
      if (!found) return null
      // A package of that name, such as "events", replaces Node's only for packages that depend on it.
      const replacement = source.startsWith('node:')
        ? null
        : await this.resolve(`${source}/`, importer, { skipSelf: true }).catch(() => null)
      if (replacement && !isAbsent(replacement.id)) return replacement
      const name = source.startsWith('node:') ? source : `node:${source}`
      const isThere = nodeModule(name) !== undefined
      noteUse(uses, found, isThere ? name : `missing ${name}`)
      return `\0${isThere ? 'node' : 'missing'}:${name}:${isThere ? '' : found.name}`
    },
    load(id) {
      const [, kind, name, by] = /^\0(node|missing):(node:[^:]+):(.*)$/.exec(id) ?? []
      if (!name) return null
      const code = kind === 'node' ? nodeModule(name) : unavailableNodeModule(name, by ?? '')
      return { code: code ?? '', moduleType: 'js' }
    },
  }
}

/** Finds what reviewers look at, and makes code from text fail with a sentence. */
function codePlugin(finder: PackageFinder, uses: Uses): Plugin {
  return {
    name: 'code',
    transform(code, id) {
      const found = finder(id)
      if (/\.(node|wasm)$/.test(id))
        throw new BuildError(
          `${found?.name ?? 'Your code'} loads ${path.basename(id)}, which the sandbox cannot load.`,
        )
      if (/\bfetch\b|\bXMLHttpRequest\b|\bWebSocket\b/.test(code)) noteUse(uses, found, 'fetch')
      if (/\bWebAssembly\b/.test(code)) noteUse(uses, found, 'WebAssembly')
      const replaced = replaceCodeGeneration(code, found ?? { name: 'Your code' })
      if (!replaced) return null
      if (replaced.isGenerating) noteUse(uses, found, 'code generation')
      return { code: replaced.code }
    },
  }
}

const ABSENT = '\0absent:'
const isAbsent = (id: string) => id.startsWith(ABSENT)

/** Handles an import that nothing provides: an error in a definition, but often an optional feature in a package. */
function missingPlugin(unresolved: string[]): Plugin {
  return {
    name: 'missing',
    async resolveId(source, importer) {
      if (source.startsWith('\0') || !importer) return null
      const resolved = await this.resolve(source, importer, { skipSelf: true })
      if (resolved) return resolved
      if (!importer.includes(`${path.sep}node_modules${path.sep}`)) {
        unresolved.push(
          isBuiltin(source)
            ? `“${source}” is a module of Node, which only packages can import. Use the web platform, or a package.`
            : `“${source}” was not found in the packages or Files of this skill.`,
        )
      }
      return `${ABSENT}${source}`
    },
    load(id) {
      if (!isAbsent(id)) return null
      const name = id.slice(ABSENT.length)
      const message = JSON.stringify(
        `Cannot find module '${name}': it is not one of the packages of this skill.`,
      )
      // This is CommonJS, because the bundler removes what follows an ES module that only throws, as dead code.
      const code = `module.exports = {}\nthrow Object.assign(new Error(${message}), { code: 'MODULE_NOT_FOUND' })`
      return { code, moduleType: 'js' }
    },
  }
}

/** A package must not read the server's files into the bundle: `require('../../../etc/settings.json')`. */
function fencePlugin(root: string, finder: PackageFinder): Plugin {
  return {
    name: 'fence',
    load(id) {
      if (id.startsWith('\0')) return null
      const file = path.resolve(id.split('?')[0] ?? '')
      if (file.startsWith(`${root}${path.sep}`)) return null
      const by = [...this.getModuleIds()].find((each) => this.getModuleInfo(each)?.importedIds.includes(id))
      throw new BuildError(`${finder(by ?? '')?.name ?? 'Your code'} imports a file outside its packages.`)
    },
  }
}

type Modules = { [id: string]: { renderedLength: number } }

function listBundled(modules: Modules, finder: PackageFinder, uses: Uses): BundledPackage[] {
  return [...bytesByPackage(modules, finder)]
    .map(([each, bundledBytes]) => ({
      ...{ name: each.name, version: each.version, bundledBytes },
      uses: [...(uses.get(each.path) ?? [])].sort(),
    }))
    .toSorted((a, b) => b.bundledBytes - a.bundledBytes)
}

function bytesByPackage(modules: Modules, finder: PackageFinder): Map<LockedPackage, number> {
  const bytes = new Map<LockedPackage, number>()
  for (const [id, { renderedLength }] of Object.entries(modules)) {
    const found = finder(id)
    if (found) bytes.set(found, (bytes.get(found) ?? 0) + renderedLength)
  }
  return bytes
}

const MB = 1024 * 1024

function tooLargeSentence(
  bytes: number,
  modules: Modules,
  finder: PackageFinder,
  limits: BuildLimits,
): string {
  const largest = [...bytesByPackage(modules, finder)]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 3)
    .map(([{ name }, size]) => `${name} (${(size / MB).toFixed(1)} MB)`)
  return `What this skill imports is ${(bytes / MB).toFixed(1)} MB when bundled. The limit is ${limits.bundledBytes / MB} MB. The largest packages are ${largest.join(', ')}.`
}

/** Rolldown wraps errors of plugins, and describes those of a package's syntax over several lines. */
function bundleError(
  thrown: Error & { errors?: readonly (Error & { cause?: unknown })[]; cause?: unknown },
): Error {
  if (thrown instanceof BuildError) return thrown
  const causes = [thrown.cause, ...(thrown.errors ?? []).flatMap((each) => [each, each.cause])]
  const own = causes.find((each) => each instanceof BuildError)
  if (own instanceof BuildError) return own
  const message = stripVTControlCharacters(thrown.errors?.[0]?.message ?? thrown.message)
  const sentence = message.split('\n')[0]?.slice(0, 300) ?? ''
  return new BuildError(`The packages cannot be bundled: ${sentence}`, { path: toPointer(['dependencies']) })
}
