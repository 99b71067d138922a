/** Packages that the site serves: npm installs them from its address, so they are in no registry. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { PROJECT_ROOT } from '../runtime/project-root.ts'

type Package = {
  /** Relative to the project, as is the archive. */
  folder: string
  archive: string
  /** Writes the files of the package into a folder. */
  build: (folder: string) => Promise<void>
  /** Fields of package.json besides those of the project. */
  manifest: { name: string } & Record<string, unknown>
}

/** Builds in a folder of its own and replaces files one by one, so that builds at the same time do no harm. */
export async function buildPackage({ folder, archive, build, manifest }: Package): Promise<void> {
  const out = path.join(PROJECT_ROOT, folder)
  fs.mkdirSync(path.dirname(out), { recursive: true })
  const work = fs.mkdtempSync(path.join(path.dirname(out), `building-${path.basename(out)}-`))
  const built = path.join(work, 'package')
  try {
    fs.mkdirSync(built)
    await build(built)
    writeManifest(built, manifest)
    fs.renameSync(packFolder(built, work), path.join(PROJECT_ROOT, archive))
    replaceFiles(built, out)
  } finally {
    fs.rmSync(work, { recursive: true, force: true })
  }
}

function writeManifest(folder: string, manifest: Package['manifest']): void {
  fs.copyFileSync(path.join(PROJECT_ROOT, 'LICENSE'), path.join(folder, 'LICENSE'))
  const { version, license, type, engines } = readProjectManifest()
  const own = { ...manifest, version: `${version}-${digestFolder(folder)}`, license, type, engines }
  fs.writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(own, null, 2)}\n`)
}

/**
 * The version names the content: npx uses a package again that it installed earlier if the version is the same, and the
 * address of the package never changes.
 */
function digestFolder(folder: string): string {
  const hash = createHash('sha256')
  for (const name of fs.readdirSync(folder, { recursive: true }).map(String).sort()) {
    const file = path.join(folder, name)
    if (fs.statSync(file).isFile()) hash.update(`${name}\0`).update(fs.readFileSync(file))
  }
  // A number with leading zeros is no valid part of a version, a word is.
  return `b${hash.digest('hex').slice(0, 10)}`
}

export function readProjectManifest() {
  return JSON.parse(fs.readFileSync(path.join(PROJECT_ROOT, 'package.json'), 'utf8'))
}

/** Packs the package. Returns the path of the archive. */
function packFolder(folder: string, destination: string): string {
  const options = ['--pack-destination', destination, '--offline', '--ignore-scripts']
  const { status, stderr, error } = spawnSync('npm', ['pack', folder, ...options], { cwd: PROJECT_ROOT })
  const archive = fs.readdirSync(destination).find((name) => name.endsWith('.tgz'))
  if (status !== 0 || !archive) throw new Error(`Cannot pack ${path.basename(folder)}.\n${error ?? stderr}`)
  return path.join(destination, archive)
}

function replaceFiles(built: string, out: string): void {
  const isOld = (name: string) => !fs.existsSync(path.join(built, name))
  const old = fs.existsSync(out) ? fs.readdirSync(out, { recursive: true }).map(String).filter(isOld) : []
  fs.cpSync(built, out, { recursive: true })
  for (const name of old) fs.rmSync(path.join(out, name), { recursive: true, force: true })
}

/** Runs a build from the shell; with `--if-possible`, a failure is only reported: Guildhall runs without the packages. */
export async function runBuild(build: () => Promise<void>): Promise<void> {
  try {
    await build()
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = process.argv.includes('--if-possible') ? 0 : 1
  }
}
