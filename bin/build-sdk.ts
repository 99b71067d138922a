/**
 * Builds the SDK: a package without dependencies, for Node ≥ 20.19 and for browsers, whose policies forbid Ajv's
 * generated code. Writes the folder dist/sdk and its archive, which the site serves at /sdk.tgz.
 */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { rolldown } from 'rolldown'
import { SDK_ARCHIVE } from '#lib/kernel/site/sdk-archive.ts'
import { PROJECT_ROOT } from './server/runtime/project-root.ts'

const OUT = path.join(PROJECT_ROOT, 'dist/sdk')
const SCHEMA = path.join(PROJECT_ROOT, 'lib/json-schema/evaluate')

/** Builds in a folder of its own and replaces files one by one, so that builds at the same time do no harm. */
async function buildSdk(): Promise<void> {
  fs.mkdirSync(path.dirname(OUT), { recursive: true })
  const work = fs.mkdtempSync(path.join(path.dirname(OUT), 'building-sdk-'))
  const built = path.join(work, 'sdk')
  try {
    await buildModule(built)
    buildTypes(built)
    writeManifest(built)
    fs.renameSync(packFolder(built, work), path.join(PROJECT_ROOT, SDK_ARCHIVE))
    replaceFiles(built)
  } finally {
    fs.rmSync(work, { recursive: true, force: true })
  }
}

async function buildModule(folder: string): Promise<void> {
  const bundle = await rolldown({
    input: path.join(PROJECT_ROOT, 'lib/protocols/sdk/sdk.ts'),
    platform: 'neutral',
    resolve: { mainFields: ['module', 'main'] },
    plugins: [withoutEval()],
    treeshake: { moduleSideEffects: false },
  })
  const { output } = await bundle.write({ file: path.join(folder, 'sdk.js'), format: 'esm', minify: false })
  await bundle.close()
  const ajvModules = output[0].moduleIds.filter((id) => /node_modules\/ajv\//.test(id))
  if (ajvModules.length > 0) throw new Error(`The SDK would include Ajv: ${ajvModules[0]}`)
}

const REPLACED_MODULES: Record<string, string> = {
  'ajv-engine.ts': "export { newInterpreter as newAjvEngine } from './interpreter.ts'",
}

function withoutEval() {
  return {
    name: 'without-eval',
    load(id: string) {
      return (path.dirname(id) === SCHEMA && REPLACED_MODULES[path.basename(id)]) || null
    },
  }
}

function buildTypes(folder: string): void {
  const tsc = path.join(PROJECT_ROOT, 'node_modules/typescript/bin/tsc')
  const options = ['-p', 'lib/protocols/sdk/tsconfig.json', '--outDir', path.join(folder, 'types')]
  const { status, stdout, error } = spawnSync(process.execPath, [tsc, ...options], { cwd: PROJECT_ROOT })
  if (status !== 0) throw new Error(`Cannot generate the SDK's types.\n${error ?? stdout}`)
}

function writeManifest(folder: string): void {
  const { name, version, description, license, type, engines } = readJson('package.json')
  const entry = { types: './types/lib/protocols/sdk/sdk.d.ts', default: './sdk.js' }
  const manifest = { name, version, description, license, type, engines, exports: { './sdk': entry } }
  fs.writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  fs.copyFileSync(path.join(PROJECT_ROOT, 'LICENSE'), path.join(folder, 'LICENSE'))
}

/** Returns the path of the archive. */
function packFolder(folder: string, destination: string): string {
  const options = ['--pack-destination', destination, '--offline', '--ignore-scripts']
  const { status, stderr, error } = spawnSync('npm', ['pack', folder, ...options], { cwd: PROJECT_ROOT })
  const archive = fs.readdirSync(destination).find((name) => name.endsWith('.tgz'))
  if (status !== 0 || !archive) throw new Error(`Cannot pack the SDK.\n${error ?? stderr}`)
  return path.join(destination, archive)
}

function replaceFiles(built: string): void {
  const isOld = (name: string) => !fs.existsSync(path.join(built, name))
  const old = fs.existsSync(OUT) ? fs.readdirSync(OUT, { recursive: true }).map(String).filter(isOld) : []
  fs.cpSync(built, OUT, { recursive: true })
  for (const name of old) fs.rmSync(path.join(OUT, name), { recursive: true, force: true })
}

function readJson(file: string) {
  return JSON.parse(fs.readFileSync(path.join(PROJECT_ROOT, file), 'utf8'))
}

if (process.argv[1] === import.meta.filename) {
  try {
    await buildSdk()
  } catch (error) {
    console.error((error as Error).message)
    // Guildhall does not need the SDK.
    process.exitCode = process.argv.includes('--if-possible') ? 0 : 1
  }
}
