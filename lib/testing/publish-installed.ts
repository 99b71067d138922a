/** Fills a registry of a test with packages that `npm install` has put into node_modules. */
import fs from 'node:fs'
import path from 'node:path'
import { readDependencies } from '../contracts/packages/dependencies.ts'
import type { JsonObject } from '../kernel/json/json.ts'
import type { PackageRegistry } from './package-registry.ts'

/** What each registry has: several tests of a file may need the same packages. */
const published = new WeakMap<PackageRegistry, Set<string>>()

/** Publishes these packages and all that they need, but for those that the registry has from an earlier call. */
export async function publishInstalled(registry: PackageRegistry, names: readonly string[]): Promise<void> {
  const folders = new Map<string, JsonObject>()
  for (const name of names) collect(name, process.cwd(), folders)
  // npm installs the same version in several folders if another one is in the folder above.
  const byVersion = new Map([...folders].map(([folder, each]) => [`${each.name}@${each.version}`, folder]))
  const known = published.get(registry) ?? new Set()
  published.set(registry, known)
  for (const [key, folder] of byVersion) {
    if (known.has(key)) continue
    known.add(key)
    const manifest = folders.get(folder) as JsonObject & { name: string; version: string }
    // An archive of the whole folder would contain the packages that npm has nested in it.
    const { name, version } = manifest
    await registry.publish({ name, version, manifest, files: readFiles(folder) })
  }
}

/** Looks for the package as Node does, from the folder of the one that needs it. */
function collect(name: string, from: string, folders: Map<string, JsonObject>): void {
  const folder = ancestors(from)
    .map((each) => path.join(each, 'node_modules', name))
    .find((each) => fs.existsSync(path.join(each, 'package.json')))
  if (!folder) throw new Error(`${name} is not installed: add it to the devDependencies.`)
  if (folders.has(folder)) return
  const manifest = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')) as JsonObject
  folders.set(folder, manifest)
  for (const each of Object.keys(readDependencies(manifest))) collect(each, folder, folders)
}

function ancestors(folder: string): string[] {
  const parent = path.dirname(folder)
  return parent === folder ? [folder] : [folder, ...ancestors(parent)]
}

function readFiles(folder: string): Record<string, Buffer> {
  const files = fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    // Source maps are half of some packages, and nothing reads them.
    .filter((name) => name !== 'package.json' && !name.startsWith('node_modules') && !name.endsWith('.map'))
  return Object.fromEntries(files.map((name) => [name, fs.readFileSync(path.join(folder, name))]))
}
